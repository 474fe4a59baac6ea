"""What the actions do, by family."""
