"""Removing duplicates in all files of a set: job J12 over an index."""

import pytest

from sitemap_editor.gui.dialogs.dedupe import DedupeDialog

from .conftest import NAMESPACE, sitemap

SITE = "https://a.example/"


@pytest.fixture
def site(desk):
    """An index of three files, of which the second is not opened."""
    files = {
        "a.xml": ("a", "x 2024-01-01"),
        "b.xml": ("x 2025-01-01 daily", "b", "b"),
        "c.xml": "c",
    }
    for name, rows in files.items():
        (desk.folder / name).write_bytes(sitemap(*rows))
    entries = "".join(f"<sitemap><loc>{SITE}{name}</loc></sitemap>" for name in files)
    index = f'<sitemapindex xmlns="{NAMESPACE}">{entries}</sitemapindex>'
    (desk.folder / "index.xml").write_text(index)
    desk.window.open_paths([desk.folder / "index.xml"])
    desk.quiet()
    desk.window.open_paths([desk.folder / "a.xml"])
    desk.quiet()
    return desk


def use(desk, qtbot, monkeypatch, do):
    def fill_in(name, /, **context):
        dialog = DedupeDialog(**context)
        qtbot.addWidget(dialog)
        qtbot.waitUntil(lambda: not dialog.work.is_busy)
        do(dialog)
        qtbot.waitUntil(lambda: not dialog.work.is_busy)
        if dialog.verb.isEnabled():
            dialog.accept()
            return dialog.request
        dialog.reject()
        return None

    monkeypatch.setattr(desk.interaction, "ask_form", fill_in)
    desk.run("tools.dedupe")


def texts(desk):
    return {one.name: one.doc.text() for one in desk.window.workspace.sessions}


def locs(desk, name):
    doc = next(one.doc for one in desk.window.workspace.sessions if one.name == name)
    return [(one or "").removeprefix(SITE) for one in doc.values_of(doc.ids, "loc")]


def test_a_page_stays_in_one_file_as_one_step_of_all(qtbot, site, monkeypatch):
    seen = []

    def do(dialog):
        seen.append([dialog.place.itemText(n) for n in range(dialog.place.count())])
        dialog.place.setCurrentIndex(1)
        qtbot.waitUntil(lambda: not dialog.work.is_busy)
        dialog.keep.setCurrentIndex(dialog.keep.findData("first"))
        seen.append([group.addresses[0] for group in dialog.found])
        seen.append([button.text().split("\n")[0] for button in dialog.buttons_of_group.buttons()])
        seen.append(dialog.outcome.area.toPlainText())

    use(site, qtbot, monkeypatch, do)
    qtbot.waitUntil(lambda: "Removed 2 duplicates" in site.notice)
    assert seen[0][0] == "This file" and seen[0][1].startswith("index.xml (")
    assert seen[1] == [SITE + "x", SITE + "b"]
    assert seen[2] == ["a.xml, entry 2 · 2024-01-01", "b.xml, entry 1 · 2025-01-01"]
    assert "2025-01-01" in seen[3] and "daily" in seen[3]
    assert (locs(site, "a.xml"), locs(site, "b.xml")) == (["a", "x"], ["b"])
    assert "c.xml" not in texts(site)
    after = texts(site)
    for _time in range(2):
        site.run("edit.undo")
        assert locs(site, "b.xml") == ["x", "b", "b"]
        assert texts(site)["a.xml"] == (site.folder / "a.xml").read_bytes()
        site.run("edit.redo")
        assert texts(site) == after


def test_entries_chosen_by_hand_stay_and_unticked_groups_are_left(qtbot, site, monkeypatch):
    def do(dialog):
        dialog.place.setCurrentIndex(1)
        qtbot.waitUntil(lambda: not dialog.work.is_busy)
        dialog.table.ticked.set_ticks([1], False)
        dialog.table.selectRow(0)
        dialog.buttons_of_group.buttons()[1].click()
        assert dialog.verb.text() == "Remove 1 entry"

    use(site, qtbot, monkeypatch, do)
    qtbot.waitUntil(lambda: "Removed 1 duplicate" in site.notice)
    assert locs(site, "a.xml") == ["a"] and "b.xml" not in texts(site)


def test_one_file_alone_offers_no_set(qtbot, desk, monkeypatch):
    desk.open("a", "a")
    shown = []
    use(desk, qtbot, monkeypatch, lambda dialog: shown.append(dialog.place.isHidden()))
    assert shown == [True] and locs(desk, "sitemap.xml") == ["a"]
