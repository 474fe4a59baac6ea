"""The catalogues hold every text of the program, with the same placeholders, and are compiled."""

import importlib.util
from pathlib import Path

import pytest

from sitemap_editor.support import i18n

pytest.importorskip("babel")


@pytest.fixture(scope="module")
def tool():
    path = Path(__file__).resolve().parent.parent / "packaging" / "i18n.py"
    spec = importlib.util.spec_from_file_location("sitemap_editor_i18n_tool", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def english_again():
    yield
    i18n.set_language("en")


def test_the_catalogues_are_complete_and_compiled(tool):
    assert list(tool.problems()) == []


def test_no_text_is_put_together_by_an_f_string(tool):
    # Babel gives None for a text it cannot read at extraction time.
    assert all(message.id is not None for message in tool.extract())


@pytest.mark.parametrize(
    ("language", "number", "expected"),
    [
        ("fr", 0, "0 erreur"),
        ("fr", 2, "2 erreurs"),
        ("ru", 1, "1 ошибка"),
        ("ru", 3, "3 ошибки"),
        ("ru", 11, "11 ошибок"),
    ],
)
def test_plural_forms_are_those_of_the_language(language, number, expected):
    i18n.set_language(language)
    assert i18n.ngettext("{n} error", "{n} errors", number).format(n=number) == expected


def test_a_missing_translation_is_found(tool):
    message = tool.Message("Open {name}", "")
    assert list(tool._faults(message, tool.Message("Open {name}", ""))) == [
        "not translated: 'Open {name}'"
    ]


@pytest.mark.parametrize(
    ("original", "translated"),
    [("Open {name}", "Ouvrir {nom}"), ("Open…", "Ouvrir"), (" and ", "et")],
)
def test_a_translation_that_lost_something_is_found(tool, original, translated):
    message = tool.Message(original, translated)
    assert len(list(tool._faults(tool.Message(original), message))) == 1
