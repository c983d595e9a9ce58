"""Probes of tool results: the forms they may have, and histories in which they do not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.dialects.reference import sample_arguments
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.chance import has_text
from toolwire.rules.faults import planted
from toolwire.rules.probe_answer import answered, refused, taken, turned_away
from toolwire.rules.probe_edit import as_parts, emptied, later, reversed_results
from toolwire.rules.rule import Flaw, Rule, Source, Subject, Variance
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
    WITH_IDS,
)

__all__ = ["RULES"]

_READ: Final = "2026-11-21"
_OBSERVED: Final = Source("observed", "Public threads, see the cases", "", _READ)
#: Fits the strictest provider (Mistral: nine letters and digits), so that the id itself is
#: never what is refused.
_ID: Final = "orphan001"
_WORDS: Final = re.compile(r"\w+")
_EMPTY: Final = (ANTHROPIC, CHAT, GEMINI, OLLAMA, RESPONSES)
_PAIRED: Final = (ANTHROPIC, BEDROCK, CHAT, GEMINI, RESPONSES)
_KNOWN_CALLS: Final = (*_PAIRED, COHERE_V2)
#: Formats whose vendors are not known to refuse such a history, or known not to.
_UNKNOWN: Final = (COHERE_V2, OLLAMA)
_BY_ID: Final = (*WITH_IDS, OLLAMA)

_parts_taken = taken("A tool result that is a list of text parts is refused.")


def _said(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORDS.findall(text))


def _last_round(reading: Reading) -> tuple[tuple[ToolCall, ...], tuple[ToolResult, ...]]:
    """Return the last calls of a request and the results that follow them."""
    turns = () if reading.asked is None else reading.asked.turns
    for place in range(len(turns) - 1, 0, -1):
        before, turn = turns[place - 1], turns[place]
        if isinstance(turn, ResultsTurn) and isinstance(before, AssistantTurn):
            return before.calls, turn.results
    return (), ()


def _parts_read(reading: Reading) -> Iterator[Flaw]:
    yield from _parts_taken(reading)
    reply = reading.reply
    if not reading.ok or reply.tool_calls or not reply.text:
        return
    told = frozenset().union(*(_said(result.content) for result in _last_round(reading)[1]))
    if told and not told & _said(reply.text):
        yield Flaw(
            reply.text_pointer,
            "The answer has no word of what the tool said: the parts may not reach the model.",
            "words of the result",
            reply.text[:200],
            Severity.WARNING,
            variance=True,
        )


def _paired_by_id(reading: Reading) -> Iterator[Flaw]:
    calls, results = _last_round(reading)
    text = reading.reply.text
    if not reading.ok or not text or reading.reply.tool_calls:
        return
    contents = {result.call_id: result.content for result in results}
    if len(calls) < 2 or not all(call.id in contents for call in calls):
        return
    wanted, *others = (_said(contents[call.id]) for call in reversed(calls))
    other = frozenset().union(*others)
    told = _said(text)
    if told & (other - wanted) and not told & (wanted - other):
        yield Flaw(
            reading.reply.text_pointer,
            "The answer gives the result of another call than the one asked about.",
            contents[calls[-1].id][:200],
            text[:200],
        )


def _unanswered(asked: Conversation) -> tuple[Turn, ...]:
    tool = asked.tools[0]
    call = ToolCall(tool.name, _ID, sample_arguments(tool))
    return AssistantTurn(None, (call,)), UserTurn("And what did it say?")


def _orphan(asked: Conversation) -> tuple[Turn, ...]:
    result = ToolResult(_ID, asked.tools[0].name, "18 C and sunny")
    return AssistantTurn("I know it already."), ResultsTurn((result,))


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC705",
        name="tool-content-parts",
        severity={CHAT: Severity.ERROR},
        statement=(
            "A tool message whose content is a list of text parts is taken, and its text reaches "
            "the model. Refusing it is an error. An answer that shares no word with the result, "
            "although it was asked to repeat it, is a warning: the model may not have obeyed."
        ),
        why="A result that is passed over in silence makes the model invent one.",
        breaks="strands-agents, openclaude, and LangChain, whose tool messages may hold parts",
        workaround="Join the parts to one string.",
        source=Source(
            "spec",
            "openai 3.52.0 types, chat_completion_tool_message_param.py: content is text or a "
            "list of text parts",
            "https://developers.openai.com/api/docs/guides/function-calling",
            _READ,
        ),
        check=_parts_read,
        subject=Subject.PROBE,
        always=True,
        probing={CHAT: as_parts(CHAT)},
        # A refusal is the server's; words that do not repeat the result may be the model's.
        variance=Variance("answers in words to such a result", has_text, partly=True),
        mutations=(
            *planted("round_trip", turned_away(), fault="refused"),
            *planted("round_trip", answered(Answer(text="I cannot tell.")), fault="not read"),
        ),
    ),
    Rule(
        id="TC706",
        name="empty-result",
        severity=dict.fromkeys(_EMPTY, Severity.WARNING),
        statement=(
            "A tool result with nothing in it is taken. Not asked of Bedrock, which refuses empty "
            "text, nor of Cohere, whose results are documents. Empty text beside calls is another "
            "matter: TC703 asks it of OpenAI's format, and other formats refuse it."
        ),
        why="A tool that printed nothing blocks the session for ever.",
        breaks="hermes-agent, latitude",
        workaround='Send a word for nothing, for example "(empty)".',
        source=_OBSERVED,
        check=taken("An empty tool result is refused."),
        subject=Subject.PROBE,
        always=True,
        probing={name: emptied(name) for name in _EMPTY},
        mutations=planted("round_trip", turned_away(), _EMPTY),
    ),
    Rule(
        id="TC707",
        name="missing-result-refused",
        severity={
            **dict.fromkeys(_PAIRED, Severity.WARNING),
            **dict.fromkeys(_UNKNOWN, Severity.INFO),
        },
        statement=(
            "A history in which a call has no result is refused with a status of 400 to 499. The "
            "vendors' texts name the id; whether another server's does is not judged. Cohere's "
            "documentation does not say, and Ollama pairs by place: there it is reported only."
        ),
        why="Taken in silence, it hides that a result was lost, and the model invents one.",
        breaks="clients that move a history on to OpenAI's, Anthropic's, Google's or AWS's API",
        workaround="Answer every call before the next words, if need be with an error result.",
        source=Source(
            "api-error",
            "OpenAI and Anthropic: see the cases; Responses: no tool output found; Bedrock: "
            "expected toolResult blocks; Gemini: as many responses as calls",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
            _READ,
        ),
        check=refused("A history in which a call has no result was answered."),
        subject=Subject.PROBE,
        always=True,
        probing={name: later(name, _unanswered) for name in (*_PAIRED, *_UNKNOWN)},
        mutations=planted("refused", answered(Answer(text="It is sunny.")), (*_PAIRED, *_UNKNOWN)),
    ),
    Rule(
        id="TC709",
        name="result-order-free",
        severity={**dict.fromkeys(WITH_IDS, Severity.WARNING), OLLAMA: Severity.INFO},
        statement=(
            "Results belong to the calls that their ids name, in whatever order they stand. Asked "
            "for the result of the last call only, while the results stand in reverse, the answer "
            "does not give another call's. Judged by words that only one of the results has."
        ),
        why="Matched by place, the model reads the wrong tool's answer, and nothing shows it.",
        breaks="clients that run calls at the same time and answer in the order of completion",
        workaround="Send results in the order of the calls.",
        source=Source(
            "docs",
            "OpenAI: ids, not order, pair results with calls; Ollama's server takes an id but "
            "reads by place where nothing else tells (promptfoo/promptfoo#10980)",
            "https://developers.openai.com/api/docs/guides/function-calling",
            _READ,
        ),
        check=_paired_by_id,
        subject=Subject.PROBE,
        needs_request=True,
        variance=Variance("answers in words to such results", has_text),
        probing={name: reversed_results(name) for name in _BY_ID},
        mutations=planted(
            "two_results", answered(Answer(text="It is 18 C in Tokyo.", turn=2)), _BY_ID
        ),
    ),
    Rule(
        id="TC724",
        name="unknown-call-id-refused",
        severity={**dict.fromkeys(_KNOWN_CALLS, Severity.WARNING), OLLAMA: Severity.INFO},
        statement=(
            "A tool result whose id no call of the history has is refused with a status of 400 to "
            "499. Ollama pairs by place and does not look at ids: there it is reported only."
        ),
        why=(
            "Taken in silence, it hides a history that was cut between a call and its result; the "
            "same history then fails with the next provider."
        ),
        breaks="clients that move a history on to OpenAI's, Anthropic's, Cohere's or AWS's API",
        workaround="Drop results whose call is gone before the history goes out.",
        source=Source(
            "api-error",
            "OpenAI: a message of role tool must be a response to a preceding message with "
            "tool_calls; Responses: no tool call found; Anthropic: unexpected tool_use_id; "
            "Cohere: tool call id not found in previous tool calls",
            "https://github.com/run-llama/llama_index/issues/10493",
            _READ,
        ),
        check=refused("A result of a call that nobody made was answered."),
        subject=Subject.PROBE,
        always=True,
        probing={name: later(name, _orphan) for name in (*_KNOWN_CALLS, OLLAMA)},
        mutations=planted(
            "refused", answered(Answer(text="It is sunny.")), (*_KNOWN_CALLS, OLLAMA)
        ),
    ),
)
