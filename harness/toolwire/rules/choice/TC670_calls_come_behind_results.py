"""TC670: calls-come-behind-results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, PlannedCall
from toolwire.model.conversation import AssistantTurn, ResultsTurn
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import Asked, asked, place_of, whole
from toolwire.rules.views.probe_answer import answered

#: What stands in the place of a value that an earlier result has to tell.
_LATER: Final = re.compile(r"<[^<>]+>")


def _made(what: Asked) -> set[str | None]:
    """Return the names of the tools that were called since the user spoke."""
    turns = (turn for turn in what.since if isinstance(turn, AssistantTurn))
    return {call.name for turn in turns for call in turn.calls}


def _left(reading: Reading) -> list[str]:
    """Return the names of tools that a result has to be passed on to, and that were not called since."""
    what = asked(reading)
    if what is None or not what.calls or not what.since:
        return []
    made = _made(what)
    return [call.name for call in what.calls if call.name not in made and _takes_over(call)]


def _takes_over(call: PlannedCall) -> bool:
    """Return whether a result has to tell a value of a call, which no earlier reply can then make."""
    values = call.arguments.values()
    return any(isinstance(one, str) and _LATER.fullmatch(one) for one in values)


def _behind(reading: Reading) -> bool:
    """Return whether the last that was told is the results of calls, and calls are the model's to choose."""
    asked_for = reading.conversation
    if asked_for is None or asked_for.choice is not None or asked_for.legacy:
        return False
    return bool(asked_for.turns) and isinstance(asked_for.turns[-1], ResultsTurn)


def _due(reading: Reading) -> bool:
    return _behind(reading) and whole(reading) and bool(_left(reading))


def _shown(reading: Reading) -> bool:
    """Return whether a tool was called behind results that was not called before.

    What it has called before a model may call again without being told of any tool.
    """
    what = asked(reading)
    if what is None or not reading.reply.tool_calls or not _behind(reading):
        return False
    return bool({call.name for call in reading.reply.tool_calls} - _made(what))


def _come(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if not reply.tool_calls and (reply.text or "").strip() and _due(reading):
        message = (
            "Behind a result come words, though the prompt writes out a call that takes it over."
        )
        yield Violation(place_of(reading), message, _left(reading)[0], "no call")


RULE = Rule(
    id="TC670",
    name="calls-come-behind-results",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Behind the results of calls the model may call again, and where the prompt writes out a "
        "call that takes over what they tell, one comes. A model may leave it at the first; that no "
        "reply of a run, or of a mode, has a call of another tool behind results is the server's "
        "doing."
    ),
    why=(
        "Servers and chat templates that tell of the tools beside the user's words alone leave the "
        "model without any once a result has come: it makes up the rest, or says that it is done."
    ),
    breaks="agents that need more than one step",
    workaround="Put words of the user behind each result.",
    source=Source(
        "docs",
        "Ollama, tool calling: multi-turn tool calling (an agent loop) calls tools and sends their results back "
        "until no more calls come",
        "https://docs.ollama.com/capabilities/tool-calling",
        "2026-11-28",
    ),
    check=_come,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies behind results that a call was to take over", _due, shown=_shown),
    mutations=mutations_for("chained", answered(Answer(text="It is 18 C in Paris.", turn=1))),
    cases="""
Ollama (llama3.1) | its template tells of the tools where the last message is the user's, and behind a result of none | https://github.com/ollama/ollama/issues/6477 | issue open 2024-08
Ollama (devstral) | tools are told with one of the last two messages: behind the results of a call the model has none | https://github.com/ollama/ollama/issues/11296 | issue closed
Ollama (ministral) | likewise | https://github.com/ollama/ollama/issues/13334 | issue closed
""",
)
