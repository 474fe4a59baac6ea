"""Merge in the window: jobs J5 and J24, where entries are from, what happens over a limit."""

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from sitemap_editor.document.opening import new_document, open_document
from sitemap_editor.gui.dialogs import merge as merge_module
from sitemap_editor.gui.dialogs.merge import MergeDialog
from sitemap_editor.gui.merging.preview import ADDRESS, ALSO, FILE, TAKEN
from sitemap_editor.operations.sets.gathering import Given
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.interaction import RecordingInteraction

from .conftest import NAMESPACE, sitemap

SITE = "https://a.example/"


@pytest.fixture
def make(qtbot, jobs, tmp_path, monkeypatch):
    """Make the dialog on files, each a list of rows, and wait until it has worked them out."""
    monkeypatch.setattr("sitemap_editor.gui.live_work.REST_MS", 0)

    def make(*files, interaction=None, sources=None, **more):
        paths = []
        for name, rows in zip("abcdef", files, strict=False):
            paths.append(tmp_path / f"{name}.xml")
            paths[-1].write_bytes(sitemap(*rows))
        dialog = MergeDialog(
            jobs,
            interaction or RecordingInteraction(),
            sources=sources or [Given(path.name, path) for path in paths],
            opened={},
            profiles=("protocol",),
            **more,
        )
        qtbot.addWidget(dialog)
        settle(qtbot, dialog)
        return dialog

    return make


def settle(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog.work.is_busy)


def choose(qtbot, dialog, combo, key):
    combo.setCurrentIndex(combo.findData(key))
    settle(qtbot, dialog)


def shown(dialog):
    """The table as lines of text."""
    model = dialog.table.entries
    columns = (ADDRESS, FILE, ALSO, TAKEN)
    rows = ([model.text(row, column) for column in columns] for row in range(model.rowCount()))
    return [" | ".join(filter(None, row)).removeprefix(SITE) for row in rows]


A = ("x 2024-01-01 daily 0.5", "a")
B = ("x 2025-01-01", "b")


def test_entries_are_shown_with_the_files_they_are_from(make):
    dialog = make(A, B)
    assert dialog.heading.text() == "Merge 2 files into one of 3 entries"
    assert dialog.verb.text() == "Merge into 3 entries" and dialog.verb.isEnabled()
    assert shown(dialog) == [
        "a | a.xml",
        "x | b.xml | a.xml | changefreq from a.xml, priority from a.xml",
        "b | b.xml",
    ]
    assert dialog.said.text() == (
        "4 in, 3 out · 1 duplicate goes · 1 entry takes over · 1 page differs in lastmod"
    )
    tree = dialog.sources.tree
    rows = [tree.topLevelItem(n) for n in range(2)]
    assert [[row.text(c) for c in range(3)] for row in rows] == [
        ["a.xml", "2", "1"],
        ["b.xml", "2", "2"],
    ]


def test_the_preview_follows_the_choices(qtbot, make):
    dialog = make(A, B)
    choose(qtbot, dialog, dialog.which, "several")
    assert len(shown(dialog)) == 1
    assert "<lastmod>2025-01-01</lastmod>" in dialog.result_pane.area.toPlainText()
    assert "a.xml, entry 1" in dialog.versions.area.toPlainText()
    choose(qtbot, dialog, dialog.choices.duplicates, "first")
    assert shown(dialog) == ["x | a.xml | b.xml | lastmod from b.xml"]
    choose(qtbot, dialog, dialog.choices.winners["lastmod"], "1")
    assert shown(dialog) == ["x | a.xml | b.xml"]
    choose(qtbot, dialog, dialog.choices.duplicates, "keep")
    assert shown(dialog) == [] and not dialog.choices.winners["lastmod"].isEnabled()
    assert dialog.verb.text() == "Merge into 4 entries"


def test_files_are_added_taken_out_and_put_in_order(qtbot, make, tmp_path):
    (tmp_path / "c.xml").write_bytes(sitemap("c"))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "d.xml").write_bytes(sitemap("d", "x"))
    asked = RecordingInteraction([tmp_path / "c.xml", tmp_path / "a.xml"], tmp_path / "folder")
    dialog = make(A, B, interaction=asked)
    dialog.sources.add_files.click()
    dialog.sources.add_folder.click()
    settle(qtbot, dialog)
    assert dialog.verb.text() == "Merge into 5 entries"
    tree = dialog.sources.tree
    tree.topLevelItem(3).setSelected(True)
    for _time in range(3):
        dialog.sources.up.click()
    settle(qtbot, dialog)
    assert [line.split(" | ")[0] for line in shown(dialog)] == ["d", "a", "x", "b", "c"]
    assert not dialog.sources.up.isEnabled()
    tree.topLevelItem(1).setSelected(True)
    dialog.sources.remove.click()
    settle(qtbot, dialog)
    assert [one.name for one in dialog.sources.sources] == ["b.xml", "c.xml"]


