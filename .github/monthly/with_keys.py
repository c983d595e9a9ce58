"""Run a command with the keys of some providers in its environment, and nobody else's.

    KEYS='{"ACME_API_KEY": "..."}' python with_keys.py "acme acme.anthropic-messages" COMMAND...

The providers are words of `toolwire audit -p`, in one argument. KEYS is one JSON object of all the
keys there are; what the provider files of those words name (keys, and variables of the account) is
handed on, the rest and KEYS itself are not. Without KEYS the environment stays as it is.
$PROVIDER_FILES may be a folder of provider files beside those of toolwire.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

#: Exit code of a usage or configuration error, as toolwire's own.
USAGE = 3
_ID = re.compile(r"[A-Za-z0-9-]+")


def names_of(words: Sequence[str], folder: str) -> set[str]:
    """Return the variables that the provider files of some `-p` words name."""
    from toolwire.providers import load_providers  # what the workflow has installed  # noqa: PLC0415

    ids = {match[0] for word in words if (match := _ID.match(word))}
    routes = [
        route
        for provider in load_providers([Path(folder)] if folder else [])
        if provider.id in ids
        for route in provider.routes
    ]
    return {route.key_env for route in routes} | {
        name for route in routes for name in route.variables
    }


def keys_of(text: str) -> dict[str, str]:
    """Return the variables of KEYS that have a value.

    Raises:
        ValueError: it is no JSON object of strings; the text is not repeated.
    """
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    # What GitHub makes of a secret that is not there is null.
    if not isinstance(found, dict) or any(not isinstance(v, str | None) for v in found.values()):
        raise ValueError("keys: not a JSON object of strings")
    return {name: value for name, value in found.items() if value}


def environment(
    environ: Mapping[str, str], words: Sequence[str]
) -> tuple[dict[str, str], set[str]]:
    """Return the environment to run in, and the values that the log has to hide.

    Raises:
        ValueError: KEYS cannot be read.
    """
    text = environ.get("KEYS", "").strip()
    rest = {name: value for name, value in environ.items() if name != "KEYS"}
    if not text:
        return rest, set()
    keys = keys_of(text)
    names = names_of(words, environ.get("PROVIDER_FILES", ""))
    mine = {name: value for name, value in keys.items() if name in names}
    others = {name: value for name, value in rest.items() if name not in keys}
    return others | mine, set(keys.values())


def main() -> None:
    """Hide every key in the log, then become the command."""
    words, command = sys.argv[1].split(), sys.argv[2:]
    try:
        env, hidden = environment(os.environ, words)
    except ValueError as error:
        print(f"::error title=Keys::{error}")
        sys.exit(USAGE)
    for line in sorted({line for value in hidden for line in value.splitlines() if line.strip()}):
        print(f"::add-mask::{line.replace('%', '%25')}")
    sys.stdout.flush()
    os.execvpe(command[0], command, env)  # noqa: S606 - the command is the workflow's own


if __name__ == "__main__":
    main()
