"""Group J, fifth part: addresses of videos, of their pictures and of who made them."""

from __future__ import annotations

import re
from functools import partial

from sitemap_editor.markup.elements import Element
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, rule
from sitemap_editor.support.i18n import N_

from .addresses import Flaw, flaw_of
from .part_hits import (
    each,
    flaw_fix,
    host_of,
    is_page,
    is_readable,
    is_same_host,
    joined,
    removal,
    value_hit,
)
from .parts import Part, splice, splices

STREAMING = ("rtmp", "rtmps", "rtmpe", "rtmpt", "rtsp", "rtsps", "mms", "mmsh", "mmst")
LOCATIONS = ("content_loc", "player_loc")
_ALSO = {"content_loc": ("ftp", *STREAMING)}

# Where the video is


@rule(
    "video-location-is-page",
    title=N_("Page given as the place of its video"),
    message=N_(
        "<{name}> names the page itself, not the video file or its player. "
        "Google reports “Video location and play page location are the same”."
    ),
    kinds=URLSET_ONLY,
)
def video_location_is_page(part: Part, _context: Context) -> Hit | None:
    """``content_loc`` or ``player_loc`` is the address of the page the video is on."""
    page = part.page
    if page is None:
        return None
    for name in LOCATIONS:
        for child in part.named.get(name, ()):
            if is_page(child.text, page.address) and is_readable(child):
                hides = ("video-location-looks-like-page",) if name == "content_loc" else ()
                return value_hit(part, child)._replace(hides=hides)
    return None


_PAGE_ENDING = re.compile(r"(?:\.(?:html?|php|aspx|jsp)|/|(?:^|/)[^/.]*\.?)$", re.IGNORECASE)
_FILE = re.compile(
    r"https?://(?![^/]*(?:youtu|vimeo))[a-z0-9.-]+/[^?#]*"
    r"\.(?!(?:html?|php|aspx|jsp|swf)$)[A-Za-z0-9]+$",
    re.IGNORECASE,
)
"""What is most likely a file and certainly neither a page, a stream nor Flash."""
_PLAYER_HOST = re.compile(r"(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com)$")


@rule(
    "video-location-looks-like-page",
    title=N_("Video file that looks like a page"),
    message=N_(
        "“{value}” looks like a page or a player, not a video file; a player belongs in "
        "<{example}>. Google reports “Video location URL appears to be a play page URL”."
    ),
    kinds=URLSET_ONLY,
)
def video_location_looks_like_page(part: Part, _context: Context) -> Hit | None:
    """``content_loc`` ends like a page, has no suffix, or leads to YouTube or Vimeo.

    Good: ``https://www.example.com/video.mp4``. Bad: ``https://www.youtube.com/watch?v=1``.
    """
    return each(part, "content_loc", _like_page)


def _like_page(part: Part, child: Element) -> Hit | None:
    if _FILE.match(child.text):
        return None
    url = split_url(child.text)
    if url.authority is None or (url.scheme or "").lower() not in ("http", "https", "ftp"):
        return None
    if not _PAGE_ENDING.search(url.path) and not _PLAYER_HOST.search(url.host.lower()):
        return None
    shown = {"example": part.field("player_loc")}
    return value_hit(part, child, _moved_to_player(part, child), shown)


def _moved_to_player(part: Part, child: Element) -> Fix | None:
    """Call the first one player_loc where there is none; take it out where it says the same."""
    players = part.children("player_loc")
    if players and players[0].text == child.text:
        return removal([child])
    if child is not part.child("content_loc") or any(one.text for one in players):
        return None
    blanks = (one.removed() for one in players)
    return splice(splices(child.renamed(part.name("player_loc")), *blanks), is_sure=False)


@rule(
    "video-content-format",
    title=N_("Video in a format Google does not take"),
    message=N_(
        "“{value}” is a Flash file or a stream; <{name}> must name a video file under http, https "
        "or ftp. Google cannot read it."
    ),
    kinds=URLSET_ONLY,
)
def video_content_format(part: Part, _context: Context) -> Hit | None:
    """``content_loc`` is a Flash file, or uses a streaming protocol such as RTMP.

    Good: ``https://www.example.com/video.mp4``. Bad: ``rtmp://www.example.com/video``.
    """
    return each(part, "content_loc", _format)


def _format(part: Part, child: Element) -> Hit | None:
    text = child.text
    if _FILE.match(text):
        return None
    is_stream = text.partition("://")[0].lower() in STREAMING
    is_flash = ".swf" in text.lower() and split_url(text).path.lower().endswith(".swf")
    return value_hit(part, child) if is_stream or is_flash else None


