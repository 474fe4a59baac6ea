"""What can be wrong with a sitemap: the rules, one file a family, and how they are run."""
