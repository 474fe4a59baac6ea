"""Sets of files: all or none, whatever happens on the way."""

import errno
import os
import random
from pathlib import Path
from threading import Barrier

import pytest

from sitemap_editor.support import file_sets
from sitemap_editor.support.file_sets import NewFile, recover, write_set
from sitemap_editor.support.jobs import Cancelled, Progress
from sitemap_editor.support.set_plan import (
    PLAN_NAME,
    SetBusy,
    SetDamaged,
    SetUnfinished,
    is_unfinished,
)
from tests.killing import kill_at

NEW = {"a.xml": b"new a" * 50_000, "b.xml": b"new b", "index.xml": b"new index"}
OLD = {"a.xml": b"old a", "index.xml": b"old index", "z.xml": b"left over"}


def files_of(folder, contents=NEW):
    return [
        NewFile(folder / name, lambda data=data: [data], len(data))
        for name, data in contents.items()
    ]


def put(folder, contents=OLD):
    folder.mkdir(exist_ok=True)
    for name, data in contents.items():
        (folder / name).write_bytes(data)


def again(folder):
    """Write what is new over what ``put`` made."""
    write_set(folder, files_of(folder), workers=2, removed=[folder / "z.xml"])


def state(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_all_are_written_and_nothing_else_is_left(tmp_path):
    put(tmp_path)
    write_set(tmp_path, files_of(tmp_path), removed=[tmp_path / "z.xml"])
    assert state(tmp_path) == NEW


def test_files_are_renamed_in_the_order_given(tmp_path, monkeypatch):
    order = []
    replace = Path.replace
    monkeypatch.setattr(
        Path, "replace", lambda self, to: (order.append(Path(to).name), replace(self, to))
    )
    write_set(tmp_path, files_of(tmp_path), workers=2)
    assert order == list(NEW)


def test_files_and_plan_are_on_disk_before_the_first_gets_its_name(tmp_path, monkeypatch):
    """Each is synced, the plan as well when it begins and when it says that all may be renamed."""
    order = []
    fsync, replace = os.fsync, Path.replace

    def synced(handle):
        order.append(os.fstat(handle).st_ino)
        if (tmp_path / PLAN_NAME).exists() and (tmp_path / PLAN_NAME).stat().st_ino == order[-1]:
            order[-1] = (tmp_path / PLAN_NAME).read_bytes().count(b"\n")
        fsync(handle)

    def renamed(self, to):
        assert self.stat().st_ino in order
        order.append("renamed")
        return replace(self, to)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    write_set(tmp_path, files_of(tmp_path))
    before = order[: order.index("renamed")]
    assert [one for one in before if one in (1, 2)] == [1, 2]
    assert order.count("renamed") == len(NEW)
    if os.name != "nt":
        assert tmp_path.stat().st_ino in before, "the new names in the folder too"


def test_two_files_are_written_at_once(tmp_path):
    meeting = Barrier(2, timeout=20)

    def chunks():
        meeting.wait()  # broken when nobody else comes
        yield b"text"

    names = ("a", "b", "c", "d")
    write_set(tmp_path, [NewFile(tmp_path / name, chunks, 4) for name in names], workers=2)
    assert state(tmp_path) == dict.fromkeys(names, b"text")


def test_a_file_of_the_set_may_stand_in_another_folder(tmp_path):
    (tmp_path / "out").mkdir()
    robots = NewFile(tmp_path / "robots.txt", lambda: [b"Sitemap: x"])
    write_set(tmp_path / "out", [*files_of(tmp_path / "out"), robots])
    assert (tmp_path / "robots.txt").read_bytes() == b"Sitemap: x"


class Cancelling(Progress):
    def tick(self, done=0, total=0):
        raise Cancelled


def raising(*_arguments):
    raise ValueError("no")


def test_nothing_changes_when_it_is_cancelled_or_refused(tmp_path):
    put(tmp_path)
    with pytest.raises(Cancelled):
        write_set(tmp_path, files_of(tmp_path), progress=Cancelling())
    with pytest.raises(ValueError, match="no"):
        write_set(tmp_path, files_of(tmp_path), check=raising)
    assert state(tmp_path) == OLD


def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    put(tmp_path)
    write_new = file_sets.write_new

    def filling(temporary, model, chunks):
        stamp = write_new(temporary, model, chunks)
        if stamp.size == len(NEW["b.xml"]):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(temporary))
        return stamp

    monkeypatch.setattr(file_sets, "write_new", filling)
    with pytest.raises(OSError, match="No space") as caught:
        write_set(tmp_path, files_of(tmp_path), workers=2)
    assert caught.value.filename == str(tmp_path / "b.xml")
    assert state(tmp_path) == OLD


