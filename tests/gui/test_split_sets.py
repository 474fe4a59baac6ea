"""Split on an index in the window: all sitemaps it names, job J7 for a set that is too large."""

import pytest

from sitemap_editor.document.opening import open_document
from sitemap_editor.gui.commands import splitting
from sitemap_editor.gui.dialogs.split import SplitDialog
from sitemap_editor.gui.splitting import subjects

from .conftest import NAMESPACE, sitemap

SITE = "https://a.example/"


@pytest.fixture
def folder(desk):
    """An index with two children of three and two entries, and the window with the index."""
    (desk.folder / "map-1.xml").write_bytes(sitemap("a/1", "a/2", "b/1"))
    (desk.folder / "map-2.xml").write_bytes(sitemap("b/2", "a/3"))
    put_index(desk.folder, "map-1.xml", "map-2.xml")
    desk.window.open_paths([desk.folder / "index.xml"])
    desk.quiet()
    return desk.folder


def put_index(folder, *names):
    children = "".join(f"<sitemap><loc>{SITE}{name}</loc></sitemap>" for name in names)
    (folder / "index.xml").write_text(
        f'<sitemapindex xmlns="{NAMESPACE}">{children}</sitemapindex>'
    )


@pytest.fixture
def fill_in(qtbot, desk, monkeypatch):
    """Let the dialog be filled in by a function, once its first result is there."""

    def fill_in(choose, action="tools.split"):
        def ask(name, /, **context):
            dialog = SplitDialog(**context, interaction=desk.interaction)
            qtbot.addWidget(dialog)
            settle(qtbot, dialog)
            choose(dialog)
            settle(qtbot, dialog)
            dialog.accept()
            return dialog.request

        monkeypatch.setattr(desk.interaction, "ask_form", ask)
        desk.answer(splitting.OPEN)
        desk.run(action)
        desk.quiet()

    return fill_in


def settle(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog.work.is_busy)


def locs_of(path):
    doc = open_document(path)
    return [one.removeprefix(SITE) for one in doc.values_of(doc.ids, "loc")]


def old_of(dialog):
    """What stands below the new files: those that the new index does not name."""
    tree = dialog.result_pane.tree
    return [tree.topLevelItem(n).text(0) for n in range(1, tree.topLevelItemCount())]


def test_an_index_is_split_in_its_place_with_unsaved_changes(qtbot, desk, folder, fill_in):
    desk.window.open_paths([folder / "map-1.xml"])
    desk.quiet()
    desk.doc.set_value(0, "loc", f"{SITE}a/new")
    desk.window.open_paths([folder / "index.xml"])
    desk.quiet()

    def choose(dialog):
        assert "All sitemaps that index.xml names are split together" in dialog.lead.text()
        assert dialog.choices.index_name.text() == "index.xml"
        by = dialog.choices.by
        by.setCurrentIndex(by.findData("section"))
        by.activated.emit(by.currentIndex())
        settle(qtbot, dialog)
        assert dialog.heading.text() == "Split 5 entries into 2 files and an index"
        dialog.choices.replace.click()
        assert old_of(dialog) == [
            "map-1.xml (of an earlier split)",
            "map-2.xml (of an earlier split)",
        ]
        dialog.choices.remove.click()
        assert old_of(dialog) == ["map-1.xml (removed)", "map-2.xml (removed)"]

    fill_in(choose)
    assert sorted(path.name for path in folder.iterdir()) == [
        "index.xml",
        "map-a-1.xml",
        "map-b-1.xml",
    ]
    assert locs_of(folder / "map-a-1.xml") == ["a/new", "a/2", "a/3"]
    assert desk.session.name == "index.xml"
    assert [session.name for session in desk.window.workspace.sessions] == ["index.xml"]
    assert locs_of(folder / "index.xml") == ["map-a-1.xml", "map-b-1.xml"]
    names = [f"{SITE}{name}" for name in ("map-a-1.xml", "map-b-1.xml")]
    assert desk.doc.values_of(desk.doc.ids, "loc") == names


