"""What was mended to read a file: a banner, the list of repairs, and both texts side by side."""
