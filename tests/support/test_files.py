"""Reading in pieces; writing whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sitemap_editor.support import files
from sitemap_editor.support.files import FileStamp, read_file, write_atomically
from sitemap_editor.support.jobs import Cancelled, Progress

posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "sitemap.xml"
    path.write_bytes(b"old")
    return path


def _names(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.iterdir())


class _Ticks(Progress):
    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []

    def tick(self, done: int = 0, total: int = 0) -> None:
        self.seen.append((done, total))


def test_a_file_is_read_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "big"
    path.write_bytes(b"x" * 2_500_000)
    ticks = _Ticks()
    assert read_file(path, ticks) == path.read_bytes()
    assert ticks.seen[-1] == (2_500_000, 2_500_000)
    assert len(ticks.seen) == 3


@pytest.mark.parametrize(
    ("name", "error"), [(".", IsADirectoryError), ("gone.xml", FileNotFoundError)]
)
@posix_only
def test_what_cannot_be_read_raises_the_systems_error(
    tmp_path: Path, name: str, error: type[OSError]
) -> None:
    with pytest.raises(error):
        read_file(tmp_path / name)


@posix_only
def test_a_device_is_refused_because_it_never_ends() -> None:
    with pytest.raises(OSError, match="regular"):
        read_file("/dev/zero")


def test_a_stamp_notices_change_and_loss(old: Path) -> None:
    stamp = FileStamp.of(old)
    assert not stamp.changed_on_disk(old)
    old.write_bytes(b"other")
    assert stamp.changed_on_disk(old)
    old.unlink()
    assert stamp.changed_on_disk(old)


@pytest.mark.parametrize("chunks", [[], [b"new"], [b"n", memoryview(b"ew")]])
def test_a_file_is_replaced_and_its_stamp_returned(old: Path, chunks: list[bytes]) -> None:
    stamp = write_atomically(old, chunks)
    assert old.read_bytes() == b"".join(chunks)
    assert not stamp.changed_on_disk(old)
    assert _names(old) == ["sitemap.xml"]


def test_a_new_file_is_made(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250 + ".xml")  # as long as file systems allow
    write_atomically(path, [b"new"])
    assert path.read_bytes() == b"new"


def test_the_time_of_the_file_is_now(old: Path) -> None:
    os.utime(old, (1, 1))
    write_atomically(old, [])
    assert old.stat().st_mtime > 1_000_000


@posix_only
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_permissions_are_kept(old: Path, mode: int) -> None:
    old.chmod(mode)
    write_atomically(old, [b"new"])
    assert stat.S_IMODE(old.stat().st_mode) == mode


@posix_only
def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.write_bytes(b"")
    write_atomically(tmp_path / "new", [b"new"])
    assert (tmp_path / "new").stat().st_mode == usual.stat().st_mode


@posix_only
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_the_owner_is_kept(old: Path) -> None:
    os.chown(old, 12345, 23456)
    write_atomically(old, [b"new"])
    assert (old.stat().st_uid, old.stat().st_gid) == (12345, 23456)


@posix_only
def test_a_link_stays_a_link(old: Path) -> None:
    link = old.with_name("link.xml")
    link.symlink_to(old)
    write_atomically(link, [b"new"])
    assert link.is_symlink()
    assert old.read_bytes() == b"new"


@posix_only
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically("/dev/null", [b"new"])
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("can_link", [True, False])
def test_the_old_bytes_stay_as_backup(
    old: Path, can_link: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not can_link:
        monkeypatch.setattr(os, "link", _raiser(OSError(errno.EPERM, "no links here")))
    old.with_name("sitemap.xml.bak").write_bytes(b"older")
    write_atomically(old, [b"new"], backup=True)
    assert old.with_name("sitemap.xml.bak").read_bytes() == b"old"
    assert old.read_bytes() == b"new"
    assert _names(old) == ["sitemap.xml", "sitemap.xml.bak"]


def test_no_backup_of_a_new_file(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new", [b"new"], backup=True)
    assert _names(tmp_path / "new") == ["new"]


def _raiser(error: BaseException) -> Callable[..., None]:
    def fail(*_args: object, **_options: object) -> None:
        raise error

    return fail


def _chunks_that_end_in(error: BaseException) -> Iterator[bytes]:
    yield b"half"
    raise error


@pytest.mark.parametrize(
    "error", [Cancelled(), OSError(errno.ENOSPC, "disk full"), ValueError(), KeyboardInterrupt()]
)
def test_an_error_midway_leaves_the_old_file_alone(old: Path, error: BaseException) -> None:
    with pytest.raises(type(error)):
        write_atomically(old, _chunks_that_end_in(error))
    assert old.read_bytes() == b"old"
    assert _names(old) == ["sitemap.xml"]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_an_error_at_the_end_leaves_the_old_file_alone(
    old: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files.os, call, _raiser(OSError(errno.EIO, "broken disk")))
    with pytest.raises(OSError, match="broken disk"):
        write_atomically(old, [b"new"], backup=call == "replace")
    assert old.read_bytes() == b"old"
    assert _names(old) == ["sitemap.xml"]


@posix_only
def test_a_full_disk_leaves_the_old_file_alone(old: Path) -> None:
    resource = pytest.importorskip("resource")
    signal = pytest.importorskip("signal")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(OSError, match=r"too large|space"):
            write_atomically(old, [b"x" * 1_000_000])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert old.read_bytes() == b"old"
    assert _names(old) == ["sitemap.xml"]


@posix_only
def test_a_read_only_file_is_left_alone_even_by_root(old: Path) -> None:
    old.chmod(0o444)
    with pytest.raises(PermissionError):
        write_atomically(old, [b"new"])
    assert old.read_bytes() == b"old"
    assert _names(old) == ["sitemap.xml"]


@posix_only
def test_a_folder_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_atomically(tmp_path, [b"new"])


def test_a_missing_folder_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "gone" / "sitemap.xml", [b"new"])