def test_where_entries_are_from_can_be_saved(qtbot, make, tmp_path):
    dialog = make(A, B, interaction=RecordingInteraction(tmp_path / "from.csv"))
    dialog.provenance.click()
    qtbot.waitUntil(lambda: dialog.note.label.text() == "Wrote from.csv.")
    lines = (tmp_path / "from.csv").read_text().splitlines()
    assert lines[2] == f"{SITE}x,b.xml,1,a.xml,,a.xml,a.xml,,,,"
    assert dialog.provenance.isEnabled()


def test_files_can_be_dropped_on_the_list(qtbot, make, tmp_path):
    dialog = make(A)
    (tmp_path / "dropped.xml").write_bytes(sitemap("d"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "dropped.xml"))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    dialog.sources.tree.dropEvent(event)
    settle(qtbot, dialog)
    assert dialog.verb.text() == "Merge into 3 entries"


def test_what_cannot_be_read_is_said_and_left_out(qtbot, make, tmp_path):
    (tmp_path / "page.xml").write_text("<html><body>not found</body></html>")
    sources = [Given("page.xml", tmp_path / "page.xml"), Given("a.xml", tmp_path / "a.xml")]
    dialog = make(A, sources=sources)
    assert "page.xml" in dialog.note.label.text() and dialog.verb.isEnabled()
    assert dialog.heading.text() == "Merge 1 file into one of 2 entries"
    dialog = make(sources=sources[:1])
    assert "HTML" in dialog.note.label.text() and not dialog.verb.isEnabled()
    dialog.accept()
    assert dialog.request is None


