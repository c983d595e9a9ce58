"""What a server makes of `functions`: serves, translates, drops or refuses them.

The four words are the values of the facet `legacy_api`. Dropped is more than not called: a
call that `function_call` forces did not come either, which no model decides, and the tokens of the
prompt were not more than without `functions`, where they are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from harness.audit.meaning import Control, Controls
from harness.conversation import ChoiceMode
from harness.dialects import dialect
from harness.observation import Finding
from harness.reply import Reading

__all__ = ["FACET", "HONOURED", "Api", "api_of", "names_functions"]

FACET: Final = "legacy_api"
#: The rule that a forced call which did not come breaks.
HONOURED: Final = "TC052"
#: Rules that find a call in the text: the functions were read, and its form was not.
_IN_TEXT: Final = frozenset({"TC501", "TC502"})
_LOOKED_AT: Final = 65_536
#: How a refusal says that it is about functions, in its text or as the place of the fault.
_NAMED: Final = re.compile(
    r"function|not support|unsupported|not implemented|unrecognized request argument"
    r"|unknown parameter|deprecated",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Api:
    """A word of the facet, and what shows it; both "" where nothing is shown."""

    word: str = ""
    why: str = ""


def api_of(reading: Reading, controls: Controls, findings: Iterable[Finding]) -> Api:
    """Return what one answer to `functions`, that is no refusal, shows of the server.

    Args:
        reading: the answer.
        controls: what was asked beside it.
        findings: what the rules say of it.
    """
    calls = reading.reply.tool_calls
    if calls:
        return _by_call(calls[0].kind)
    if any(finding.rule in _IN_TEXT for finding in findings):
        return Api("translated", "the call is text")
    forced = reading if _forces(reading) else controls.get(Control.FORCED)
    if forced is None or not forced.ok or not _ended(forced):
        return Api()
    if forced.reply.tool_calls:
        return _by_call(forced.reply.tool_calls[0].kind)
    return _dropped(reading, controls.get(Control.WORDS))


def _by_call(kind: str) -> Api:
    if kind == "legacy":
        return Api("supported")
    return Api("translated", "the call is in tool_calls")


def _dropped(reading: Reading, words: Reading | None) -> Api:
    without = _tokens(words) if words is not None else None
    told = _tokens(reading)
    why = "a call that function_call forces did not come"
    if told is None or without is None:
        return Api("ignored", why)
    if told > without:
        return Api()  # they stood in the prompt: read, and the model did not call
    return Api("ignored", f"{why}, and the prompt has {told} tokens with functions and without")


def _forces(reading: Reading) -> bool:
    choice = reading.asked.choice if reading.asked is not None else None
    return choice is not None and choice.mode is ChoiceMode.NAMED


def _ended(reading: Reading) -> bool:
    """Return whether a reply was neither cut nor withheld."""
    return dialect(reading.dialect).stops.get(reading.reply.stop or "") in {"end", "tool_call"}


def _tokens(reading: Reading) -> int | None:
    usage = reading.reply.usage
    return None if not reading.ok or usage is None else usage.input


def names_functions(reading: Reading) -> bool:
    """Return whether a refusal says that it is one of `functions`."""
    body = reading.exchange.response.body[:_LOOKED_AT].decode("utf-8", "replace")
    return _NAMED.search(body) is not None