@rule(
    "video-url-invalid",
    title=N_("Address of a video cannot be used"),
    message=N_(
        "The address in <{name}> cannot be used. {reason} Search Console says “Invalid URL”, and "
        "the video may not be shown."
    ),
    kinds=URLSET_ONLY,
)
def video_url_invalid(part: Part, context: Context) -> Hit | None:
    """An address of thumbnail, file, player or uploader is none, or has illegal characters.

    Good: ``https://www.example.com/a.jpg``. Bad: ``/a.jpg``. A file may also be under ``ftp``.
    """
    hits: list[Hit] = []
    for name in ("thumbnail_loc", *LOCATIONS):
        flawed = [
            (child, flaw)
            for child in part.named.get(name, ())
            if (flaw := flaw_of(child.text, context, schemes=_ALSO.get(name, ()))) is not None
        ]
        hits += _flawed(part, name, flawed) if flawed else []
    hits += _flawed_infos(part, context)
    return joined(hits) if hits else None


def _flawed(part: Part, name: str, flawed: list[tuple[Element, Flaw]]) -> list[Hit]:
    names = LOCATIONS if name in LOCATIONS else (name,)
    is_missing = not any(one.text for local in names for one in part.children(local))
    hits = []
    for child, flaw in flawed:
        if is_readable(child) and (child.text or not is_missing):
            fix = flaw_fix(flaw, child.with_text)
            hit = value_hit(part, child, fix, {"reason": flaw.said})
            hits.append(hit if child.text else hit._replace(message=_EMPTY))
    return hits


_EMPTY = N_(
    "<{name}> is empty; it must hold a whole address, or be left out. "
    "Search Console says “Invalid URL”."
)


def _flawed_infos(part: Part, context: Context) -> list[Hit]:
    hits: list[Hit] = []
    for child in part.named.get("uploader", ()):
        place = child.places.get("info")
        info = "" if place is None else place.value
        flaw = None if place is None else flaw_of(info, context)
        if flaw is not None:
            fix = flaw_fix(flaw, partial(child.with_attribute, "info"))
            hit = _info_hit(part, child, fix)._replace(parameters=_shown(part, flaw.said))
            hits.append(hit if info.strip() else hit._replace(message=_EMPTY))
    return hits


def _shown(part: Part, reason: object) -> dict[str, object]:
    return {"name": part.field("uploader info"), "reason": reason}


def _info_hit(part: Part, child: Element, fix: Fix | None) -> Hit:
    place = child.places["info"]
    return Hit({}, fix, None, part.field("uploader"), place.value, place.value_start)


# Who made it

_SECOND_LEVEL = frozenset(
    ("ac", "co", "com", "edu", "go", "gob", "gov", "ltd", "ne", "net", "or", "org")
)


@rule(
    "video-uploader-info-domain",
    title=N_("Page of the uploader on another domain"),
    message=N_(
        "The page about the uploader is on {host}; it must be on the same domain as the page, "
        "{example}. Google may reject the address."
    ),
    kinds=URLSET_ONLY,
)
def video_uploader_info_domain(part: Part, context: Context) -> Hit | None:
    """The ``info`` of the uploader leads to another domain than that of the page.

    Another host of the same domain is only noted.
    """
    found, page = part.named.get("uploader"), part.page
    if found is None or page is None or not page.is_web:
        return None
    hits = [
        hit
        for child in found
        if "info" in child.places
        if (hit := _elsewhere(part, child, page.address)) is not None
        if flaw_of(child.places["info"].value, context) is None
    ]
    return joined(hits) if hits else None


def _elsewhere(part: Part, child: Element, page: str) -> Hit | None:
    info = child.places["info"].value
    if is_same_host(page, info):
        return None
    host, home = host_of(info), host_of(page)
    if not host or not home:
        return None
    hit = _info_hit(part, child, splice(child.without_attribute("info"), is_sure=False))
    hit = hit._replace(parameters={"host": host, "example": home})
    if domain_of(host) == domain_of(home):
        return hit._replace(severity=Severity.INFO, message=_SAME_DOMAIN)
    return hit


_SAME_DOMAIN = N_(
    "The page about the uploader is on {host}, the page on {example}: the domain is the same, the "
    "host is not. Google asks for the same domain, and most likely takes this for it."
)


def domain_of(host: str) -> str:
    """What somebody registered of a host: two labels, or three as under ``co.uk``."""
    labels = host.removesuffix(".").split(".")
    if labels[-1].isdigit() or ":" in host:
        return host
    is_under_second = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3 if is_under_second else -2 :])


RULES = (
    video_location_is_page,
    video_location_looks_like_page,
    video_content_format,
    video_url_invalid,
    video_uploader_info_domain,
)