def test_addresses_have_half_of_the_room_of_a_small_window(qtbot, make):
    dialog = make(A, B)
    with qtbot.waitExposed(dialog):
        dialog.show()
    table = dialog.table
    for width in (990, 1600):
        dialog.resize(width, 600)
        qtbot.waitUntil(lambda: table.columnWidth(ADDRESS) >= table.viewport().width() // 2)
    assert table.columnWidth(FILE) == 130


def answer_with(desk, qtbot, monkeypatch, do):
    """Fill the dialog in as a person would; other forms are answered as prepared."""
    usual = desk.interaction.ask_form

    def fill_in(name, /, **context):
        if name != "merge":
            return usual(name, **context)
        dialog = MergeDialog(**context, interaction=desk.interaction)
        qtbot.addWidget(dialog)
        settle(qtbot, dialog)
        do(dialog)
        settle(qtbot, dialog)
        dialog.accept()
        return dialog.request

    monkeypatch.setattr(desk.interaction, "ask_form", fill_in)


def locs(doc):
    return [(one or "").removeprefix(SITE) for one in doc.values_of(doc.ids, "loc")]


def test_open_documents_become_a_new_one(qtbot, desk, monkeypatch):
    """J5: a crawl and the list of the CMS; the date is from the CMS."""
    desk.open(*A, name="cms.xml")
    desk.open(*B, "c", name="crawl.xml")
    lastmod = []

    def do(dialog):
        combo = dialog.choices.winners["lastmod"]
        lastmod.append(combo.itemText(combo.findData("1")))
        combo.setCurrentIndex(combo.findData("1"))

    answer_with(desk, qtbot, monkeypatch, do)
    desk.run("tools.merge")
    assert lastmod == ["From cms.xml, where it has it"]
    assert locs(desk.doc) == ["a", "x", "b", "c"]
    assert desk.doc.value(1, "lastmod") == "2024-01-01"
    assert desk.doc.path is None and desk.session.is_modified
    assert desk.notice == "5 entries of 2 files became 4."
    assert len(desk.window.workspace.sessions) == 3


def test_a_document_takes_in_the_others_as_one_step(qtbot, desk, monkeypatch):
    """J24: several sitemaps of an index into the first of them, edited ones as they are now."""
    desk.open(*B, name="b.xml")
    desk.open("c", "x", name="c.xml")
    desk.doc.set_value(0, "priority", "0.9")
    before = desk.window.workspace.sessions[0].doc.text()
    answer_with(
        desk,
        qtbot,
        monkeypatch,
        lambda dialog: choose(qtbot, dialog, dialog.choices.result, "first"),
    )
    desk.run("tools.merge")
    assert desk.session.name == "b.xml" and len(desk.window.workspace.sessions) == 2
    assert locs(desk.doc) == ["x", "b", "c"]
    assert desk.doc.value(2, "priority") == "0.9"
    after = desk.doc.text()
    for _time in range(2):
        desk.run("edit.undo")
        assert desk.doc.text() == before
        desk.run("edit.redo")
        assert desk.doc.text() == after
    desk.run("file.save")
    assert open_document(desk.folder / "b.xml").text() == after


def test_the_sitemaps_of_an_index_are_proposed(qtbot, desk, monkeypatch):
    """J24: closed ones are read, open ones count as they are now."""
    for name, rows in (("a.xml", A), ("b.xml", B)):
        (desk.folder / name).write_bytes(sitemap(*rows))
    entries = "".join(f"<sitemap><loc>{SITE}{name}</loc></sitemap>" for name in ("a.xml", "b.xml"))
    text = f'<sitemapindex xmlns="{NAMESPACE}">{entries}</sitemapindex>'
    (desk.folder / "index.xml").write_text(text)
    desk.window.open_paths([desk.folder / "index.xml"])
    desk.quiet()
    answer_with(desk, qtbot, monkeypatch, lambda dialog: None)
    desk.run("tools.merge")
    assert locs(desk.doc) == ["a", "x", "b"]


@pytest.mark.parametrize("opened", [("index.xml", "a.xml"), ("index.xml",)])
def test_the_sitemaps_that_went_into_another_leave_the_index_in_the_same_step(
    qtbot, desk, monkeypatch, opened
):
    """J24: of an index and two sitemaps, one sitemap and an index of one."""
    for name, rows in (("a.xml", A), ("b.xml", B)):
        (desk.folder / name).write_bytes(sitemap(*rows))
    entries = "".join(f"<sitemap><loc>{SITE}{name}</loc></sitemap>" for name in ("a.xml", "b.xml"))
    text = f'<sitemapindex xmlns="{NAMESPACE}">{entries}</sitemapindex>'
    (desk.folder / "index.xml").write_text(text)
    for name in opened:
        desk.window.open_paths([desk.folder / name])
        desk.quiet()
    desk.window.workspace.activate(desk.window.workspace.sessions[0])
    answer_with(
        desk,
        qtbot,
        monkeypatch,
        lambda dialog: choose(qtbot, dialog, dialog.choices.result, "unlisted"),
    )
    desk.run("tools.merge")
    qtbot.waitUntil(lambda: desk.notice == "4 entries of 2 files became 3.")
    index, first = desk.window.workspace.sessions
    assert locs(first.doc) == ["a", "x", "b"] and locs(index.doc) == ["a.xml"]
    for _time in range(2):
        desk.run("edit.undo")
        assert (index.doc.text().decode(), len(first.doc)) == (text, 2)
        desk.run("edit.redo")
        assert (len(index.doc), len(first.doc)) == (1, 3)


def test_over_a_limit_split_comes_next(qtbot, desk, monkeypatch):
    desk.open("a", "b", name="a.xml")
    desk.open("c", name="b.xml")
    limits = merge_module.limits_of(("protocol",))._replace(entries=2)
    monkeypatch.setattr(merge_module, "limits_of", lambda _profiles: limits)
    verbs = []
    answer_with(desk, qtbot, monkeypatch, lambda dialog: verbs.append(dialog.verb.text()))
    desk.answer(None)
    desk.run("tools.merge")
    assert verbs == ["Merge and split…"]
    assert desk.interaction.asked[-1].text == "split" and locs(desk.doc) == ["a", "b", "c"]


def test_documents_without_a_file_are_merged_too(qtbot, desk, monkeypatch):
    desk.window.workspace.add(new_document(Kind.URLSET))
    desk.doc.add({"loc": SITE + "new"})
    desk.open("a")
    answer_with(desk, qtbot, monkeypatch, lambda dialog: None)
    desk.run("tools.merge")
    assert locs(desk.doc) == ["new", "a"]


def test_very_many_entries_are_joined_after_the_dialog(qtbot, desk, monkeypatch):
    monkeypatch.setattr("sitemap_editor.gui.merging.work.MOST_JOINED", 1)
    desk.open(*A, name="a.xml")
    desk.open(*B, name="b.xml")
    seen = []

    def do(dialog):
        seen.append((shown(dialog), dialog.result_pane.area.toPlainText()))

    answer_with(desk, qtbot, monkeypatch, do)
    desk.run("tools.merge")
    assert seen[0][0] == ["x | b.xml | a.xml | changefreq from a.xml, priority from a.xml"]
    assert "<changefreq>daily</changefreq>" in seen[0][1]
    assert locs(desk.doc) == ["a", "x", "b"]
    assert not any(session.is_busy for session in desk.window.workspace.sessions)
