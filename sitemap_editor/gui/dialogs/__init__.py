"""Forms and messages: what will happen on top, choices left, the result right, a verb to do it."""
