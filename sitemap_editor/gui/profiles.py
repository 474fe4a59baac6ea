"""Whose rules count: what is chosen, and its names in few words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sitemap_editor.protocol.profiles import DEFAULT_PROFILES, PROFILES
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _, pgettext
from sitemap_editor.support.settings import Settings

MAX_NAMED = 2
"""Of more profiles than this a button says only how many there are."""

_ENGINES = ("google", "bing", "yandex")


def chosen_profiles(settings: Settings) -> tuple[str, ...]:
    """The profiles that count now."""
    chosen = settings.get(declared.PROFILES)
    return tuple(name for name in PROFILES if name in chosen) or DEFAULT_PROFILES


def toggled(chosen: Sequence[str], name: str) -> tuple[str, ...]:
    """The profiles with one taken in or out."""
    wanted = set(chosen) ^ {name}
    return tuple(known for known in PROFILES if known in wanted)


def profiles_text(chosen: Sequence[str]) -> str:
    """Profiles in few words, search engines first: "Google, Bing +2"."""
    if len(chosen) == len(PROFILES):
        return pgettext("profiles", "all")
    names = [name for name in chosen if name in _ENGINES]
    names += [name for name in chosen if name not in _ENGINES]
    short = {
        "protocol": pgettext("profile", "Protocol"),
        "legacy-2005": pgettext("profile", "2005"),
        "advice": pgettext("profile", "Advice"),
    }
    text = ", ".join(short.get(name, _(PROFILES[name].title)) for name in names[:MAX_NAMED])
    more = len(names) - MAX_NAMED
    return f"{text} +{more}" if more > 0 else text


def profile_titles(profiles: Collection[str]) -> str:
    """Profiles by their whole names, in the usual order."""
    return ", ".join(_(profile.title) for name, profile in PROFILES.items() if name in profiles)
