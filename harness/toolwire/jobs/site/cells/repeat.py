"""The commands that ask a server again, and that judge what is kept without asking anybody."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote
from typing import Final

from toolwire.io.guard import without_secrets
from toolwire.jobs.site.cells.kept import KeptExchanges
from toolwire.jobs.verify.curl import Curls
from toolwire.model.exchange import Request
from toolwire.model.observation import Observation
from toolwire.providers.model import Provider

#: Characters of a curl line; a longer one is no line that anybody pastes.
_LONGEST: Final = 12_000


@dataclass(frozen=True, slots=True)
class RepeatCommands:
    """How to see it oneself.

    Attributes:
        curl: asks for the first exchange again; "" where no line can be written.
        key: the environment variable it takes the key from; "" where it needs none.
        lint: judges the cassette by the rules.
        audit: judges the suite as these results did; "" where its provider is not known.
    """

    curl: str
    key: str
    lint: str
    audit: str


def repeated(
    seen: Observation, kept: KeptExchanges, at: int, routes: tuple[Provider, ...]
) -> RepeatCommands:
    """Return the commands for an observation.

    Args:
        seen: what was judged.
        kept: its cassette.
        at: which of its exchanges, from 0.
        routes: of all providers that are known.
    """
    mine = [one for one in routes if one.id == seen.provider]
    route = next((one for one in mine if one.dialect == seen.dialect), None)
    asks = route or next(iter(mine), None)
    line = _curl(kept.exchanges[at][0], seen, asks) if asks and kept.exchanges else ""
    audit = ""
    if route is not None:
        # What is judged together: one mode cannot be had alone.
        target = quote(f"{route.name}/{seen.model}")
        audit = f"toolwire audit -p {target} -s {quote(seen.suite)}"
    return RepeatCommands(
        line, asks.key_env if asks and line else "", f"toolwire lint {quote(kept.path)}", audit
    )


def _curl(request: Request, seen: Observation, provider: Provider) -> str:
    """Return a line; "" for a body that no line can hold as it is."""
    if len(request.body) > _LONGEST or b"\0" in request.body:
        return ""
    try:
        request.body.decode()
    except UnicodeDecodeError:
        return ""
    line = without_secrets(Curls(provider).line(request, seen.case, seen.mode))
    return line if len(line) <= _LONGEST else ""
