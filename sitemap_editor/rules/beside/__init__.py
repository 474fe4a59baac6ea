"""The other files of a site: robots.txt, indexes, children, siblings."""
