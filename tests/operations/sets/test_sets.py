import zipfile

import pytest

from sitemap_editor.document.opening import new_document, open_document
from sitemap_editor.operations.sets import Mapping, State, open_set, set_of, walk
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
SITE = "https://www.example.com/"


def urlset(*names):
    entries = "".join(f"<url><loc>{SITE}{name}</loc></url>" for name in names)
    return f'<urlset xmlns="{NS}">{entries}</urlset>'


def index(*addresses):
    entries = "".join(f"<sitemap><loc>{address}</loc></sitemap>" for address in addresses)
    return f'<sitemapindex xmlns="{NS}">{entries}</sitemapindex>'


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()

    def put(name, text):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text) if isinstance(text, str) else path.write_bytes(text)
        return path

    put.folder = folder
    return put


def told(found):
    return [(one.name, str(one.state)) for one in found.members]


def test_an_index_names_its_files_in_order_and_what_is_wrong_with_them(site):
    site("b.xml", urlset("b"))
    site("maps/a.xml", urlset("a"))
    site("other.xml", urlset("c"))
    source = site(
        "index.xml",
        index(
            f"{SITE}b.xml",
            f"{SITE}maps/a.xml",
            f"{SITE}gone.xml",
            f"{SITE}index.xml",
            f"{SITE}b.xml",
            "https://cdn.example.net/x.xml",
            f"{SITE}%2e%2e/%2e%2e/etc/passwd",
            "no address",
        ),
    )
    found = open_set(source)
    assert told(found) == [
        ("b.xml", "here"),
        ("maps/a.xml", "here"),
        ("gone.xml", "missing"),
        ("index.xml", "itself"),
        ("b.xml", "twice"),
        ("x.xml", "foreign"),
        ("passwd", "missing"),
        ("no address", "outside"),
        ("other.xml", "unnamed"),
    ]
    assert [one.name for one in found.files] == ["b.xml", "maps/a.xml"]
    assert found.mapping == Mapping(SITE, site.folder.resolve())


def test_files_of_an_index_that_is_alone_are_elsewhere(site):
    found = open_set(site("index.xml", index(f"{SITE}a.xml", f"{SITE}b.xml")))
    assert told(found) == [("a.xml", "elsewhere"), ("b.xml", "elsewhere")]
    assert found.mapping is None


def test_a_mapping_says_where_files_are(site, tmp_path):
    source = site(
        "index.xml", index(f"{SITE}maps/a.xml.gz", f"{SITE}maps/gone.xml", f"{SITE}b.xml")
    )
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "a.xml").write_text(urlset("a"))
    found = open_set(source, mapping=Mapping.of(f"{SITE}maps/", folder))
    assert told(found) == [("a.xml", "here"), ("gone.xml", "missing"), ("b.xml", "foreign")]


@pytest.mark.parametrize(
    "address",
    [
        f"{SITE}maps/../../secret.xml",
        f"{SITE}maps/%2e%2e/secret.xml",
        f"{SITE}maps/..%2fsecret.xml",
        f"{SITE}maps/link/secret.xml",
        f"{SITE}maps/C:%5Csecret.xml",
    ],
)
def test_no_address_leads_out_of_the_folder(site, tmp_path, address):
    folder = tmp_path / "mapped"
    folder.mkdir()
    (tmp_path / "secret.xml").write_text(urlset("s"))
    (folder / "link").symlink_to(tmp_path)
    source = site("index.xml", index(address))
    found = open_set(source, mapping=Mapping.of(f"{SITE}maps/", folder))
    assert [one.path for one in found.members] == [None]
    assert found.members[0].state in (State.OUTSIDE, State.FOREIGN)


def test_without_a_mapping_a_link_out_of_the_folder_is_not_followed(site, tmp_path):
    (tmp_path / "secret.xml").write_text(urlset("s"))
    (site.folder / "a.xml").symlink_to(tmp_path / "secret.xml")
    site("b.xml", urlset("b"))
    found = open_set(site("index.xml", index(f"{SITE}a.xml", f"{SITE}b.xml")))
    assert told(found)[:2] == [("a.xml", "outside"), ("b.xml", "here")]


def test_indexes_below_an_index_are_followed_and_never_in_circles(site):
    site("a.xml", urlset("a"))
    site("inner.xml", index(f"{SITE}a.xml", f"{SITE}index.xml"))
    found = open_set(site("index.xml", index(f"{SITE}inner.xml")))
    assert told(found) == [("inner.xml", "here"), ("a.xml", "here"), ("index.xml", "itself")]
    assert [one.name for one in found.files] == ["a.xml"]
    assert [path.name for path in found.indexes] == ["index.xml", "inner.xml"]


