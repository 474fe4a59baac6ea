"""Work that is killed at any moment: before its n-th call of the system, for many n."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CALLS = ("open", "write", "fsync", "replace", "unlink", "close", "utime")

_SCRIPT = """
import importlib, os, signal, sys
from pathlib import Path

where, module, put, work, moments = sys.argv[1:]
tests = importlib.import_module(module)
calls = {calls}


def dying(function, left):
    def call(*arguments, **named):
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **named)

    return call


for moment in map(int, moments.split(",")):
    folder = Path(where) / str(moment)
    getattr(tests, put)(folder)
    pid = os.fork()
    if not pid:
        left = [moment]
        for name in calls:
            setattr(os, name, dying(getattr(os, name), left))
        getattr(tests, work)(folder)
        os._exit(0)
    os.waitpid(pid, 0)
"""


def kill_at(where: Path, moments: Iterable[int], module: str, put: str, work: str) -> None:
    """Make a folder named like each moment with ``put``, and kill ``work`` on it at that moment.

    ``put`` and ``work`` are functions of ``module`` (its name, from the root) that take a folder.
    """
    words = [str(where), module, put, work, ",".join(map(str, moments))]
    script = _SCRIPT.format(calls=CALLS)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-c", script, *words], check=True, timeout=120, env=environment, cwd=ROOT
    )
