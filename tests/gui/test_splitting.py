"""Split in the window: jobs J6 and J7, what is shown before, what has to be agreed to."""

import json
import zlib

import pytest

from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.gui.commands import findings, splitting, unfinished
from sitemap_editor.gui.dialogs.split import SplitDialog
from sitemap_editor.gui.scopes import all_entries
from sitemap_editor.gui.splitting.subjects import OneSitemap
from sitemap_editor.gui.splitting.work import Asked, SplitRequest, look_ahead
from sitemap_editor.operations.splitting import Wish
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support import settings as declared
from sitemap_editor.support.interaction import RecordingInteraction
from sitemap_editor.support.set_plan import PLAN_NAME

from .conftest import NAMESPACE, sitemap

SITE = "https://a.example/"


@pytest.fixture
def make(qtbot, jobs, tmp_path):
    """Make the dialog on rows, and wait until the first files are worked out."""

    def make(*rows, path="site.xml", doc=None, scopes=None, folder=tmp_path, most=None):
        doc = doc or open_bytes(sitemap(*rows), tmp_path / path)
        dialog = SplitDialog(
            doc,
            path,
            jobs,
            RecordingInteraction(),
            scopes=scopes or [all_entries(doc)],
            folder=folder,
            base_url=SITE,
            profiles=("protocol",),
            most=most,
        )
        qtbot.addWidget(dialog)
        settle(qtbot, dialog)
        return dialog

    return make


def settle(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog.work.is_busy)


def choose(qtbot, dialog, key):
    by = dialog.choices.by
    by.setCurrentIndex(by.findData(key))
    by.activated.emit(by.currentIndex())
    settle(qtbot, dialog)


def shown(dialog):
    """The tree as lines of text."""
    tree = dialog.result_pane.tree
    root = tree.topLevelItem(0)
    items = [root, *(root.child(n) for n in range(root.childCount()))]
    items += [tree.topLevelItem(n) for n in range(1, tree.topLevelItemCount())]
    return [" ".join(filter(None, (one.text(0), one.text(1)))) for one in items]


ROWS = ("shop/a", "shop/b", "blog/a", "about.html")


def test_it_begins_with_size_and_says_what_will_happen(make):
    dialog = make(*ROWS)
    assert dialog.heading.text() == "Split 4 entries into 1 file and an index"
    assert dialog.verb.text() == "Split into 1 file"
    assert shown(dialog) == ["sitemap_index.xml 1 file", "site-1.xml 4"]
    assert dialog.result_pane.sum.text() == "4 in, 4 out · no entry twice · order kept"


def test_the_files_follow_the_choices(qtbot, make):
    dialog = make(*ROWS)
    choose(qtbot, dialog, "section")
    assert dialog.choices.name.text() == "{base}-{section}-{n}.xml"
    dialog.choices.entries.setValue(1)
    assert not dialog.verb.isEnabled()
    settle(qtbot, dialog)
    assert dialog.verb.text() == "Split into 4 files"
    assert shown(dialog)[1:] == [
        "site-shop-1.xml 1",
        "site-shop-2.xml 1",
        "site-blog-1.xml 1",
        "site-other-1.xml 1",
    ]
    dialog.choices.gzip.click()
    settle(qtbot, dialog)
    assert shown(dialog)[1] == "site-shop-1.xml.gz 1"
    tree = dialog.result_pane.tree
    assert not tree.isColumnHidden(3)
    assert tree.topLevelItem(0).child(0).text(3) == "about 0.1 KB"


def test_what_cannot_be_done_is_said_and_the_button_is_off(qtbot, make):
    dialog = make(*ROWS)
    dialog.choices.entries.setValue(1)
    dialog.choices.name.setText("same")
    dialog.choices.name.textEdited.emit("same")
    settle(qtbot, dialog)
    assert "Two files would be called same.xml" in dialog.note.label.text()
    assert (dialog.verb.isEnabled(), dialog.verb.text()) == (False, "Split")
    dialog.accept()
    assert dialog.request is None


def test_patterns_are_asked_for_where_they_count(qtbot, make):
    dialog = make(*ROWS)
    assert dialog.choices.patterns.isHidden()
    choose(qtbot, dialog, "pattern")
    assert "There is no pattern" in dialog.note.label.text()
    dialog.choices.patterns.setPlainText("money = /shop/")
    settle(qtbot, dialog)
    assert shown(dialog)[1:] == ["site-money-1.xml 2", "site-other-1.xml 2"]


