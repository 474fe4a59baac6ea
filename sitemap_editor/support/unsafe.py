"""Characters that are not seen, steer a terminal, or turn the direction of writing."""

from __future__ import annotations

UNSAFE = {number: f"\\x{number:02x}" for number in (*range(32), *range(127, 160)) if number != 9}
"""What is shown for each, to be given to ``str.translate``; a tab stays."""

UNSAFE |= {number: f"\\u{number:04x}" for number in (0x200E, 0x200F, 0x2028, 0x2029)}
UNSAFE |= {
    number: f"\\u{number:04x}" for number in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
}
