"""One entry at a time: its fields, what is wrong with it, and its own XML."""
