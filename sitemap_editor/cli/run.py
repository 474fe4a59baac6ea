"""Dispatch on the first argument, and turn whatever a verb raises into one line and an exit code.

A typer callback with a variadic FILES would swallow the verb, so each verb is a command of its own
and only the module of the one that was asked for is imported.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import LANGUAGES, _, set_language

from . import VERBS
from .config import defaults_from
from .outputs import open_closed_streams, silence_output
from .terminal import PROGRAM, complain

DONE = 0
REFUSED = 2
INTERRUPTED = 130


def run(argv: list[str]) -> int:
    """Run one verb, keeping every failure to one line; see ``cli.main`` for the exit codes."""
    open_closed_streams()
    try:
        _speak(argv)
        return _dispatch(argv)
    except SitemapError as error:
        complain(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        silence_output()
        return DONE
    except MemoryError:
        complain(_("There is not enough memory for this file."))
    except OSError as error:
        complain(_os_line(error))
    return REFUSED


def _speak(argv: list[str]) -> None:
    """Choose the language before anything is said, also about the options themselves."""
    wanted = peek(argv, "--language")
    set_language(wanted if wanted in LANGUAGES else None)
    if wanted is not None and wanted not in LANGUAGES:
        said = _("--language cannot be {value}; there are: {choices}.")
        raise SitemapError(said.format(value=wanted, choices=", ".join(LANGUAGES)))


def peek(argv: list[str], option: str) -> str | None:
    """The value of an option that counts before all are read: the last one given, or None."""
    found = None
    for position, word in enumerate(argv):
        if word == "--":
            break
        if word == option and position + 1 < len(argv):
            found = argv[position + 1]
        elif word.startswith(f"{option}="):
            found = word.partition("=")[2]
    return found


def _dispatch(argv: list[str]) -> int:
    verb = argv[0] if argv else ""
    if verb not in VERBS:
        complain(_unknown(verb))
        return REFUSED
    return _call(verb, argv[1:])


def _call(verb: str, words: list[str]) -> int:
    import typer

    from .options import command_of, option_names

    command = command_of(_load(verb), _(VERBS[verb]))
    name = f"{PROGRAM} {verb}"
    defaults = defaults_from(peek(words, "--config"), verb, option_names(command))
    try:
        code = command.main(words, prog_name=name, standalone_mode=False, default_map=defaults)
    except (typer.TyperException, typer.Abort) as error:
        complain(_usage_line(error, name))
        return REFUSED
    return code if isinstance(code, int) else DONE


def _load(verb: str) -> Callable[..., int]:
    """The function of a verb; written out, because frozen programs do not see other imports."""
    if verb == "check":
        from .check import check

        return check
    if verb == "repair":
        from .repair import repair

        return repair
    if verb == "fix":
        from .fix import fix

        return fix
    if verb == "convert":
        from .convert import convert

        return convert
    if verb == "apply":
        from .apply import apply

        return apply
    if verb == "merge":
        from .merge import merge

        return merge
    if verb == "split":
        from .split import split

        return split
    if verb == "recover":
        from .recover import recover

        return recover
    return _load_operation(verb)


def _load_operation(verb: str) -> Callable[..., int]:
    """The same for verbs that change many entries, and for the rules."""
    if verb == "address":
        from .address import address

        return address
    if verb == "dedupe":
        from .dedupe import dedupe

        return dedupe
    if verb == "diff":
        from .diff import diff

        return diff
    if verb == "move":
        from .move import move

        return move
    if verb == "replace":
        from .replace import replace

        return replace
    from .rules import rules

    return rules


def _usage_line(error: Exception, name: str) -> str:
    option = getattr(error, "option_name", None)
    parameter = getattr(error, "param", None)
    kind = type(error).__name__  # typer names these classes, but does not export them
    if kind == "NoSuchOption":
        said = _("There is no option {option}.").format(option=option)
    elif kind == "BadOptionUsage":
        said = _("The option {option} needs a value.").format(option=option)
    elif kind == "MissingParameter" and parameter is not None:
        said = _("{name} is missing.").format(name=parameter.metavar or parameter.name)
    elif kind == "UsageError":
        said = _("There are more words than this verb takes.")
    else:
        said = getattr(error, "message", "") or str(error)
    return _("{problem} See {command}.").format(problem=said, command=f"{name} --help")


def _unknown(verb: str) -> str:
    if not verb:
        said = _("Name a verb: {verbs}.")
    else:
        near = difflib.get_close_matches(verb.lower(), VERBS, 1)
        said = _("There is no verb {verb}. There are: {verbs}.")
        if near:
            said = _("There is no verb {verb}. Did you mean {near}?")
            return said.format(verb=verb, near=near[0])
    return said.format(verb=verb, verbs=", ".join(VERBS))


def _os_line(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
