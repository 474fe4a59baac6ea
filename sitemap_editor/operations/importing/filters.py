"""Which rows of a list are meant: by status, by what a crawler said of them, or by any column.

A filter is written ``status=200``, ``status=404|410``, ``status=5xx``, ``indexable``, ``html``,
``published``, ``active``, ``publish``, ``pages`` or ``COLUMN=value|value``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

from .headers import index_of
from .rejects import Reason
from .statuses import status_of

_YES = frozenset({"indexable", "indexierbar", "yes", "true", "1", "oui", "ja", "sí", "si", "да"})
_NO_PAGES = frozenset(
    {
        *("attachment", "nav_menu_item", "revision", "custom_css", "customize_changeset"),
        *("oembed_cache", "user_request", "wp_block", "wp_template", "wp_template_part"),
        *("wp_global_styles", "wp_navigation", "wp_font_family", "wp_font_face"),
    }
)
"""What WordPress keeps as posts without a page of their own."""
_HTML = ("text/html", "application/xhtml+xml")

Test = Callable[[str], bool]


class Filter(NamedTuple):
    """Lets through the rows whose cell in a column passes a test.

    ``lets_empty`` is for lists in which only the first of several rows about a thing is filled.
    """

    name: str
    column: int
    test: Test
    lets_empty: bool = False

    def reason(self, cell: str) -> Reason:
        """Why a row was left out."""
        said = N_("The filter {filter} leaves it out: the list says “{value}”.")
        return Reason("filtered", said, (("filter", self.name), ("value", cell.strip()[:80])))


class _Kind(NamedTuple):
    role: str
    test: Test
    lets_empty: bool = False


def _is_yes(cell: str) -> bool:
    return cell.strip().casefold() in _YES


def _is_html(cell: str) -> bool:
    return cell.strip().casefold().startswith(_HTML)


_NAMED: Mapping[str, _Kind] = {
    "indexable": _Kind("indexable", _is_yes),
    "html": _Kind("content_type", _is_html),
    "published": _Kind("published", _is_yes, lets_empty=True),
    "publish": _Kind("post_status", lambda cell: cell.strip().casefold() == "publish"),
    "pages": _Kind("post_type", lambda cell: cell.strip().casefold() not in _NO_PAGES),
    "active": _Kind("state", lambda cell: cell.strip().casefold() == "active", lets_empty=True),
}
NAMES = ("status=200", *_NAMED)
"""The filters that have a name of their own."""

ROLES = ("status", *(kind.role for kind in _NAMED.values()))
"""Roles of columns that filters look at."""


def offered(columns: Mapping[str, int]) -> tuple[str, ...]:
    """The named filters that a list has columns for."""
    roles = {"status=200": "status", **{name: kind.role for name, kind in _NAMED.items()}}
    # Beside old and new addresses a status is that of the old one, which is to be a redirect.
    absent = {"status"} if "old" in columns else set()
    return tuple(name for name in NAMES if roles[name] in columns.keys() - absent)


def left_out_by(
    rows: Sequence[Sequence[str]], names: Sequence[str], columns: Mapping[str, int]
) -> tuple[str, ...]:
    """Those of the named filters that would leave out one of these rows."""
    filters = (filter_of(name, columns, ()) for name in names)
    return tuple(one.name for one in filters if any(_leaves_out(one, row) for row in rows))


def _leaves_out(one: Filter, row: Sequence[str]) -> bool:
    cell = row[one.column].strip() if len(row) > one.column else ""
    return not one.test(cell) and bool(cell or not one.lets_empty)


def filter_of(name: str, roles: Mapping[str, int], columns: Sequence[str]) -> Filter:
    """Understand a filter; raises SitemapError when the list has no such column."""
    kind = _NAMED.get(name.strip().lower())
    if kind is not None:
        column = roles.get(kind.role)
        if column is None:
            raise _no_column(name, columns)
        return Filter(name, column, kind.test, kind.lets_empty)
    key, mark, values = name.partition("=")
    key, wanted = key.strip(), [one.strip() for one in values.split("|") if one.strip()]
    if not mark or not wanted:
        raise _unknown(name)
    if key.lower() == "status":
        test = _status_test(name, wanted)
        if "status" not in roles:
            raise _no_column(name, columns)
        return Filter(name, roles["status"], test)
    column = roles.get(key.lower(), index_of(columns, [key]))
    if column is None:
        raise _no_column(name, columns)
    folded = frozenset(value.casefold() for value in wanted)
    return Filter(name, column, lambda cell: cell.strip().casefold() in folded)


def _status_test(name: str, wanted: Sequence[str]) -> Test:
    hundreds = {int(one[0]) for one in wanted if one[0].isdecimal() and one[1:].lower() == "xx"}
    codes = {int(one) for one in wanted if one.isdecimal()}
    if len(hundreds) + len(codes) != len(set(wanted)):
        raise _unknown(name)

    def test(cell: str) -> bool:
        code = status_of(cell)
        return code is not None and (code in codes or code // 100 in hundreds)

    return test


def _unknown(name: str) -> SitemapError:
    said = _("There is no filter {name}.").format(name=name)
    advice = _("Use {names}, or COLUMN=value.").format(names=", ".join(NAMES))
    return SitemapError(said, advice=advice)


def _no_column(name: str, columns: Sequence[str]) -> SitemapError:
    said = _("The filter {name} needs a column that this list does not have.")
    seen = _("Its columns are: {columns}.").format(columns=", ".join(filter(None, columns)) or "–")
    return SitemapError(said.format(name=name), advice=seen)
