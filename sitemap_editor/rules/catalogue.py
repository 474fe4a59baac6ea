"""The catalogue of all rules: code, severity, scope, whose rule it is, fix and source.

``catalogue.json`` is the one source of truth; the rules themselves carry only what a program can
run. ``house.json`` has the rules that people fill in themselves. Conditional severities are read
out of its words, as far as they hang on the profile alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from sitemap_editor.protocol.findings import FixKind, Severity
from sitemap_editor.protocol.profiles import profile_of_letter, profiles_of
from sitemap_editor.support.i18n import N_, _, language


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """One line of the catalogue.

    ``severity`` is the first word of its column, ``error_in`` the profiles that make it an error,
    ``profiles`` those any of which switches it on, ``fix`` the first word of what can be done.
    """

    code: str
    group: str
    severity: Severity
    scope: str
    profiles: frozenset[str]
    fix: FixKind
    source: str
    condition: str
    fix_text: str
    off_by_default: bool = False
    error_in: frozenset[str] = frozenset()
    severity_elsewhere: Severity | None = None

    def is_on(self, profiles: Iterable[str]) -> bool:
        """Whether it counts when these profiles are chosen."""
        return not self.off_by_default and not self.profiles.isdisjoint(profiles)

    def severity_for(self, profiles: Iterable[str]) -> Severity:
        """Its severity under these profiles."""
        if not self.error_in.isdisjoint(profiles):
            return Severity.ERROR
        return self.severity_elsewhere or self.severity

    def source_names(self) -> str:
        """Who says so, in words: at most two names, the most authoritative first."""
        return _source_names(self.source, language())


_OWN_ADVICE = N_("advice of this editor")
_REPORTS = N_("public reports")
_EXPERIMENTS = N_("experiments with the schema and parsers")
_SOURCE_NAMES = (
    (r"P\b|P0\.9", "sitemaps.org"),
    (r"F\b", N_("sitemaps.org FAQ")),
    (r"XI?\b", "sitemap.xsd"),
    (r"L84", N_("Google schema of 2005")),
    (r"GSC", "Google Search Console"),
    (r"G\b|G-", "Google Search Central"),
    (r"B\b|B-", "Bing"),
    (r"Y\b|Y-", "Yandex"),
    (r"DTF", N_("W3C note on dates and times")),
    (r"XMLNS", "Namespaces in XML"),
    (r"XML\b", "XML 1.0"),
    (r"IN\b|IN-", "IndexNow"),
    (r"RT\b", N_("Google's robots.txt parser")),
    (r"[VNMP]X\b|image XSD", N_("Google extension schema")),
    (r"house\b", N_("house rules")),
    (r"ED\b", _OWN_ADVICE),
    (r"[\w.-]+/[\w.-]+#\d|CC\b|USP\b|public|JAXB", _REPORTS),
    (r"experiment", _EXPERIMENTS),
)


@lru_cache(maxsize=1024)
def _source_names(source: str, _language: str) -> str:
    """The names in a source column, in the language that is on."""
    names: list[str] = []
    for part in re.split(r"[;,]| versus ", source):
        name = _source_name(part.strip())
        if name and name not in names:
            names.append(name)
    weak = (_(_REPORTS), _(_EXPERIMENTS))
    strong = [name for name in names if name not in weak]
    return ", ".join((strong or names)[:2]) or _(_OWN_ADVICE)


def _source_name(key: str) -> str | None:
    number = re.match(r"RFC (\d+)", key)
    if number is not None:
        return f"RFC {number[1]}"
    for pattern, name in _SOURCE_NAMES:
        if re.match(pattern, key):
            return _(name)
    return None


def _error_in(column: str) -> frozenset[str]:
    """The profiles that a severity column names, as in ``warning (error in B)``."""
    letters = re.findall(r"error (?:in|for) (?:profile )?([A-Z0-9.]+)\b", column)
    return frozenset(name for letter in letters if (name := profile_of_letter(letter)))


def _read(line: dict[str, str], before: dict[str, str]) -> RuleInfo:
    """Read a line; a fix "as above" is that of the line before."""
    severity = line["severity"]
    elsewhere = re.search(r"^error in [A-Z]\w*, (\w+) else$", severity)
    return RuleInfo(
        code=line["code"],
        group=line["group"],
        severity=Severity(severity.split()[0]),
        scope=line["scope"].split()[0],
        profiles=profiles_of(line["profile"]),
        fix=FixKind(_first_fix((before if line["fix"] == "as above" else line)["fix"])),
        source=line["source"],
        condition=line["condition"],
        fix_text=line["fix"],
        off_by_default="off by default" in severity or "opt-in" in line["scope"] + severity,
        error_in=_error_in(severity),
        severity_elsewhere=Severity(elsewhere[1]) if elsewhere else None,
    )


def _first_fix(column: str) -> str:
    """The first word; a fix "as" that of other rules may be as sure as the surest of them."""
    if column.startswith("as "):
        return "safe"
    word = re.match(r"\w*", column)
    first = word[0].lower() if word else ""
    return first if first in ("safe", "ask") else "none"


def _load() -> tuple[dict[str, RuleInfo], tuple[str, ...]]:
    folder = resources.files(__package__)
    lines: list[dict[str, str]] = []
    for name in ("catalogue.json", "house.json"):
        lines += json.loads(folder.joinpath(name).read_text(encoding="utf-8"))
    pairs = zip(lines, lines[:1] + lines, strict=False)
    rules = {line["code"]: _read(line, before) for line, before in pairs if line["isRule"]}
    return rules, tuple(line["code"] for line in lines if not line["isRule"])


CATALOGUE, DO_NOT_FLAG = _load()
"""All rules by code, in the order of the catalogue, and the codes that must never be reported."""
