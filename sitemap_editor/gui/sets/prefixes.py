"""Which public address a folder may have, as the addresses of an index tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sitemap_editor.protocol.urls import split_url


def common_prefix(addresses: Sequence[str]) -> str:
    """The longest address of a folder that holds all of those on the host most of them are on."""
    urls = [url for url in map(split_url, addresses) if url.is_web and url.host]
    hosts = Counter(f"{url.scheme}://{url.authority}" for url in urls)
    if not hosts:
        return ""
    site = hosts.most_common(1)[0][0]
    paths = [url.path.split("/")[:-1] for url in urls if f"{url.scheme}://{url.authority}" == site]
    shared = paths[0]
    for path in paths[1:]:
        count = next(
            (n for n, (a, b) in enumerate(zip(shared, path, strict=False)) if a != b),
            min(len(shared), len(path)),
        )
        shared = shared[:count]
    return site + "/".join([*shared, ""]) if shared else f"{site}/"


def wider(prefix: str) -> list[str]:
    """A prefix and those of the folders above, up to that of the site."""
    found = [prefix]
    start = prefix.find("://") + 3
    while prefix.rstrip("/").count("/", start):
        prefix = prefix.rstrip("/").rpartition("/")[0] + "/"
        found.append(prefix)
    return found
