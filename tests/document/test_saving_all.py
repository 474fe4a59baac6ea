"""Saving several documents at once: all or none, whatever happens on the way."""

import errno
import gzip
import os
import random
from pathlib import Path

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.file_set import recover_folder
from sitemap_editor.document.opening import new_document, open_document
from sitemap_editor.document.saving_all import Saved, folder_of, save_all
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support import file_sets
from sitemap_editor.support.jobs import Cancelled, Progress
from sitemap_editor.support.set_plan import PLAN_NAME
from tests.killing import kill_at

from .conftest import entry, urlset

INDEX = b"""<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap><loc>https://www.example.com/a.xml</loc></sitemap>
  <sitemap><loc>https://www.example.com/b.xml.gz</loc></sitemap>
</sitemapindex>
"""


def put(folder):
    """An index above its two sitemaps, one of which is compressed, and a robots.txt elsewhere."""
    (folder / "maps").mkdir(parents=True)
    maps = folder / "maps"
    text = urlset(*(entry(f"https://www.example.com/{n}") for n in range(20)))
    (maps / "a.xml").write_bytes(text)
    (maps / "b.xml.gz").write_bytes(gzip.compress(text))
    (maps / "index.xml").write_bytes(INDEX)
    (folder / "robots.txt").write_bytes(b"Sitemap: https://www.example.com/index.xml\n")


def opened(folder):
    """The documents of ``put``, each with a change."""
    names = ("index.xml", "a.xml", "b.xml.gz")
    docs = [open_document(folder / "maps" / name) for name in names]
    for doc in docs:
        ids = np.asarray(doc.ids[:1])
        doc.edit(editing.set_field(doc, ids, "lastmod", "2024-05-01"), "Set a date")
    docs.append(open_document(folder / "robots.txt"))
    docs[-1].edit(editing.delete(docs[-1], docs[-1].ids[:1]), "Delete")
    return docs


def again(folder):
    save_all(opened(folder), backup=True)


