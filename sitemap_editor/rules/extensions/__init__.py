"""Rules about extensions: images, videos, news, languages, and old ones."""
