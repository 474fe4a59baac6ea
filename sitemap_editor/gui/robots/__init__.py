"""The text view of a robots.txt."""
