"""The pages of the rules, in a window beside the document."""
