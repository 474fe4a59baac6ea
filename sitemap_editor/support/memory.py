"""How much memory is free, as the system says."""

from __future__ import annotations

import os
import sys
from pathlib import Path

UNKNOWN = 1 << 30
"""What is taken for free where the system does not tell."""

_MEMINFO = Path("/proc/meminfo")


def free_memory() -> int:
    """Bytes that programs can still use without swapping; an estimate."""
    if sys.platform == "win32":
        return _free_on_windows()
    try:
        return _free_in(_MEMINFO.read_text("ascii"))
    except (OSError, ValueError):
        return _half_of_all()


def _free_in(text: str) -> int:
    """MemAvailable of proc_meminfo(5), which is in KiB."""
    for line in text.splitlines():
        name, _colon, value = line.partition(":")
        if name == "MemAvailable":
            return int(value.split()[0]) * 1024
    raise ValueError("no MemAvailable")


def _half_of_all() -> int:
    # macOS tells only how much there is.
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return UNKNOWN


def _free_on_windows() -> int:
    """UllAvailPhys of MEMORYSTATUSEX (learn.microsoft.com, sysinfoapi.h)."""
    import ctypes

    # Two 32-bit numbers (the length and the load), then seven 64-bit ones.
    status = (ctypes.c_uint64 * 8)()
    status[0] = ctypes.sizeof(status)
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - not there on other systems
    return int(status[2]) if kernel.GlobalMemoryStatusEx(ctypes.byref(status)) else UNKNOWN
