"""Lists in which several rows make an entry: images of a product, languages of a page.

All rows have to be met before the first entry is whole, so what they say is kept until then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from sitemap_editor.protocol.hreflang_codes import DEFAULT, flaw_of_code
from sitemap_editor.support.i18n import N_
from sitemap_editor.support.jobs import Progress

from .mapping import FIELDS, Mapping
from .picking import Picked, Picker
from .rejects import Reason

MOST_IMAGES = 1_000
"""Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps."""

AT_ONCE = 2_048
_TOO_MANY = Reason("too-many-images", N_("An entry can have 1,000 images; further ones stay out."))
_NO_IMAGE = N_("The image is left out. {why}")
_NO_CODE = N_("“{value}” is no code of a language, so the page is linked to from no other.")
_TWICE = N_("The language “{value}” of this group has another page already.")
_NO_GROUP = Reason("no-group", N_("The row does not say which pages are the same."))
_ELSEWHERE = Reason("in-two-groups", N_("The page has its languages from an earlier row."))

Prefixes = Callable[[str], str]
"""The prefix (with colon) that stands for the namespace of an extension, by its usual one."""


@dataclass(slots=True)
class Group:
    """What becomes one entry: its line, its fields, its images, and its pages by language."""

    line: int
    fields: dict[str, str]
    images: dict[str, None] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)


def grouped(picker: Picker, mapping: Mapping, progress: Progress) -> Iterator[list[Group]]:
    """Read everything, then give the entries some thousand at a time."""
    groups: dict[str, Group] = {}
    if mapping.languages:
        _collect_wide(picker, groups, progress)
    elif mapping.is_about_languages:
        _collect_long(picker, groups, progress)
    else:
        _collect_images(picker, groups, progress)
    found = list(groups.values())
    for first in range(0, len(found), AT_ONCE):
        progress.tick(first, len(found))
        yield found[first : first + AT_ONCE]


def _rows(picked: Picked) -> Iterator[tuple[int, dict[str, str]]]:
    names = tuple(picked.values)
    columns = zip(*picked.values.values(), strict=True)
    for line, row in zip(picked.lines, columns, strict=True):
        yield line, dict(zip(names, row, strict=True))


def _fields(row: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in row.items() if name in FIELDS}


# Images


def _collect_images(picker: Picker, groups: dict[str, Group], progress: Progress) -> None:
    for picked in picker.run(progress):
        for line, row in _rows(picked):
            group = groups.get(row["loc"])
            if group is None:
                group = groups[row["loc"]] = Group(line, _fields(row))
            _add_image(picker, group, line, row["image"])


def _add_image(picker: Picker, group: Group, line: int, cell: str) -> None:
    image = picker.addresses.one(cell)
    if isinstance(image, Reason):
        if image.code != "no-address":
            shown = (("why", image.words),)
            picker.lost.add(line, Reason(image.code, _NO_IMAGE, shown), "image")
    elif image not in group.images:
        if len(group.images) >= MOST_IMAGES:
            picker.lost.add(line, _TOO_MANY, "image")
        else:
            group.images[image] = None


# Languages


def _collect_long(picker: Picker, groups: dict[str, Group], progress: Progress) -> None:
    clusters: dict[str, dict[str, str]] = {}
    for picked in picker.run(progress):
        for line, row in _rows(picked):
            key = row["group"].strip()
            if not key:
                picker.rejects.add(line, _NO_GROUP)
                continue
            links = clusters.setdefault(key, {})
            _add_link(picker, links, line, row["locale"], row["loc"])
            group = groups.setdefault(row["loc"], Group(line, _fields(row), links=links))
            if group.links is not links:
                picker.lost.add(line, _ELSEWHERE, "group")


def _collect_wide(picker: Picker, groups: dict[str, Group], progress: Progress) -> None:
    for picked in picker.run(progress):
        codes = [(code, picked.languages[code]) for code in picked.languages]
        rows = _rows(picked) if picked.values else ((line, {}) for line in picked.lines)
        for number, (line, row) in enumerate(rows):
            links: dict[str, str] = {}
            for code, cells in codes:
                page = picker.addresses.one(cells[number])
                if not isinstance(page, Reason):
                    _add_link(picker, links, line, code, page)
                elif page.code != "no-address":
                    picker.lost.add(line, page, code)
            _add_cluster(picker, groups, line, _fields(row), links)


def _add_cluster(
    picker: Picker, groups: dict[str, Group], line: int, row: dict[str, str], links: dict[str, str]
) -> None:
    pages = dict.fromkeys([*([row["loc"]] if row.get("loc") else []), *_in_order(links)])
    if not pages:
        picker.rejects.add(line, Reason("no-address", N_("The row has no address.")))
    for page in pages:
        group = groups.setdefault(page, Group(line, {**row, "loc": page}, links=links))
        if group.links is not links:
            picker.lost.add(line, _ELSEWHERE, "group")


def _in_order(links: dict[str, str]) -> Iterable[str]:
    """The pages of a cluster, that for all other languages last: it is often one of them."""
    return [links[code] for code in sorted(links, key=lambda code: code == DEFAULT)]


def _add_link(picker: Picker, links: dict[str, str], line: int, code: str, page: str) -> None:
    text = code.strip()
    flaw = flaw_of_code(text) if text else None
    if flaw is not None and flaw.is_sure and flaw.mended:
        picker.addresses.mended[f"hreflang-{flaw.verdict}"] += 1
        text = flaw.mended
    elif flaw is not None or not text:
        picker.lost.add(line, Reason("hreflang", _NO_CODE, (("value", text[:60]),)), "locale")
        return
    if links.setdefault(text, page) != page:
        picker.lost.add(line, Reason("hreflang", _TWICE, (("value", text),)), "locale")


# Markup


def markup_of(group: Group, gap: str, prefix_of: Prefixes, default: str = "") -> str:
    """The elements of extensions of an entry, each behind the gap.

    ``default`` is the language whose page serves all others where the list names none.
    """
    parts = []
    links = dict(group.links)
    if default and DEFAULT not in links and default in links:
        links[DEFAULT] = links[default]
    if len(links) > 1 or (links and group.fields["loc"] not in links.values()):
        xhtml = prefix_of("xhtml")
        for code, page in links.items():
            said = f'hreflang="{escape(code)}" href="{_attribute(page)}"'
            parts.append(f'{gap}<{xhtml}link rel="alternate" {said}/>')
    if group.images:
        image = prefix_of("image")
        inner = f"{gap}  " if "\n" in gap or "\r" in gap else gap
        for address in group.images:
            text = escape(address, quote=False)
            parts.append(
                f"{gap}<{image}image>{inner}<{image}loc>{text}</{image}loc>{gap}</{image}image>"
            )
    return "".join(parts)


def _attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
