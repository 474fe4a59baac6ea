"""Translations: ``python packaging/i18n.py extract | update | compile | check``.

``update`` gathers all texts into the catalogues, ``compile`` makes what the program reads,
``check`` says what is missing. Needs Babel, which the development extra installs.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "sitemap_editor"
LOCALE = ROOT / "resources" / "locale"
DOMAIN = "sitemap_editor"
LANGUAGES = ("fr", "ru")
WIDTH = 96

KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}


def po_path(language: str) -> Path:
    """The catalogue people edit."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_path(language: str) -> Path:
    """The catalogue the program reads."""
    return po_path(language).with_suffix(".mo")


def extract() -> Catalog:
    """All texts of the program that are marked for translation, and the help of the rules."""
    template = Catalog(project="sitemap-editor", fuzzy=False, charset="utf-8")
    found = extract_from_dir(
        str(PACKAGE), [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
    )
    for name, _line, text, comments, context in found:
        # Without line numbers a catalogue only changes when a text does.
        place: list[Any] = [(f"sitemap_editor/{Path(name).as_posix()}", None)]
        template.add(text, None, place, auto_comments=comments, context=context)
    for code, text in rule_help():
        template.add(text, None, cast("Any", [(f"rule:{code}", None)]))
    return template


def rule_help() -> Iterator[tuple[str, str]]:
    """The docstring of each rule, which is its help."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    from sitemap_editor.rules.registry import RULES, help_text

    for code, rule in RULES.items():
        text = help_text(rule)
        if text:
            yield code, text


def load(language: str) -> Catalog:
    """The catalogue of a language, empty when there is none yet."""
    path = po_path(language)
    if not path.is_file():
        return Catalog(locale=language, domain=DOMAIN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update() -> None:
    """Bring the catalogues up to the texts of the program; gone texts are dropped."""
    template = extract()
    for language in LANGUAGES:
        catalog = load(language)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        save(catalog, language)


def save(catalog: Catalog, language: str) -> None:
    """Write the catalogue people edit."""
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog.header_comment = f"# Sitemap Editor in {Locale.parse(language).english_name}."
    catalog.project, catalog.version, catalog.msgid_bugs_address = "sitemap-editor", "", ""
    catalog.last_translator = catalog.language_team = "Sitemap Editor"
    with path.open("wb") as file:
        write_po(file, catalog, width=WIDTH, sort_by_file=True, include_lineno=False)


def compiled(language: str) -> bytes:
    """What the program should read."""
    buffer = io.BytesIO()
    write_mo(buffer, load(language))
    return buffer.getvalue()


def compile_all() -> None:
    """Write what the program reads."""
    for language in LANGUAGES:
        mo_path(language).write_bytes(compiled(language))


def problems() -> Iterator[str]:
    """What is missing or wrong in the catalogues, one line each."""
    template = extract()
    for language in LANGUAGES:
        catalog = load(language)
        for message in template:
            if message.id:
                translated = catalog.get(_key(message), message.context)
                yield from (f"{language}: {text}" for text in _faults(message, translated))
        if not mo_path(language).is_file() or mo_path(language).read_bytes() != compiled(language):
            yield f"{language}: the compiled catalogue is older than its source"


def _key(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple) else str(message.id)


def _faults(message: Message, translated: Message | None) -> Iterator[str]:
    name = _key(message)
    if translated is None:
        yield f"not in the catalogue: {name!r}"
        return
    forms = _forms(translated.string)
    if translated.fuzzy or not forms or not all(forms):
        yield f"not translated: {name!r}"
        return
    ids = _forms(message.id)
    for form in forms:
        if placeholders(form) not in [placeholders(text) for text in ids]:
            yield f"other placeholders in {form!r} than in {name!r}"
        if _edges(form) != _edges(ids[0]):
            yield f"another beginning or end in {form!r} than in {name!r}"


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def placeholders(text: str) -> frozenset[str]:
    """The names in braces that ``format`` fills in, and code, which is the same everywhere."""
    return frozenset(re.findall(r"\{[^{}]*\}|``[^`]+``", text))


def _edges(text: str) -> tuple[str, str, bool]:
    """White space at both ends, and whether it ends in an ellipsis."""
    lead = text[: len(text) - len(text.lstrip())]
    trail = text[len(text.rstrip()) :]
    return lead, trail, text.rstrip().endswith("…")


def main(arguments: list[str]) -> int:
    """Run one verb; 1 when ``check`` finds something, 2 for wrong usage."""
    verb = arguments[0] if len(arguments) == 1 else ""
    if verb == "extract":
        buffer = io.BytesIO()
        write_po(buffer, extract(), width=WIDTH, sort_by_file=True, include_lineno=False)
        sys.stdout.write(buffer.getvalue().decode())
    elif verb == "update":
        update()
    elif verb == "compile":
        compile_all()
    elif verb == "check":
        found = list(problems())
        print("\n".join(found) or "The catalogues are complete.")
        return 1 if found else 0
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
