"""Rules about what the request demanded: required, named and forbidden calls, one at a time.

The catalogue files these under probes because a probe shows them best; every recorded answer
to such a request shows them too. Judged only where the reply ended of its own accord: a reply
cut by a limit or a filter kept no promise and broke none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from toolwire.dialects import Answer, PlannedCall, dialect
from toolwire.dialects.reference import sample_arguments
from toolwire.model.conversation import ChoiceMode, Conversation, Tool
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.rule import Flaw, Mutation, Rule, Source

__all__ = ["RULES"]

_READ = "2026-11-21"
_OPENAI = Source(
    "spec",
    "openai 3.52.0 types, tool_choice: `none` means no call, `required` one or more, a named "
    "function forces that function",
    "https://developers.openai.com/api/docs/guides/function-calling",
    _READ,
)
_FORCING = ("openai-chat", "openai-responses", "anthropic-messages", "gemini-generate")


def _ended(reading: Reading) -> bool:
    """Return whether the reply says that it is finished, and was not cut or refused."""
    return dialect(reading.dialect).stops.get(reading.reply.stop or "") in {"end", "tool_call"}


def _choice(reading: Reading) -> tuple[ChoiceMode | None, str | None]:
    asked = reading.asked
    if asked is None or asked.choice is None or not asked.tools or not _ended(reading):
        return None, None
    return asked.choice.mode, asked.choice.name


def _required(reading: Reading) -> Iterator[Flaw]:
    mode, _ = _choice(reading)
    if mode is ChoiceMode.REQUIRED and not reading.reply.tool_calls:
        message = "A call was required and none came."
        yield Flaw(reading.reply.stop_pointer, message, "at least one call", 0)


def _named(reading: Reading) -> Iterator[Flaw]:
    mode, name = _choice(reading)
    if mode is not ChoiceMode.NAMED:
        return
    legacy = reading.asked is not None and reading.asked.legacy
    if not reading.reply.tool_calls and not legacy:  # TC052 has calls that function_call forces
        message = "A call of one tool was demanded and none came."
        yield Flaw(reading.reply.stop_pointer, message, name, "no call")
    for call in reading.reply.tool_calls:
        if call.name != name:
            message = "Another tool was called than the one demanded."
            yield Flaw(call.pointer, message, name, call.name)
            return


def _forbidden(reading: Reading) -> Iterator[Flaw]:
    mode, _ = _choice(reading)
    if mode is ChoiceMode.NONE and reading.reply.tool_calls:
        call = reading.reply.tool_calls[0]
        yield Flaw(call.pointer, "A call came although calls were forbidden.", "no call", call.name)


def _one_at_a_time(reading: Reading) -> Iterator[Flaw]:
    asked, calls = reading.asked, reading.reply.tool_calls
    if asked is not None and asked.parallel is False and len(calls) > 1:
        message = "Several calls came although only one at a time was allowed."
        yield Flaw(calls[1].pointer, message, 1, len(calls))


def _answering(name: str, ignore: _Ignore) -> Callable[[Exchange], Exchange]:
    """Make a mutation: the same request, answered as if the demand had not been read."""

    def apply(exchange: Exchange) -> Exchange:
        assert exchange.request is not None
        asked = dialect(name).read_request(exchange.request)
        assert asked is not None
        calls = tuple(PlannedCall(tool.name, sample_arguments(tool)) for tool in ignore(asked))
        planned = Answer(None if calls else "It is sunny.", calls, turn=len(asked.calls()))
        return replace(exchange, response=dialect(name).respond(exchange.request, planned))

    return apply


#: What was asked -> the tools that are called all the same.
_Ignore = Callable[[Conversation], tuple[Tool, ...]]


def _none(_asked: Conversation) -> tuple[Tool, ...]:
    return ()


def _first(asked: Conversation) -> tuple[Tool, ...]:
    return asked.tools[:1]


def _first_twice(asked: Conversation) -> tuple[Tool, ...]:
    return asked.tools[:1] * 2


def _another(asked: Conversation) -> tuple[Tool, ...]:
    named = asked.choice.name if asked.choice is not None else None
    return tuple(tool for tool in asked.tools if tool.name != named)[:1]


def _ignored(
    scenario: str, answer: _Ignore, dialects: tuple[str, ...], fault: str = ""
) -> tuple[Mutation, ...]:
    return tuple(
        Mutation(name, mode, scenario, _answering(name, answer), fault)
        for name in dialects
        for mode in Mode
    )


_WORKAROUND = "Check the calls against the demand before running them, and ask again."

RULES: tuple[Rule, ...] = (
    Rule(
        id="TC601",
        name="required-forces-call",
        severity=dict.fromkeys((*_FORCING, "cohere-v2", "bedrock-converse"), Severity.ERROR),
        statement="With a required tool choice a finished reply has at least one call.",
        why="Structured extraction relies on it: the text that comes instead is taken for data.",
        breaks=(
            "LangChain's structured output (None), openai-python's parse helper (nothing parsed), "
            "instructor and pydantic-ai (raise)."
        ),
        workaround=_WORKAROUND,
        source=_OPENAI,
        check=_required,
        needs_request=True,
        mutations=_ignored("required_choice", _none, (*_FORCING, "cohere-v2", "bedrock-converse")),
    ),
    Rule(
        id="TC602",
        name="named-forces-that-tool",
        severity=dict.fromkeys((*_FORCING, "bedrock-converse"), Severity.ERROR),
        statement="With a tool choice by name a finished reply calls that tool and no other.",
        why="Another tool runs than the one the program asked for, or none.",
        breaks=(
            "LangChain's structured output (OutputParserException), openai-python's parse helper "
            "(None), instructor, pydantic-ai and, over Bedrock, the Vercel AI SDK (raise); agent "
            "loops run the other tool."
        ),
        workaround=_WORKAROUND,
        source=_OPENAI,
        check=_named,
        needs_request=True,
        mutations=(
            *_ignored("named_choice", _another, (*_FORCING, "bedrock-converse"), "another tool"),
        ),
    ),
    Rule(
        id="TC603",
        name="none-forbids-calls",
        severity=dict.fromkeys((*_FORCING, "cohere-v2"), Severity.ERROR),
        statement="With the tool choice none a reply has no call.",
        why="The turn that is to be the final answer calls again; the loop does not end.",
        breaks=(
            "LangChain, openai-agents, pydantic-ai, google-genai's automatic calling, the Vercel "
            "AI SDK and the tool runners of openai-node, anthropic-python and anthropic-node all "
            "run the call that was forbidden."
        ),
        workaround="Leave the tools out of the request whose answer must not call.",
        source=_OPENAI,
        check=_forbidden,
        needs_calls=True,
        needs_request=True,
        mutations=_ignored("none_choice", _first, (*_FORCING, "cohere-v2")),
    ),
    Rule(
        id="TC652",
        name="parallel-false",
        severity=dict.fromkeys(
            ("openai-chat", "openai-responses", "anthropic-messages"), Severity.WARNING
        ),
        statement="Where parallel calls are switched off a reply has at most one call.",
        why="Agents that run one call at a time drop the others.",
        breaks="Sequential agents.",
        workaround="Run the first call only and say so in the history.",
        source=_OPENAI,
        check=_one_at_a_time,
        needs_calls=True,
        needs_request=True,
        mutations=_ignored(
            "one_at_a_time", _first_twice, ("openai-chat", "openai-responses", "anthropic-messages")
        ),
    ),
)