def state(folder):
    """The text of each file by its name; what is not whole fails the test."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {
        str(path.relative_to(folder)): gzip.decompress(path.read_bytes())
        if ".gz" in path.name
        else path.read_bytes()
        for path in paths
    }


@pytest.fixture
def docs(tmp_path):
    put(tmp_path)
    return opened(tmp_path)


def test_all_are_written_and_are_what_is_on_disk_then(tmp_path, docs):
    texts = [doc.text() for doc in docs]
    assert save_all(docs) == [Saved(doc.path) for doc in docs]
    assert list(state(tmp_path).values()) == [texts[1], texts[2], texts[0], texts[3]]
    assert not any(doc.modified for doc in docs)
    docs[1].undo()
    assert docs[1].modified
    assert len(save_all([docs[1]])) == 1


def test_what_names_a_file_gets_its_name_after_it(docs, monkeypatch):
    order = []
    replace = Path.replace
    monkeypatch.setattr(
        Path, "replace", lambda self, to: (order.append(Path(to).name), replace(self, to))
    )
    save_all(docs)
    assert order[-2:] == ["index.xml", "robots.txt"]
    assert folder_of(docs) == docs[0].path.parent


def test_old_files_are_kept_beside_with_their_permissions(tmp_path, docs):
    before = state(tmp_path)
    docs[1].path.chmod(0o600)
    saved = save_all(docs[:2], backup=True)
    kept = docs[1].path.with_name("a.xml.bak")
    assert saved[1].backup == kept
    assert kept.read_bytes() == before["maps/a.xml"]
    assert kept.stat().st_mode & 0o777 == 0o600


def test_nothing_changes_when_one_was_changed_by_another_program(tmp_path, docs):
    docs[2].path.write_bytes(b"another")
    os.utime(docs[2].path, (1, 1))
    docs[0].path.with_name("index.xml").touch()
    before = {path: path.read_bytes() for path in (docs[0].path, docs[1].path, docs[2].path)}
    with pytest.raises(SitemapError) as raised:
        save_all(docs)
    assert raised.value.code == "changed-on-disk"
    assert {path: path.read_bytes() for path in before} == before
    assert all(doc.modified for doc in docs)
    save_all(docs, replacing=docs)
    assert gzip.decompress(docs[2].path.read_bytes()) == docs[2].text()


def test_nothing_changes_when_the_disk_is_full(tmp_path, docs, monkeypatch):
    before = state(tmp_path)
    write_new = file_sets.write_new

    def filling(temporary, model, chunks):
        stamp = write_new(temporary, model, chunks)
        if model is not None and model.name == "robots.txt":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(temporary))
        return stamp

    monkeypatch.setattr(file_sets, "write_new", filling)
    with pytest.raises(SitemapError) as raised:
        save_all(docs, backup=True)
    assert Path(raised.value.path).name.startswith("robots.txt")
    assert state(tmp_path) == before
    assert all(doc.modified for doc in docs)


def test_nothing_changes_when_one_is_read_only(tmp_path, docs):
    before = state(tmp_path)
    docs[0].path.chmod(0o444)
    with pytest.raises(SitemapError):
        save_all(docs)
    assert state(tmp_path) == before
    assert all(doc.modified for doc in docs)


def test_what_is_unfinished_in_any_of_the_folders_comes_first(tmp_path, docs):
    before = state(tmp_path)
    (tmp_path / PLAN_NAME).write_bytes(b"")
    with pytest.raises(SitemapError) as raised:
        save_all(docs)
    assert "recover" in raised.value.advice
    (tmp_path / PLAN_NAME).unlink()
    assert state(tmp_path) == before


class Cancelling(Progress):
    def tick(self, done=0, total=0):
        raise Cancelled


def test_nothing_changes_when_it_is_cancelled(tmp_path, docs):
    before = state(tmp_path)
    with pytest.raises(Cancelled):
        save_all(docs, progress=Cancelling())
    assert state(tmp_path) == before


def test_a_file_that_is_held_for_a_moment_gets_its_name_at_the_next_try(
    tmp_path, docs, monkeypatch
):
    replace, failed = Path.replace, []

    def held(self, to):
        if Path(to).name == "index.xml" and not failed:
            failed.append(to)
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(to))
        return replace(self, to)

    monkeypatch.setattr(Path, "replace", held)
    save_all(docs)
    assert failed
    assert state(tmp_path)["maps/index.xml"] == docs[0].text()
    assert not any(doc.modified for doc in docs)


def test_a_document_without_a_file_is_refused(docs):
    with pytest.raises(SitemapError):
        save_all([*docs, new_document(Kind.URLSET)])
    assert all(doc.modified for doc in docs)


def test_two_documents_of_one_file_are_refused(tmp_path, docs):
    other = open_document(docs[1].path)
    with pytest.raises(SitemapError) as raised:
        save_all([*docs, other])
    assert raised.value.path == str(docs[1].path)


def test_a_broken_file_is_kept_when_its_mended_document_is_saved(tmp_path):
    path = tmp_path / "broken.xml"
    broken = urlset(entry("https://a.example/?a=1&b=2"))
    path.write_bytes(broken)
    doc = open_document(path)
    assert doc.mending is not None
    assert save_all([doc])[0].backup == path.with_name("broken.xml.bak")
    assert path.with_name("broken.xml.bak").read_bytes() == broken


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_saving_that_is_killed_leaves_the_old_or_the_new_set(tmp_path):
    moments = random.Random(6).sample(range(1, 95), 50)
    kill_at(tmp_path, moments, "tests.document.test_saving_all", "put", "again")
    for name in ("old", "new"):
        put(tmp_path / name)
    again(tmp_path / "new")
    old, new = state(tmp_path / "old"), state(tmp_path / "new")
    outcomes = set()
    for moment in moments:
        folder = tmp_path / str(moment)
        for name, text in state_of_files(folder).items():
            assert text in (old.get(name), new.get(name)), (moment, name)
        done = recover_folder(folder / "maps")
        after = state(folder)
        assert after in (old, new), moment
        outcomes.add((done and done[0], after == new))
    assert {(False, False), (True, True)} <= outcomes


def state_of_files(folder):
    """The files people know of, without what is written beside them."""
    for path in folder.rglob(".*"):
        assert path.suffix == ".tmp" or path.name == ".sitemap-editor-set"
    hidden = {path: path.read_bytes() for path in folder.rglob(".*")}
    for path in hidden:
        path.unlink()
    found = state(folder)
    for path, data in hidden.items():
        path.write_bytes(data)
    return found
