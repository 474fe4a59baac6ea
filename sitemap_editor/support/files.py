"""Files read in pieces and written whole or not at all; errors are the system's own (OSError)."""

from __future__ import annotations

import errno
import io
import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from .jobs import NO_PROGRESS, Progress

_PIECE = 1 << 20
_NEW_FILE_MODE = 0o666  # the umask of the process takes its bits away
_WRITE_BITS = 0o222
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.EXDEV, errno.ENOSYS, errno.EACCES}

StrPath = str | os.PathLike[str]


@dataclass(frozen=True)
class FileStamp:
    """What tells one state of a file from another without reading it."""

    size: int
    mtime_ns: int
    inode: int

    @classmethod
    def of(cls, path: StrPath) -> FileStamp:
        """Stamp of the file now, behind a link; OSError when it cannot be looked at.

        Take it before reading the file, so that a change in between is noticed.
        """
        return cls._from(Path(path).stat())

    @classmethod
    def _from(cls, state: os.stat_result) -> FileStamp:
        return cls(state.st_size, state.st_mtime_ns, state.st_ino)

    def changed_on_disk(self, path: StrPath) -> bool:
        """Tell whether the file is another one by now, has changed, or is gone."""
        try:
            return FileStamp.of(path) != self
        except OSError:
            return True


def read_file(path: StrPath, progress: Progress = NO_PROGRESS) -> bytes:
    """Read all bytes of a file or a pipe, in pieces between which ``progress`` ticks.

    Raises OSError; devices are refused, since some of them never end.
    """
    with Path(path).open("rb", buffering=0) as file:
        state = os.fstat(file.fileno())
        if stat.S_ISBLK(state.st_mode) or stat.S_ISCHR(state.st_mode):
            raise OSError(errno.EINVAL, "Not a regular file", os.fspath(path))
        whole = io.BytesIO()  # grows in place and gives its bytes without a copy
        while piece := file.read(_PIECE):
            whole.write(piece)
            progress.tick(whole.tell(), state.st_size)
        return whole.getvalue()


def write_atomically(
    path: StrPath, chunks: Iterable[bytes | memoryview], *, backup: bool = False
) -> FileStamp:
    """Write a file whole: on any error the old one is as it was and nothing else is left.

    The new bytes go to a file in the same folder that takes the old one's place (behind a link,
    with its permissions and owner) once they are safely on disk. ``backup`` keeps the old bytes as
    ``<name>.bak``, replacing an earlier one. Raises OSError, or whatever ``chunks`` raises; a file
    without any permission to write is refused even to an administrator. Devices and pipes are
    written to directly.
    """
    target = Path(os.path.realpath(path))
    old = state_of(target)
    if old is not None and not stat.S_ISREG(old.st_mode):
        return _write_directly(target, chunks)
    if old is not None:
        refuse_read_only(target, old)
    temporary = name_beside(target)
    try:
        stamp = write_new(temporary, target if old else None, chunks)
        if backup and old is not None:
            _keep_backup(target)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(target.parent)
    return stamp


@contextmanager
def written_beside(path: StrPath, chunks: Iterable[bytes | memoryview]) -> Iterator[None]:
    """Write a file whole beside its place, and put it there when the block ends well.

    For a file that belongs to others which are written in the block: either may fail. Raises
    OSError, or whatever ``chunks`` raises, before the block begins.
    """
    target = Path(os.path.realpath(path))
    old = state_of(target)
    if old is not None:
        refuse_read_only(target, old)
    temporary = name_beside(target)
    try:
        write_new(temporary, target if old else None, chunks)
        yield
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(target.parent)


def state_of(target: Path) -> os.stat_result | None:
    """What the system knows of a file; None when there is none."""
    try:
        return target.stat()
    except FileNotFoundError:
        return None


def refuse_read_only(target: Path, state: os.stat_result) -> None:
    """Raise PermissionError for a file without any permission to write.

    Replacing needs the right to the folder only, but the owner meant the file.
    """
    if not state.st_mode & _WRITE_BITS or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(target))


def _write_directly(target: Path, chunks: Iterable[bytes | memoryview]) -> FileStamp:
    with target.open("wb", buffering=0) as file:  # a folder raises IsADirectoryError here
        for chunk in chunks:
            _write_all(file, chunk)
    return FileStamp.of(target)


def name_beside(target: Path) -> Path:
    """A free name in the same folder (same file system, so that replacing is one step)."""
    return target.with_name(f".{secrets.token_hex(8)}.tmp")


def write_new(
    temporary: Path, model: Path | None, chunks: Iterable[bytes | memoryview]
) -> FileStamp:
    """Write a file that must not be there yet onto the disk, with the permissions of ``model``."""
    descriptor = os.open(
        temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _NEW_FILE_MODE
    )
    with os.fdopen(descriptor, "wb", buffering=_PIECE) as file:
        if model is not None:
            _take_over_attributes(model, temporary)
        for chunk in chunks:
            file.write(chunk)
        file.flush()
        os.utime(temporary)  # the copied attributes hold the old file's time
        os.fsync(file.fileno())
    return FileStamp.of(temporary)


def _write_all(file: io.FileIO, chunk: bytes | memoryview) -> None:
    view = memoryview(chunk)
    while view:
        view = view[file.write(view) or 0 :]


def _take_over_attributes(model: Path, temporary: Path) -> None:
    """Give the new file the old one's owner, permissions and extended attributes.

    What the system does not let us hand on (another owner) is no reason not to save.
    """
    state = model.stat()
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(temporary, state.st_uid, state.st_gid)
    with suppress(OSError):
        shutil.copystat(model, temporary)


def backup_of(path: Path) -> Path:
    """What the old file is called when a backup of it is kept."""
    return path.with_name(f"{path.name}.bak")


def _keep_backup(target: Path) -> None:
    """Make ``name.bak`` the old file: by a second name where the file system knows that."""
    temporary = name_beside(target)
    try:
        try:
            os.link(target, temporary)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            shutil.copy2(target, temporary)
        temporary.replace(backup_of(target))
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """Put the new name on disk too; not every system can, and the file is whole either way."""
    if os.name != "posix":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
