"""The version, in the one place that the packaging, the About dialog and reports read."""

__version__ = "0.1.0"
