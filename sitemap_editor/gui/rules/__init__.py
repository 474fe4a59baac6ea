"""How bad each rule counts, and for whom: the table and its cells."""
