"""What is told of a rule: its page, its sources, its names elsewhere."""
