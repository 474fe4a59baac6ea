"""The table of entries in the middle of the window."""
