import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats import FORMATS
from sitemap_editor.formats.tables import CSV
from sitemap_editor.gui.dialogs import export_scope
from sitemap_editor.gui.dialogs.save_as import SaveAsDialog
from sitemap_editor.gui.scopes import Scope, all_entries
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.interaction import RecordingInteraction

XML = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://www.example.com/</loc><priority>0.5</priority></url>
</urlset>
"""


@pytest.fixture
def make(qtbot, tmp_path):
    def make(name="a.xml", *, data=XML, interaction=None, **options):
        dialog = SaveAsDialog(
            open_bytes(data), tmp_path / name, interaction or RecordingInteraction(), **options
        )
        qtbot.addWidget(dialog)
        return dialog

    return make


def choose(dialog, suffix):
    ids = [f.id for f in dialog._formats]
    dialog.format.setCurrentIndex(ids.index(suffix))
    dialog.format.activated.emit(dialog.format.currentIndex())


def test_save_as_begins_with_the_documents_own_format(make, tmp_path):
    request = make().request
    assert (request.path, request.target.format.id) == (tmp_path / "a.xml", "xml")
    assert not request.is_copy


def test_export_begins_with_another_format_and_is_a_copy(make, tmp_path):
    request = make(is_export=True).request
    assert request.path == tmp_path / "a.txt"
    assert request.is_copy


@pytest.mark.parametrize(
    ("before", "suffix", "after"),
    [("a.xml", "csv", "a.csv"), ("a.xml.gz", "txt", "a.txt.gz"), ("a.b", "csv", "a.b.csv")],
)
def test_the_name_follows_the_format(make, tmp_path, before, suffix, after):
    dialog = make(before)
    choose(dialog, suffix)
    assert dialog.request.path == tmp_path / after


def test_the_format_follows_the_name(make, tmp_path):
    dialog = make()
    dialog.path.setText(str(tmp_path / "x.csv.gz"))
    dialog.path.textEdited.emit(dialog.path.text())
    assert (dialog.target.format.id, dialog.target.gzip) == ("csv", True)


def test_gzip_puts_its_suffix_on_and_takes_it_off(make, tmp_path):
    dialog = make()
    dialog.gzip.setChecked(True)
    assert dialog.request.path == tmp_path / "a.xml.gz"
    dialog.gzip.setChecked(False)
    assert dialog.request.path == tmp_path / "a.xml"


def test_options_are_those_of_the_format(make):
    dialog = make()
    assert dialog.request.options == {}
    choose(dialog, "csv")
    assert set(dialog.request.options) == {option.key for option in CSV.options}


def test_an_export_offers_another_layout_and_shows_it(make):
    dialog = make(is_export=True)
    choose(dialog, "xml")
    layout = dialog._options["layout"].findChild(QComboBox)
    layout.setCurrentIndex(layout.findData("compact"))
    assert dialog.request.options["layout"] == "compact"
    assert "<urlset" in dialog.pane.area.toPlainText().splitlines()[0]


def test_what_is_missing_is_said_where_the_first_lines_would_be(make):
    dialog = make(is_export=True)
    choose(dialog, "robots-lines")
    assert "public address" in dialog.pane.area.toPlainText()
    dialog._options["address"].findChild(QLineEdit).setText("https://www.example.com/a.xml")
    assert dialog.pane.area.toPlainText().startswith("Sitemap: https://www.example.com/a.xml")


@pytest.mark.parametrize(
    ("suffix", "first"),
    [
        ("xml", '<?xml version="1.0" encoding="UTF-8"?>'),
        ("txt", "https://www.example.com/"),
        ("csv", "loc,lastmod,changefreq,priority"),
    ],
)
def test_the_first_lines_are_shown_as_they_will_be_written(make, suffix, first):
    dialog = make()
    choose(dialog, suffix)
    assert dialog.pane.area.toPlainText().splitlines()[0] == first


def test_a_file_that_exists_is_announced_and_can_be_kept_as_backup(make, tmp_path):
    (tmp_path / "a.xml").write_text("")
    dialog = make(backup=True)
    assert dialog.verb.text() == "Replace"
    assert "will be replaced" in dialog.note.text()
    assert dialog.request.backup


def test_where_nothing_is_to_be_kept_the_backup_is_shown_but_off(make):
    dialog = make(backup=True)
    assert dialog.verb.text() == "Save"
    assert dialog.backup.isVisibleTo(dialog)
    assert not dialog.backup.isEnabled()
    assert not dialog.request.backup


@pytest.mark.parametrize("name", ["", "missing/folder/a.xml"])
def test_a_place_that_cannot_be_written_is_said_before(make, tmp_path, name):
    dialog = make()
    text = str(tmp_path / name) if name else ""
    dialog.path.setText(text)
    dialog.path.textEdited.emit(text)
    assert not dialog.verb.isEnabled()


def test_browse_takes_over_the_chosen_file(make, tmp_path):
    dialog = make(interaction=RecordingInteraction(tmp_path / "b.csv"))
    dialog.browse.click()
    assert dialog.request.path == tmp_path / "b.csv"
    assert dialog.target.format.id == "csv"


def test_a_list_of_addresses_can_become_a_sitemap(make):
    dialog = make("a.txt", data=b"https://www.example.com/\n")
    choose(dialog, "xml")
    assert dialog.request.is_copy
    assert "<loc>https://www.example.com/</loc>" in dialog.pane.area.toPlainText()


LEGACY = (
    '<?xml version="1.0" encoding="windows-1251"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    "<url><loc>https://www.example.com/яблоко</loc></url></urlset>"
).encode("windows-1251")


def test_an_older_encoding_can_be_left_behind(make):
    dialog = make(data=LEGACY)
    assert dialog.request.encoding is None
    assert "яблоко" in dialog.pane.area.toPlainText()
    dialog.utf8.setChecked(True)
    assert dialog.request.save_options["encoding"] == "utf-8"
    assert 'encoding="UTF-8"' in dialog.pane.area.toPlainText()


@pytest.mark.parametrize("data", [XML, b"\xef\xbb\xbf" + XML])
def test_the_byte_order_mark_stays_unless_changed(make, tmp_path, data):
    dialog = make(data=data)
    request = dialog.request
    dialog._doc.save(request.path, **request.save_options)
    assert request.path.read_bytes() == data
    dialog.bom.toggle()
    assert dialog.request.bom is not data.startswith(b"\xef")


def test_options_of_the_own_format_are_not_offered_for_others(make):
    dialog = make(data=LEGACY)
    choose(dialog, "csv")
    assert dialog.utf8.isHidden()
    assert dialog.bom.isVisibleTo(dialog) is False
    assert (dialog.request.encoding, dialog.request.bom) == (None, None)


def test_a_feed_is_not_replaced_by_a_sitemap_of_it_unasked(make, tmp_path):
    dialog = make("feed.xml", data=b"<rss version='2.0'><channel/></rss>")
    assert dialog.request.path == tmp_path / "feed.rss"
    assert not dialog.request.is_copy


# Which entries

SEVERAL = XML.replace(
    b"</urlset>",
    b"".join(b"<url><loc>https://www.example.com/%d</loc></url>\n" % n for n in range(3))
    + b"</urlset>",
)


def scopes(doc):
    return [all_entries(doc), Scope("Selected", 2, doc.ids[[3, 1]])]


def test_an_export_can_be_of_some_entries_in_their_order(make):
    doc = open_bytes(SEVERAL)
    dialog = make(data=SEVERAL, is_export=True, scopes=scopes(doc))
    assert dialog.request.ids is None
    dialog.scope.setCurrentIndex(1)
    dialog.scope.activated.emit(1)
    assert dialog.request.ids.tolist() == doc.ids[[3, 1]].tolist()
    assert dialog.pane.area.toPlainText().split() == [
        "https://www.example.com/2",
        "https://www.example.com/0",
    ]
    assert dialog.verb.text() == "Export 2 entries"
    choose(dialog, "xml")
    assert "https://www.example.com/1<" not in dialog.pane.area.toPlainText()


def test_saving_is_always_of_all(make):
    dialog = make(data=SEVERAL, scopes=scopes(open_bytes(SEVERAL)))
    assert not dialog.scope.isVisibleTo(dialog)
    assert dialog.request.ids is None


def test_the_limits_of_a_sheet_are_said_before(make, monkeypatch):
    monkeypatch.setattr(export_scope, "MAX_LINKS", 1)
    dialog = make(data=SEVERAL, is_export=True)
    choose(dialog, "xlsx")
    assert "Excel allows 1 links in a sheet" in dialog.note.text()
    dialog._options["links"].findChild(QCheckBox).click()
    assert "links" not in dialog.note.text()
    monkeypatch.setattr(export_scope, "MAX_ROWS", 4)
    dialog._refresh()
    assert "A sheet of Excel ends at 4 rows" in dialog.note.text()
    assert not dialog.verb.isEnabled()


def test_a_known_address_is_filled_in(make):
    dialog = make(is_export=True, address="https://www.example.com/a.xml")
    choose(dialog, "robots-lines")
    assert dialog.pane.area.toPlainText() == "Sitemap: https://www.example.com/a.xml\n"
    dialog._options["address"].findChild(QLineEdit).setText("")
    assert not dialog.verb.isEnabled()


@pytest.mark.parametrize("id_", [one.id for one in FORMATS if Kind.URLSET in one.kinds])
def test_every_format_can_be_exported_with_its_options(make, id_):
    dialog = make(is_export=True, address="https://www.example.com/a.xml")
    choose(dialog, id_)
    known = next(one for one in FORMATS if one.id == id_)
    assert set(dialog.request.options) == {option.key for option in known.options}
    assert dialog.pane.area.toPlainText().strip()
    assert dialog.verb.isEnabled()