def test_a_read_only_file_is_refused_before_anything_is_written(tmp_path):
    put(tmp_path)
    (tmp_path / "index.xml").chmod(0o444)
    with pytest.raises(PermissionError):
        write_set(tmp_path, files_of(tmp_path))
    assert state(tmp_path) == OLD


def test_a_set_that_others_write_or_left_unfinished_comes_first(tmp_path):
    def nested(_written, _progress):
        with pytest.raises(SetBusy):
            write_set(tmp_path, files_of(tmp_path))
        with pytest.raises(SetBusy):
            recover(tmp_path)

    write_set(tmp_path, files_of(tmp_path), check=nested)
    (tmp_path / PLAN_NAME).write_bytes(b"")
    with pytest.raises(SetUnfinished):
        write_set(tmp_path, files_of(tmp_path))
    assert is_unfinished(tmp_path)
    assert recover(tmp_path) == file_sets.Recovered(False, ())
    assert recover(tmp_path) is None
    assert state(tmp_path) == NEW


@pytest.mark.parametrize(
    "plan",
    [
        b"{]\n",
        b"[]\n",
        b'{"files": [["victim.xml", "b.xml"]], "removed": []}\n',
        b'{"files": [[".0123456789abcdef.tmp", "../b.xml"]], "removed": []}\n',
        b'{"files": [["/x/.0123456789abcdef.tmp", "b.xml"]], "removed": []}\n',
        b'{"files": [], "removed": ["../victim.xml"]}\n{"marks": [[1, 1]]}\n',
    ],
)
def test_a_plan_that_is_not_ours_touches_nothing(tmp_path, plan):
    (tmp_path / "victim.xml").write_bytes(b"keep")
    (tmp_path / PLAN_NAME).write_bytes(plan)
    with pytest.raises(SetDamaged):
        recover(tmp_path)
    assert state(tmp_path) == {"victim.xml": b"keep", PLAN_NAME: plan}


def test_a_set_whose_new_files_were_taken_away_is_not_finished(tmp_path, monkeypatch):
    put(tmp_path)
    monkeypatch.setattr(Path, "replace", lambda _self, _to: raising())
    with pytest.raises(ValueError, match="no"):
        write_set(tmp_path, files_of(tmp_path))
    monkeypatch.undo()
    assert {name: state(tmp_path)[name] for name in OLD} == OLD
    kept = {path: path.read_bytes() for path in tmp_path.glob("*.tmp")}
    next(iter(kept)).unlink()
    with pytest.raises(SetDamaged):
        recover(tmp_path)
    for path, data in kept.items():
        path.write_bytes(data)
    done = recover(tmp_path)
    assert done is not None
    assert done.is_new
    assert state(tmp_path) == OLD | NEW


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_at_any_moment_each_file_is_old_or_new_and_the_set_can_be_finished(tmp_path):
    moments = random.Random(6).sample(range(1, 61), 50)
    kill_at(tmp_path, moments, "tests.support.test_file_sets", "put", "again")
    outcomes = set()
    for moment in moments:
        folder = tmp_path / str(moment)
        before = state(folder)
        for name, data in OLD.items():
            assert before.get(name, data) in (data, NEW.get(name, data))
        was_begun = is_unfinished(folder)
        recover(folder)
        after = state(folder)
        assert after in (OLD, NEW), moment
        outcomes.add((was_begun, after == NEW))
    assert {(True, False), (True, True), (False, True)} <= outcomes