def test_existing_files_must_be_agreed_to(qtbot, make, tmp_path):
    (tmp_path / "site-1.xml").write_bytes(b"mine")
    dialog = make(*ROWS)
    assert dialog.choices.replace.text() == "Replace the 1 file that exists"
    assert shown(dialog)[1] == "site-1.xml (replaced) 4"
    assert not dialog.verb.isEnabled()
    dialog.choices.replace.click()
    assert dialog.verb.isEnabled()
    dialog.accept()
    assert dialog.request.force


def test_nothing_that_is_not_listed_is_agreed_to(qtbot, make, tmp_path):
    (tmp_path / "site-1.xml").write_bytes(b"mine")
    dialog = make(*ROWS)
    dialog.choices.replace.click()
    (tmp_path / "site-2.xml").write_bytes(b"mine too")
    dialog.choices.entries.setValue(2)
    settle(qtbot, dialog)
    assert dialog.choices.replace.text() == "Replace the 2 files that exist"
    assert not dialog.verb.isEnabled()


def test_the_line_for_robots_txt_is_shown(qtbot, make, tmp_path):
    (tmp_path / "robots.txt").write_bytes(b"User-agent: *\n")
    dialog = make(*ROWS)
    assert shown(dialog)[-1] == "robots.txt (one line added)"
    dialog.choices.robots.click()
    settle(qtbot, dialog)
    assert "robots.txt" not in shown(dialog)[-1]


# The whole way


def test_a_sitemap_is_split_by_language(qtbot, desk, monkeypatch):
    path = desk.folder / "site.xml"
    both = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href="{SITE}{page}"/>'
        for code, page in (("en", "tea"), ("de", "tee"))
    )
    entries = "".join(f"<url><loc>{SITE}{page}</loc>{both}</url>" for page in ("tea", "tee"))
    entries += f"<url><loc>{SITE}contact.html</loc></url>"
    xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    path.write_text(f'<urlset xmlns="{NAMESPACE}" {xhtml}>{entries}</urlset>')
    desk.window.open_paths([path])
    desk.quiet()

    def fill_in(name, /, **context):
        dialog = SplitDialog(**context, interaction=desk.interaction)
        qtbot.addWidget(dialog)
        settle(qtbot, dialog)
        choose(qtbot, dialog, "language")
        assert dialog.verb.text() == "Split into 3 files"
        dialog.accept()
        return dialog.request

    monkeypatch.setattr(desk.interaction, "ask_form", fill_in)
    desk.answer(splitting.OPEN)
    desk.run("tools.split")
    assert desk.session.name == "sitemap_index.xml"
    names = [f"site-{name}-1.xml" for name in ("en", "de", "other")]
    assert desk.doc.values_of(desk.doc.ids, "loc") == [SITE + name for name in names]
    parts = [open_document(desk.folder / name) for name in names]
    assert [part.value(0, "loc") for part in parts] == [
        f"{SITE}{page}" for page in ("tea", "tee", "contact.html")
    ]
    assert parts[0].raw(0).count(b"xhtml:link") == 2
    assert desk.window.settings.get(declared.UNFINISHED_FOLDERS) == ()


def request_for(desk, **wish):
    asked = Asked(Wish(SITE, base="sitemap", **wish), desk.folder)
    return SplitRequest(look_ahead(OneSitemap(desk.doc), asked))


def test_a_sitemap_that_is_too_large_is_split_by_bytes(desk):
    desk.open(*(f"p/{n}-{'x' * (n % 50)} 2024-01-02" for n in range(300)))
    before = (desk.folder / "sitemap.xml").read_bytes()
    request = request_for(desk, max_bytes=10_000, headroom=10, gzip=True, assign="hash")
    desk.answer(request, splitting.CLOSE)
    desk.run("tools.split")
    parts = [open_document(path) for path in sorted(desk.folder.glob("*.gz"))]
    assert len(parts) == len(request.outlook.plan.parts) > 1
    assert all(part.source.inflated_size <= 9_000 for part in parts)
    found = [raw for part in parts for raw in part.store.raws(part.ids)]
    assert sorted(found) == sorted(desk.doc.store.raws(desk.doc.ids))
    assert (desk.folder / "sitemap.xml").read_bytes() == before
    assert "300 entries are in" in desk.interaction.texts[-1]


