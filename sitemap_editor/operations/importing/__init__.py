"""Lists of other programs brought in: what their columns mean, and entries made of their rows."""
