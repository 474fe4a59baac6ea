"""What every layer may lean on: progress, files, texts, resources; nothing about sitemaps."""
