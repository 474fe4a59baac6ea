"""Two sitemaps side by side: what is chosen, what differs, what is taken over from the other."""
