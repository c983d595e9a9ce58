"""Rules about what the request demanded: required, named and forbidden calls, one at a time.

The catalogue files these under probes because a probe shows them best; every recorded answer
to such a request shows them too. Judged only where the reply ended of its own accord: a reply
cut by a limit or a filter kept no promise and broke none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.sample import sample_arguments
from toolwire.model.conversation import ChoiceMode, Conversation, Tool
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules.rule import Mutation, Source

OPENAI = Source(
    "spec",
    "openai 3.52.0 types, tool_choice: `none` means no call, `required` one or more, a named "
    "function forces that function",
    "https://developers.openai.com/api/docs/guides/function-calling",
    "2026-11-21",
)


FORCING = ("openai-chat", "openai-responses", "anthropic-messages", "gemini-generate")
#: Those where a tool can be demanded by its name.
NAMING = (*FORCING, "bedrock-converse")


def ended(reading: Reading) -> bool:
    """Return whether the reply says that it is finished, and was not cut or refused."""
    return load_dialect(reading.dialect).stops.get(reading.reply.stop or "") in {"end", "tool_call"}


def choice(reading: Reading) -> tuple[ChoiceMode | None, str | None]:
    """Return mode and name of the tool choice a whole reply was asked with."""
    conversation = reading.conversation
    if (
        conversation is None
        or conversation.choice is None
        or not conversation.tools
        or not ended(reading)
    ):
        return None, None
    return conversation.choice.mode, conversation.choice.name


def answering(name: str, ignore: Ignore) -> Callable[[Exchange], Exchange]:
    """Make a mutation: the same request, answered as if the demand had not been read."""

    def apply(exchange: Exchange) -> Exchange:
        assert exchange.request is not None
        conversation = load_dialect(name).read_request(exchange.request)
        assert conversation is not None
        calls = tuple(
            PlannedCall(tool.name, sample_arguments(tool)) for tool in ignore(conversation)
        )
        planned = Answer(None if calls else "It is sunny.", calls, turn=len(conversation.calls()))
        return replace(exchange, response=load_dialect(name).respond(exchange.request, planned))

    return apply


#: What was asked -> the tools that are called all the same.
Ignore = Callable[[Conversation], tuple[Tool, ...]]


def ignored(
    scenario: str, answer: Ignore, dialects: tuple[str, ...], fault: str = ""
) -> tuple[Mutation, ...]:
    """Return the mutations in which a server passes over the tool choice."""
    return tuple(
        Mutation(name, mode, scenario, answering(name, answer), fault)
        for name in dialects
        for mode in Mode
    )


WORKAROUND = "Check the calls against the demand before running them, and ask again."
