"""TC410: native-finish-vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.exchange import EvidenceLevel
from toolwire.rules.mutate.faults import changed, mutations_for, stop
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Variance, Violation
from toolwire.rules.stop.termination import GENAI
from toolwire.rules.views.asked_for import place_of
from toolwire.rules.views.ending import ending_words
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.places import Place
from toolwire.rules.views.streamed import goes_on

#: Until when answers said nothing of their end: Ollama's done_reason came in May 2024. Those before it
#: tell by their own time that they are older.
_UNTOLD_BEFORE: Final = "2024-06"
#: Words of an ordinary end, which is not how a turn with calls ends.
_ENDS = frozenset({"end_turn", "stop_sequence", "COMPLETE", "STOP_SEQUENCE"})


def _vocabulary(reading: Reading) -> Iterator[Violation]:
    stop_, known = reading.reply.stop, load_dialect(reading.dialect).wire.stop_words
    if known is None:
        return
    if stop_ is not None and stop_ not in known.words | known.blocked:
        message = "The stop reason is not a word of this API."
        yield Violation(reading.reply.stop_pointer, message, "a word of the API", excerpt(stop_))
        return
    # Of calls it is TC418's.
    if stop_ is None and _due(reading) and not reading.reply.tool_calls:
        message = "The reply does not say why it ended."
        yield Violation(place_of(reading), message, "a word of the API", None, variance=True)
        return
    word, calls = known.calls, reading.reply.tool_calls
    if word is not None and calls and stop_ in _ENDS:
        message = "The reply holds calls and ends as one without."
        yield Violation(reading.reply.stop_pointer, message, word, stop_)
    elif word is not None and stop_ == word and not _there(reading):
        message = "The reply ends as one with calls and holds none."
        yield Violation(reading.reply.stop_pointer, message, "at least one call", 0)
    elif known.at_word and stop_ == known.at_word and _names_none(reading):
        message = "The reply is told to end at a word of the request, which names none."
        mild = Severity.WARNING
        yield Violation(reading.reply.stop_pointer, message, "the word for an end", stop_, mild)


def _names_none(reading: Reading) -> bool:
    """Return whether a request names no word at which the text has to end, and nothing else is wrong.

    Without the word itself, where it stands beside the reason, it is TC406's; told in one mode, TC908's.
    """
    if reading.conversation is None or ending_words(reading):
        return False
    request = reading.exchange.request
    if request is not None and b"stop" in request.body.lower():
        return False  # in members that are a model's own, as of Converse
    told = (reading.body, *(event.json for event in reading.events))
    documents = [one for one in told if isinstance(one, dict)]
    holders = (holder for one in documents for holder in (one, object_of(one.get("delta"))))
    if any("stop_sequence" in one and not one["stop_sequence"] for one in holders):
        return False
    twin = reading.twin
    return twin is None or not twin.ok or twin.reply.stop == reading.reply.stop


def _due(reading: Reading) -> bool:
    """Return whether a reply came to its end in a format whose type lets it go without a reason.

    Those are the ones whose last line is flagged, and has no event's name.
    """
    end, reply = load_dialect(reading.dialect).wire.stream.line_end, reading.reply
    there = reading.ok and reply.complete and bool(reply.text or reply.tool_calls)
    due = end is not None and end.event is None and there and not goes_on(reading)
    return due and not _older(reading)


def _older(reading: Reading) -> bool:
    """Return whether a recording of others says that it was made before there was a reason to tell."""
    if reading.exchange.evidence.level is not EvidenceLevel.IMPORTED:
        return False
    last = reading.body if isinstance(reading.body, dict) else reading.events[-1].json
    told = last.get("created_at") if isinstance(last, dict) else None
    return isinstance(told, str) and told < _UNTOLD_BEFORE


def _untold(_name: str, where: Place) -> None:
    for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
        object_of(document).pop("done_reason", None)


def _there(reading: Reading) -> bool:
    """Return whether there are calls, or something unreadable where they may be."""
    return bool(reading.reply.tool_calls or native_calls(reading) or reading.reply.unread)


RULE = Rule(
    id="TC410",
    name="native-finish-vocabulary",
    severity=dict.fromkeys(
        (
            "anthropic-messages",
            "bedrock-converse",
            "cohere-v1",
            "cohere-v2",
            "gemini-generate",
            "ollama-chat",
            "openai-responses",
        ),
        Severity.WARNING,
    ),
    statement="Stop reasons are words of the API: Gemini's FinishReason, where a turn with "
    "calls ends with STOP like any other, Anthropic's stop_reason, Bedrock's stopReason, "
    "Cohere's finish_reason, Ollama's done_reason, where a turn with calls ends with stop, and "
    "the status of a response. Where there is a word for calls (Bedrock tool_use, Cohere v2 "
    "TOOL_CALL) it is there exactly when calls are, and the one for a text that came to a word of the "
    "request (stop_sequence, STOP_SEQUENCE) only where the request names any. That no text of Ollama's has one "
    "is told too (calls without are TC418's).",
    why="Adapters that map only the words they know lose calls or take errors for answers.",
    breaks="ailoy and SDKs with closed enums.",
    workaround="Read unknown words as an ordinary end when there is content.",
    source=GENAI,
    check=_vocabulary,
    claims=(
        "candidates/*/finishReason=string",
        "delta/finish_reason=string",
        "delta/stop_reason=string",
        "done_reason=string",
        "finish_reason=string",
        "response/finish_reason=string",
        "response/status=string",
        "status=string",
        "stopReason=string",
        "stop_reason=string",
    ),
    variance=Variance("replies that came to their end", _due, partly=True),
    mutations=(
        *mutations_for("plain_text", changed(_untold), ("ollama-chat",), fault="no reason"),
        *mutations_for("single_call", stop("TOOL_CALLS"), ("gemini-generate",)),
        *mutations_for(
            "plain_text",
            stop("stop"),
            ("anthropic-messages", "bedrock-converse", "cohere-v1", "cohere-v2"),
        ),
        *mutations_for("plain_text", stop("tool_calls"), ("ollama-chat",)),
        *mutations_for("plain_text", stop("stop"), ("openai-responses",)),
        *mutations_for(
            "single_call", stop("end_turn"), ("bedrock-converse",), fault="calls, no word for them"
        ),
        *mutations_for(
            "plain_text", stop("tool_use"), ("bedrock-converse",), fault="a word for no calls"
        ),
        *mutations_for(
            "single_call", stop("COMPLETE"), ("cohere-v2",), fault="calls, no word for them"
        ),
        *mutations_for(
            "plain_text", stop("TOOL_CALL"), ("cohere-v2",), fault="a word for no calls"
        ),
        *mutations_for(
            "plain_text", stop("STOP_SEQUENCE"), ("cohere-v2",), fault="at a word, of none"
        ),
        *mutations_for(
            "plain_text", stop("stop_sequence"), ("bedrock-converse",), fault="at a word, of none"
        ),
    ),
    shim=Shim("unknown_stop_is_end"),
    cases="""
Ollama | /v1 returned "stop"; native API deliberately keeps done_reason "stop" | https://github.com/ollama/ollama/issues/5995 | PR merged 2024-07
Gemini | finishReason STOP also for tool calls; adapter must derive | https://github.com/brekkylab/ailoy/issues/334 | PR merged 2025-12
Cohere v2 | tool_choice only REQUIRED/NONE, no named; finish_reason COMPLETE/TOOL_CALL/ERROR/TIMEOUT | https://github.com/ankit373/hydra/issues/976 | issue open 2026-09
""",
)