def test_what_is_missing_is_said_and_left_out_on_purpose(qtbot, desk, folder, fill_in):
    put_index(folder, "map-1.xml", "map-3.xml", "map-2.xml")
    desk.window.workspace.reload(desk.session)
    desk.quiet()

    def choose(dialog):
        assert "map-3.xml" in dialog.note.label.text()
        assert not dialog.verb.isEnabled()
        dialog.choices.skip.click()
        settle(qtbot, dialog)
        assert "1 file cannot be read and is left out: map-3.xml" in dialog.note.label.text()
        dialog.choices.index_name.setText("all.xml")
        dialog.choices.index_name.textEdited.emit("all.xml")
        settle(qtbot, dialog)
        dialog.choices.replace.click()

    fill_in(choose)
    assert locs_of(folder / "map-1.xml") == ["a/1", "a/2", "b/1", "b/2", "a/3"]
    assert locs_of(folder / "all.xml") == ["map-1.xml"]
    assert (folder / "map-2.xml").exists(), "the old index names it"


def test_files_are_not_read_again_for_other_names(qtbot, folder, fill_in, monkeypatch):
    calls = []
    measure = subjects.measure
    monkeypatch.setattr(
        subjects, "measure", lambda *given, **named: calls.append(1) or measure(*given, **named)
    )

    def choose(dialog):
        dialog.choices.entries.setValue(2)
        settle(qtbot, dialog)
        assert dialog.verb.text() == "Split into 3 files"
        assert len(calls) == 1
        dialog.choices.name.setText("p{n}")
        dialog.choices.name.textEdited.emit("p{n}")
        settle(qtbot, dialog)
        assert len(calls) == 1
        dialog.choices.replace.click()

    fill_in(choose)
    assert [locs_of(folder / f"p{n}.xml") for n in (1, 2, 3)] == [
        ["a/1", "a/2"],
        ["b/1", "b/2"],
        ["a/3"],
    ]


def test_languages_are_looked_at_across_the_files(qtbot, desk, folder, fill_in):
    for number, code in ((1, "en"), (2, "de")):
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{one}" href="{SITE}{one}/tea"/>'
            for one in ("en", "de")
        )
        (folder / f"map-{number}.xml").write_text(
            f'<urlset xmlns="{NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
            f"<url><loc>{SITE}{code}/tea</loc>{links}</url></urlset>"
        )

    def choose(dialog):
        by = dialog.choices.by
        by.setCurrentIndex(by.findData("language"))
        by.activated.emit(by.currentIndex())
        settle(qtbot, dialog)
        assert "every link leads to a page that links back" in dialog.note.label.text()
        dialog.choices.replace.click()

    fill_in(choose)
    assert locs_of(folder / "map-en-1.xml") == ["en/tea"]
    assert locs_of(folder / "map-de-1.xml") == ["de/tea"]


def test_the_sitemaps_of_a_folder_are_split_together(qtbot, desk, fill_in):
    folder = desk.folder / "maps"
    folder.mkdir()
    (folder / "map-1.xml").write_bytes(sitemap("a/1", "b/1"))
    (folder / "map-2.xml").write_bytes(sitemap("b/2"))
    one = desk.window.workspace.open_folder(folder)
    qtbot.waitUntil(lambda: not one.is_reading)
    desk.quiet()

    def choose(dialog):
        dialog.choices.base_url.setText(SITE)
        dialog.choices.base_url.textEdited.emit(SITE)
        settle(qtbot, dialog)
        dialog.choices.replace.click()

    fill_in(choose, "set.split")
    assert locs_of(folder / "map-1.xml") == ["a/1", "b/1", "b/2"]
    assert locs_of(folder / "sitemap_index.xml") == ["map-1.xml"]
