"""Bytes to spans and back: encoding, scan, patch, build, style. Knows XML, not its meaning."""
