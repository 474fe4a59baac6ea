"""Rules about robots.txt."""
