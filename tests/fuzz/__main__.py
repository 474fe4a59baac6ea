"""Break files at random: ``python3 packaging/dev.py fuzz [FOLDER] [--seed N] [--count N]``.

What is treated wrongly is told, and kept with the smallest file of its kind below build/fuzz.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from .files import cases, files_of
from .mutations import mutated
from .verdict import fault_of

KEPT = Path(__file__).parent.parent.parent / "build" / "fuzz"
_SHOWN = 300


def main() -> int:
    """Break as many files as asked for; 1 when any was treated wrongly."""
    options = _options()
    files = files_of(options.folder) if options.folder else cases()
    if not files:
        print("there is nothing to break", file=sys.stderr)
        return 2
    faults: dict[str, tuple[str, bytes]] = {}
    count, before = 0, time.monotonic()
    for number in range(options.start, options.start + options.count):
        data = nth(options.seed, number, files)
        fault = fault_of(data)
        if fault is None:
            continue
        count += 1
        kind = fault[:24]
        if kind not in faults or len(data) < len(faults[kind][1]):
            faults[kind] = (f"{number}: {fault}", data)
    _tell(faults)
    took = time.monotonic() - before
    print(f"{options.count:,} files broken in {took:.0f} s, {count} of them treated wrongly")
    return 1 if faults else 0


def nth(seed: int, number: int, files: list[bytes]) -> bytes:
    """The broken file of a number; the same for the same seed and files."""
    chance = random.Random(f"{seed}:{number}")
    return mutated(chance, chance.choice(files), files)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py fuzz", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="files to break; else the cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--start", type=int, default=0, help="number of the first")
    return parser.parse_args()


def _tell(faults: dict[str, tuple[str, bytes]]) -> None:
    for number, (fault, data) in enumerate(faults.values()):
        KEPT.mkdir(parents=True, exist_ok=True)
        path = KEPT / f"fault-{number}.xml"
        path.write_bytes(data)
        print(f"{path}\n  {fault[:_SHOWN]}")


if __name__ == "__main__":
    sys.exit(main())
