"""What a server makes of `functions`: serves, translates, drops or refuses them.

The four words are the values of the facet `legacy_api`. A call, or none, tells little alone: a
model may be silent, and one whose prompt spells a call out may write it though it was told of no
function, which a server's parser then takes for a call. So the tokens of the prompt come first:
as many with `functions` as without, where `tools` make them more, and the functions never reached
the model. Where tokens are not counted, a call that `function_call` forces and that does not come
shows the same, since no model decides that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.controls.meaning import Control, Controls
from toolwire.model.conversation import ChoiceMode
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.rules import RULES

FACET: Final = "legacy_api"
#: The rule that dropped functions break.
HONOURED: Final = "TC052"
#: Rules that find a call in the text: what called was told of functions, or of nothing.
IN_TEXT: Final = frozenset({"TC501", "TC502"})
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
    if calls and calls[0].kind == "legacy":
        return Api("supported")
    read = in_the_prompt(reading, controls)
    if read is False:
        tokens, tools = _tokens(reading), _tokens(controls[Control.TOOLED])
        why = f"the prompt has {tokens} tokens with functions and without, {tools} with tools"
        return Api("ignored", why)
    if calls:
        return Api("translated", "the call is in tool_calls")
    if any(finding.rule in IN_TEXT for finding in findings):
        return Api("translated", "the call is text")
    return Api() if read else _by_force(reading, controls)


def _by_force(reading: Reading, controls: Controls) -> Api:
    forced = reading if _forces(reading) else controls.get(Control.FORCED)
    if forced is None or not forced.ok or not _ended(forced):
        return Api()
    if not forced.reply.tool_calls:
        return Api("ignored", "a call that function_call forces does not come")
    if forced.reply.tool_calls[0].kind == "legacy":
        return Api("supported")
    return Api("translated", "a call that function_call forces is in tool_calls")


def in_the_prompt(reading: Reading, controls: Controls) -> bool | None:
    """Return whether tokens show that functions stood in the prompt; None where they do not tell.

    Args:
        reading: the answer to a request with functions.
        controls: what was asked beside it so far.
    """
    with_functions, without = _tokens(reading), _tokens(controls.get(Control.WORDS))
    if with_functions is None or without is None:
        return None
    if with_functions > without:
        return True
    tools = _tokens(controls.get(Control.TOOLED))
    # Where tools add no tokens either, definitions are not counted.
    return False if tools is not None and tools > without else None


def dropped(reading: Reading, api: Api) -> Finding:
    """Return the finding that an answer shows functions to be dropped."""
    usage = "tokens" in api.why
    return Finding(
        HONOURED,
        RULES[HONOURED].severity[reading.dialect],
        reading.reply.stop_pointer,
        "The functions were dropped: their tokens are not in the prompt."
        if usage
        else "The functions were dropped: a call that function_call forces does not come.",
        "function_call",
        "no function_call",
    )


def _forces(reading: Reading) -> bool:
    choice = reading.conversation.choice if reading.conversation is not None else None
    return choice is not None and choice.mode is ChoiceMode.NAMED


def _ended(reading: Reading) -> bool:
    """Return whether a reply was neither cut nor withheld."""
    return load_dialect(reading.dialect).stops.get(reading.reply.stop or "") in {"end", "tool_call"}


def _tokens(reading: Reading | None) -> int | None:
    if reading is None or not reading.ok or reading.reply.usage is None:
        return None
    return reading.reply.usage.input


def names_functions(reading: Reading) -> bool:
    """Return whether a refusal says that it is one of `functions`."""
    body = reading.exchange.response.body[:_LOOKED_AT].decode("utf-8", "replace")
    return _NAMED.search(body) is not None
