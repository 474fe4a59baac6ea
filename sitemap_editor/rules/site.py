"""Group D, third part: scheme, host and port, checked once for all entries of a site."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from functools import cached_property

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.urls import DEFAULT_PORTS, WHITE_SPACE, Url, ascii_host, split_url
from sitemap_editor.support.i18n import N_

from .base import Context, Fix, Hit, Site, ask, rule, safe

_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?")
_NOT_PUBLIC = (".local", ".localhost", ".internal", ".test", ".invalid", ".example", ".lan")
_STAGES = ("staging.", "dev.", "test.")
_PLACEHOLDERS = (
    "example.com",
    "example.org",
    "example.net",
    "yoursite.com",
    "your-domain.com",
    "yourdomain.com",
    "domain.tld",
    "mysite.com",
)
MAX_LABEL = 63
MAX_HOST = 253


@dataclass(frozen=True)
class Authority:
    """Scheme and authority as written: ``https://User@Host:80``."""

    text: str

    @cached_property
    def url(self) -> Url:
        """The parts."""
        return split_url(self.text)

    @cached_property
    def host(self) -> str:
        """The host as it goes over the wire, lower-case, without a final point."""
        return (self.ascii or self.url.host.lower()).removesuffix(".")

    @cached_property
    def ascii(self) -> str | None:
        """The host in ASCII; None when it cannot be written so."""
        return ascii_host(self.url.host)

    @cached_property
    def address(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        """The numeric address when the host is one."""
        try:
            return ipaddress.ip_address(self.url.host.strip("[]"))
        except ValueError:
            return None

    @cached_property
    def site(self) -> Site:
        """What makes it one site with others."""
        return Site.of(self.url)

    def with_host(self, host: str) -> str:
        """The same with another host."""
        user = "" if self.url.userinfo is None else f"{self.url.userinfo}@"
        port = "" if self.url.port is None else f":{self.url.port}"
        return f"{self.url.scheme}://{user}{host}{port}"


def _replaced(site: Authority, new: str, *, is_sure: bool = True) -> Hit:
    fix = (safe if is_sure else ask)("set_site", old=site.text, new=new)
    return Hit({"example": new}, fix)


@rule(
    "loc-scheme-uppercase",
    reads=("loc",),
    title=N_("Scheme in capitals"),
    message=N_(
        "“{value}” writes its scheme in capitals; the usual spelling is “{example}”. "
        "Both name the same page, but programs that compare addresses may take them for two."
    ),
)
def loc_scheme_uppercase(site: Authority, _context: Context) -> Hit | None:
    """The scheme holds capital letters.

    Good: ``https://www.example.com/``. Odd: ``HTTPS://www.example.com/``.
    """
    scheme = site.url.scheme or ""
    return None if scheme.islower() else _replaced(site, scheme.lower() + site.text[len(scheme) :])


@rule(
    "loc-host-invalid",
    reads=("loc",),
    title=N_("No valid host"),
    message=N_(
        "“{host}” in “{value}” is no valid host name; one looks like www.example.com. "
        "No crawler can reach this address."
    ),
    hides=("loc-host-not-public", "loc-host-mismatch", "index-child-other-site"),
)
def loc_host_invalid(site: Authority, _context: Context) -> Hit | None:
    """The host is empty or breaks the rules for names: characters, hyphens, lengths.

    Good: ``https://my-shop.example.com/``. Bad: ``https://-shop.example.com/``.
    """
    host = site.url.host
    if any(white in host for white in WHITE_SPACE):
        return None
    if host.endswith(".") and _is_valid_host(site.host, ""):
        example = {"example": site.with_host(host[:-1])}
        return Hit(example, severity=Severity.INFO, message=_FINAL_POINT)
    if site.address is not None or _is_valid_host(site.host, ""):
        return None
    if _is_valid_host(site.host, "_"):
        return Hit({"host": host}, severity=Severity.WARNING, message=_UNDERSCORE)
    return Hit({"host": host})


_FINAL_POINT = N_(
    "The host of “{value}” ends in a point; the usual spelling is “{example}”. "
    "Some servers do not know their own name with the point."
)
_UNDERSCORE = N_(
    "The host “{host}” in “{value}” holds an underscore, which host names may not; "
    "a hyphen is usual. Most programs reach it nevertheless."
)


def _is_valid_host(host: str, also: str) -> bool:
    if not host or len(host) > MAX_HOST or not host.isascii():
        return False
    return all(
        len(label) <= MAX_LABEL and _LABEL.fullmatch(label) and ("_" not in label or also)
        for label in host.split(".")
    )


@rule(
    "loc-host-punycode-invalid",
    reads=("loc",),
    title=N_("Broken international host name"),
    message=N_(
        "“{label}” in “{value}” looks like an encoded host name (xn--…) but does not decode. "
        "No crawler can reach this address."
    ),
    hides=("loc-host-invalid", "loc-host-not-public"),
)
def loc_host_punycode_invalid(site: Authority, _context: Context) -> Hit | None:
    """A part of the host begins with ``xn--`` and is no valid encoding."""
    labels = (label for label in site.host.split(".") if label.startswith("xn--"))
    bad = next((label for label in labels if not _is_punycode(label)), None)
    return Hit({"label": bad}) if bad else None


def _is_punycode(label: str) -> bool:
    import idna  # 10 ms, and few files need it

    try:
        return str(idna.alabel(idna.ulabel(label)).decode("ascii")) == label
    except (idna.IDNAError, UnicodeError):
        return False


@rule(
    "loc-host-not-public",
    reads=("loc",),
    title=N_("Host that the public cannot reach"),
    message=N_(
        "“{host}” in “{value}” is a name or number for private or test use; list the public "
        "host, such as www.example.com. Search engines cannot open it."
    ),
    hides=("loc-host-placeholder",),
)
def loc_host_not_public(site: Authority, context: Context) -> Hit | None:
    """The host is local, private, or a stage that is not meant for visitors.

    Good: ``https://www.example.com/``. Bad: ``http://localhost/``, ``https://staging.shop.com/``.
    """
    host = site.host
    address = site.address
    if address is not None:
        is_private = not address.is_global
    else:
        is_private = "." not in host or host.endswith(_NOT_PUBLIC) or host.startswith(_STAGES)
    return Hit({"host": site.url.host}, _at_home(site, context)) if is_private and host else None


def _at_home(site: Authority, context: Context) -> Fix:
    """Put the address on the site it belongs to; people say which where nothing else does."""
    home = context.home
    if home is None or home.host == site.host:
        return ask("nothing")._replace(question="site_host")
    fix = ask("set_site", old=site.text, new=home.text)
    return fix if context.base_url else fix._replace(question="site_host")


@rule(
    "loc-host-placeholder",
    reads=("loc",),
    title=N_("Host of an example"),
    message=N_(
        "“{host}” in “{value}” is a name for examples; put your own host in its place. "
        "Search engines find none of your pages there."
    ),
)
def loc_host_placeholder(site: Authority, context: Context) -> Hit | None:
    """The host was copied from an example.

    Bad: ``https://www.example.com/``, ``https://yoursite.com/``.
    """
    base = context.base
    if base is not None and (ascii_host(base.host) or "") == site.host:
        return None
    is_one = any(site.host == name or site.host.endswith(f".{name}") for name in _PLACEHOLDERS)
    return Hit({"host": site.url.host}, _at_home(site, context)) if is_one else None


@rule(
    "loc-host-unicode",
    reads=("loc",),
    title=N_("Host with international letters"),
    message=N_(
        "“{host}” in “{value}” goes over the wire as “{example}”. "
        "Write it so: not every crawler converts it."
    ),
)
def loc_host_unicode(site: Authority, _context: Context) -> Hit | None:
    """The host holds letters outside of ASCII.

    Good: ``https://xn--bcher-kva.example/``. Odd: ``https://bücher.example/``.
    """
    host = site.url.host
    if host.isascii() or any(white in host for white in WHITE_SPACE):
        return None
    if site.ascii is None:
        return None
    hit = _replaced(site, site.with_host(site.ascii))
    return hit._replace(parameters={**hit.parameters, "host": host})


@rule(
    "loc-host-uppercase",
    reads=("loc",),
    title=N_("Host in capitals"),
    message=N_(
        "“{value}” writes its host in capitals; the usual spelling is “{example}”. "
        "Both name the same page, but programs that compare addresses may take them for two."
    ),
)
def loc_host_uppercase(site: Authority, _context: Context) -> Hit | None:
    """The host holds capital letters.

    Good: ``https://www.example.com/``. Odd: ``https://WWW.Example.com/``.
    """
    host = site.url.host
    if not any("A" <= character <= "Z" for character in host):
        return None
    return _replaced(site, site.with_host(re.sub("[A-Z]", lambda m: m[0].lower(), host)))


@rule(
    "loc-userinfo",
    reads=("loc",),
    title=N_("Name or password in the address"),
    message=N_(
        "“{value}” holds a user name or password; without it: “{example}”. "
        "A sitemap is public, and so is what it lists."
    ),
)
def loc_userinfo(site: Authority, _context: Context) -> Hit | None:
    """Something stands before an ``@`` in front of the host.

    Good: ``https://www.example.com/``. Bad: ``https://user:secret@www.example.com/``.
    """
    user = site.url.userinfo
    if user is None:
        return None
    return _replaced(site, site.text.replace(f"{user}@", "", 1), is_sure=False)


@rule(
    "loc-port-invalid",
    reads=("loc",),
    title=N_("No valid port"),
    message=N_(
        "“{port}” in “{value}” is no port; one is a number from 1 to 65535. "
        "No crawler can reach this address."
    ),
)
def loc_port_invalid(site: Authority, _context: Context) -> Hit | None:
    """What follows the colon behind the host is no port number.

    Good: ``https://www.example.com:8443/``. Bad: ``https://www.example.com:http/``.
    """
    port = site.url.port
    if port is None:
        return None
    if not port:
        example = {"example": site.text.removesuffix(":")}
        return Hit(example, severity=Severity.INFO, message=_EMPTY_PORT)
    is_valid = re.fullmatch(r"0*[1-9]\d{0,4}", port, re.ASCII) and int(port) <= 65_535
    return None if is_valid else Hit({"port": port})


_EMPTY_PORT = N_(
    "The host of “{value}” is followed by a colon without a port; the usual spelling is "
    "“{example}”. Programs that compare addresses may take them for two."
)


@rule(
    "loc-port-default",
    reads=("loc",),
    title=N_("Port that goes without saying"),
    message=N_(
        "“{value}” names the usual port of its scheme; “{example}” is the same page. "
        "Programs that compare addresses may take them for two."
    ),
)
def loc_port_default(site: Authority, context: Context) -> Hit | None:
    """Port 80 is written with http, or 443 with https.

    Good: ``https://www.example.com/``. Odd: ``https://www.example.com:443/``.
    """
    port = site.url.port
    base = context.base
    if port is None or port != DEFAULT_PORTS.get((site.url.scheme or "").lower()):
        return None
    if base is not None and base.port == port:
        return None
    return _replaced(site, site.text.removesuffix(f":{port}"))


RULES = (
    loc_scheme_uppercase,
    loc_host_punycode_invalid,
    loc_host_invalid,
    loc_host_not_public,
    loc_host_placeholder,
    loc_host_unicode,
    loc_host_uppercase,
    loc_userinfo,
    loc_port_invalid,
    loc_port_default,
)
