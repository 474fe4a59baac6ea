"""How rules are run: gates, walks, what was found, and what it is told with."""
