"""TC152: replies-count-tokens."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.reply import Reading, Usage
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Variance, Violation
from toolwire.rules.views.asked_for import place_of, whole
from toolwire.rules.views.places import Place
from toolwire.rules.views.spelling import is_spelled_otherwise
from toolwire.rules.views.streamed import goes_on
from toolwire.rules.views.token_counts import fraction

#: Where token counts may be left out by the type, and are asked for by nothing. Elsewhere they are
#: required, or a stream has them only on demand.
_TOLD = ("cohere-v2", "gemini-generate", "ollama-chat")
_COUNTS = ("usage", "usageMetadata", "eval_count", "prompt_eval_count")


def _due(reading: Reading) -> bool:
    """Return whether a reply came to its end with words or calls; white space is no word."""
    reply = reading.reply
    said = bool((reply.text or "").strip() or reply.tool_calls)
    there = whole(reading) and reply.complete and said
    if not there or goes_on(reading):
        return False
    # A count with a fraction is TC124's, and one in a member of another spelling TC191's.
    return fraction(reading) is None and not is_spelled_otherwise(reading, _COUNTS)


def _count_tokens(reading: Reading) -> Iterator[Violation]:
    usage = reading.reply.usage
    if not _due(reading):
        return
    if usage is None or usage.input is usage.output is None:
        message = "Nothing says how many tokens were read and made."
        yield Violation(place_of(reading), message, "a count", None)
    elif _is_half(usage, reading):
        kind = "made" if usage.output is None else "read"
        message = f"Nothing says how many tokens were {kind}."
        yield Violation(place_of(reading), message, "a count", None)


def _is_half(usage: Usage, reading: Reading) -> bool:
    """Return whether one of both counts is missing, where no other mode tells it (TC908).

    Without a sum of both, a prompt that a cache had may be counted as none (older Ollama). An answer has tokens.
    """
    twin = None if reading.twin is None else reading.twin.reply.usage
    if usage.output is None:
        return twin is None or twin.output is None
    return usage.input is None and bool(load_dialect(reading.dialect).wire.bills)


def _untold(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        for holder in (document, object_of(document.get("delta"))):
            for member in _COUNTS:
                holder.pop(member, None)


def _output_untold(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        object_of(document.get("usageMetadata")).pop("candidatesTokenCount", None)
        document.pop("eval_count", None)


RULE = Rule(
    id="TC152",
    name="replies-count-tokens",
    severity=dict.fromkeys(_TOLD, Severity.WARNING),
    statement=(
        "Replies tell how many tokens were read and how many were made. One may leave it out; that "
        "none of a run, or of a mode, has either is the server's doing, and so is that none has "
        "that of what was made, or one of them where a sum of both is told (Gemini)."
    ),
    why="Agents that keep a history within a context count nothing, and bills show zero.",
    breaks="LangChain's usage_metadata (None), and what limits or bills by it",
    workaround="Count tokens on the client's side.",
    source=Source(
        "docs",
        "Gemini API, UsageMetadata; Ollama, usage: eval_count and prompt_eval_count in each last answer; Cohere, Chat: "
        "usage of each reply and of each message-end",
        "https://docs.ollama.com/api/usage",
        "2026-11-24",
    ),
    check=_count_tokens,
    needs_wire=True,
    variance=Variance("replies that came to their end", _due),
    mutations=(
        *mutations_for("single_call", changed(_untold), fault="nothing told"),
        *mutations_for(
            "single_call",
            changed(_output_untold),
            ("gemini-generate", "ollama-chat"),
            fault="no output told",
        ),
    ),
)
