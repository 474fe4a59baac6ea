"""Several entries about one page become one, and several files become one.

``entries`` knows two entries, ``combining`` a group of them from any files, ``carrying`` what an
entry becomes in another file, ``joining`` whole documents.
"""

from __future__ import annotations

from .entries import Twin, appended, instant_of, merged, survivor

__all__ = ["Twin", "appended", "instant_of", "merged", "survivor"]
