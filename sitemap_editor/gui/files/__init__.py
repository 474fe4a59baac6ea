"""The Files panel: open documents and sets, each file with what is known of it."""