def test_a_robots_txt_names_indexes_and_files(site):
    site("a.xml", urlset("a"))
    site("b.xml", urlset("b"))
    site("index.xml", index(f"{SITE}a.xml"))
    source = site("robots.txt", f"Sitemap: {SITE}index.xml\nSitemap: {SITE}b.xml\n")
    found = open_set(source)
    assert found.kind == "robots"
    assert [one.name for one in found.files] == ["a.xml", "b.xml"]


def test_a_folder_holds_all_sitemaps_in_it_and_below(site):
    site("a.xml", urlset("a"))
    site("sub/b.xml", urlset("b"))
    site("urls.txt", f"{SITE}x\n")
    site("notes.txt", "nothing")
    site("page.xml", "<html/>")
    site("index.xml", index(f"{SITE}a.xml", f"{SITE}gone.xml"))
    found = set_of([site.folder])
    assert sorted(told(found)) == [
        ("a.xml", "here"),
        ("gone.xml", "missing"),
        ("index.xml", "unnamed"),
        ("sub/b.xml", "unnamed"),
        ("urls.txt", "unnamed"),
    ]
    assert sorted(one.name for one in found.files) == ["a.xml", "sub/b.xml", "urls.txt"]


def test_an_archive_holds_its_sitemaps(tmp_path):
    path = tmp_path / "site.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("www/a.xml", urlset("a", "b"))
        archive.writestr("www/index.xml", index(f"{SITE}a.xml"))
        archive.writestr("__MACOSX/www/a.xml", urlset("x"))
        archive.writestr("readme.txt", "hello")
    found = set_of([path])
    assert [(one.name, one.address) for one in found.files] == [("www/a.xml", f"{SITE}a.xml")]
    assert [len(doc) for _number, _member, doc in walk(found)] == [2]


def test_names_in_an_archive_are_told_apart_and_lead_nowhere(tmp_path):
    path = tmp_path / "site.zip"
    names = ("/abs.xml", "../up.xml", "A.xml", "a.xml", "sub/../b.xml")
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, urlset(name))
    found = {member.name: doc for _number, member, doc in walk(set_of([path]))}
    assert {name: doc.value(0, "loc") for name, doc in found.items()} == {
        name: f"{SITE}{name}" for name in names
    }
    assert [doc.path.relative_to(path).as_posix() for doc in found.values()] == [
        *("up.xml", "abs.xml", "A.xml", "a.xml", "sub/b.xml")
    ]


def test_an_archive_without_sitemaps_is_refused(tmp_path):
    path = tmp_path / "site.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(SitemapError, match="no sitemap in the archive"):
        set_of([path])


def test_files_named_one_by_one_are_a_set_and_one_named_twice_counts_once(site):
    a, b = site("a.xml", urlset("a")), site("b.xml", urlset("b"))
    found = set_of([a, b, a])
    assert [one.path for one in found.files] == [a.resolve(), b.resolve()]


def test_walking_goes_on_after_a_file_that_cannot_be_read(site):
    site("a.xml", "<html>nothing here")
    site("b.xml", urlset("b"))
    found = open_set(site("index.xml", index(f"{SITE}a.xml", f"{SITE}b.xml")))
    read = [doc for _number, _member, doc in walk(found)]
    assert isinstance(read[0], SitemapError)
    assert len(read[1]) == 1


def test_an_open_document_wins_over_its_file(site):
    path = site("a.xml", urlset("a"))
    source = site("index.xml", index(f"{SITE}a.xml"))
    doc, opened = open_document(path), open_document(source)
    doc.add({"loc": f"{SITE}more"})
    opened.add({"loc": f"{SITE}new.xml"})
    new = new_document(Kind.URLSET)
    documents = {path: doc, source: opened, site.folder / "new.xml": new}
    found = open_set(source, open_documents=documents)
    assert told(found) == [("a.xml", "here"), ("new.xml", "here")]
    assert [len(each) for _n, _m, each in walk(found, open_documents=documents)] == [2, 0]


def test_what_is_not_there_is_refused(tmp_path):
    with pytest.raises(SitemapError):
        open_set(tmp_path / "nothing.xml")
    with pytest.raises(SitemapError):
        set_of([tmp_path / "nothing.xml"])