def test_the_entries_that_are_shown_or_selected_can_be_split_alone(desk):
    desk.open("a", "b", "c")
    desk.select(1, 1, 2, 1)
    desk.answer(None)
    desk.run("tools.split")
    scopes = desk.interaction.asked[-1].context["scopes"]
    assert [(scope.title, scope.count) for scope in scopes] == [
        ("All entries", 3),
        ("Those selected", 2),
    ]
    assert desk.interaction.asked[-1].context["base_url"] == SITE


def test_files_that_are_open_are_not_replaced(desk):
    desk.open("a", name="sitemap-1.xml")
    desk.open("b", "c")
    request = request_for(desk)
    assert request.outlook.existing
    desk.answer(request)
    desk.run("tools.split")
    assert "sitemap-1.xml is open in this window" in desk.interaction.texts[-1]


def test_a_finding_about_size_leads_to_split(desk):
    desk.open("a")
    desk.answer(None)
    findings.fix(desk.window.context, "too-many-urls", None)
    assert desk.interaction.asked[-1].text == "split"


def test_news_are_split_at_their_own_limit(qtbot, make, desk):
    desk.open("a")
    desk.answer(None)
    findings.fix(desk.window.context, "news-too-many", None)
    assert desk.interaction.asked[-1].context["most"] == 1_000
    assert make("a", most=1_000).choices.entries.value() == 1_000


def test_the_limits_bar_offers_it_near_a_limit(desk, monkeypatch):
    desk.open("a")
    bar = desk.window.status.limits
    assert bar.split.isHidden()
    bar.entries.meter.set_share(0.95)
    monkeypatch.setattr(bar, "show_figures", lambda *_figures: None)
    bar.refresh()
    assert not bar.split.isHidden()
    desk.answer(None)
    bar.split.click()
    assert desk.interaction.asked[-1].text == "split"


def test_an_index_without_a_file_cannot_be_split(desk):
    desk.window.workspace.new(Kind.SITEMAPINDEX)
    desk.quiet()
    action = desk.window.action_set["tools.split"]
    assert not action.isEnabled()
    assert "Save it first" in splitting.why_not_split(desk.window.context)


def test_what_was_interrupted_is_finished_at_the_next_start(desk):
    folder = desk.folder / "out"
    folder.mkdir()
    name = ".0123456789abcdef.tmp"
    (folder / name).write_bytes(b"new")
    (folder / "a.xml").write_bytes(b"old")
    lines = [
        {"files": [[name, "a.xml"]], "removed": []},
        {"marks": [[3, zlib.crc32(b"new")]]},
    ]
    (folder / PLAN_NAME).write_text("".join(json.dumps(line) + "\n" for line in lines))
    desk.window.settings.set(declared.UNFINISHED_FOLDERS, (str(folder), str(folder / "gone")))
    unfinished.finish_interrupted(desk.window.context)
    desk.quiet()
    assert "is finished now" in desk.interaction.texts[-1]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a.xml": b"new"}
    assert desk.window.settings.get(declared.UNFINISHED_FOLDERS) == ()


def test_the_entries_that_the_filter_shows_are_split_in_the_order_of_the_file(
    qtbot, desk, monkeypatch
):
    desk.open("za", "b", "zc")
    desk.window.pane.filter_bar.field.setText("z")
    qtbot.waitUntil(lambda: len(desk.table.entries.rows) == 2)
    desk.table.header.sort_requested.emit("loc", True)
    assert desk.paths() == ["zc", "za"]

    def fill_in(name, /, **context):
        dialog = SplitDialog(**context, interaction=desk.interaction)
        qtbot.addWidget(dialog)
        settle(qtbot, dialog)
        dialog.choices.scope.setCurrentIndex(1)
        dialog.choices.scope.activated.emit(1)
        settle(qtbot, dialog)
        assert dialog.heading.text() == "Split 2 entries into 1 file and an index"
        dialog.accept()
        return dialog.request

    monkeypatch.setattr(desk.interaction, "ask_form", fill_in)
    desk.answer(splitting.CLOSE)
    desk.run("tools.split")
    part = open_document(desk.folder / "sitemap-1.xml")
    assert part.values_of(part.ids, "loc") == [f"{SITE}za", f"{SITE}zc"]
    assert len(desk.doc) == 3
