"""TC152: replies-count-tokens."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.sighting import at_end
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
_TOLD = ("cohere-v1", "cohere-v2", "gemini-generate", "ollama-chat")
_COUNTS = ("usage", "usageMetadata", "eval_count", "prompt_eval_count", "meta")
#: Where Cohere counted in 2023, in streams there alone (mlflow/mlflow, tests/gateway/providers/test_cohere.py).
_BEFORE = "token_count"
#: AWS's path of Cohere's own format, whose whole answers have no such member in the model that
#: microsoft/semantic-kernel has of them. What AWS's own page says was not read.
_UNCOUNTED_PATHS = ("/invoke",)


def _due(reading: Reading) -> bool:
    """Return whether a reply came to its end with words or calls; white space is no word."""
    reply = reading.reply
    said = bool((reply.text or "").strip() or reply.tool_calls)
    there = whole(reading) and reply.complete and said
    if not there or goes_on(reading):
        return False
    if _is_told_otherwise(reading):
        return False
    # A count with a fraction is TC124's, and one in a member of another spelling TC191's.
    return fraction(reading) is None and not is_spelled_otherwise(reading, _COUNTS)


def _is_told_otherwise(reading: Reading) -> bool:
    """Return whether tokens are counted where answers of the format had it before, or on a path that is let be."""
    told = (reading.body, *(event.json for event in reading.events))
    documents = [one for one in told if isinstance(one, dict)]
    holders = (holder for one in documents for holder in (one, object_of(one.get("response"))))
    return any(_BEFORE in one for one in holders) or at_end(reading.exchange, _UNCOUNTED_PATHS)


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

    A prompt that a cache had whole may be counted as none (older Ollama), as one may be that was asked before in
    the other mode; where a sum of both is told, it may not. An answer has tokens.
    """
    twin = None if reading.twin is None else reading.twin.reply.usage
    if usage.output is None:
        return twin is None or twin.output is None
    if usage.input is not None:
        return False
    billed = bool(load_dialect(reading.dialect).wire.bills)
    return billed or twin is None or twin.input is None


def _untold(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        for holder in (
            document,
            object_of(document.get("delta")),
            object_of(document.get("response")),
        ):
            for member in _COUNTS:
                holder.pop(member, None)


def _input_untold(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        object_of(document.get("usageMetadata")).pop("promptTokenCount", None)
        document.pop("prompt_eval_count", None)


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
        "that of what was made, or that of what was read (older Ollama leaves it out where a cache had the prompt whole)."
    ),
    why="Agents that keep a history within a context count nothing, and bills show zero.",
    breaks="LangChain's usage_metadata (None), and what limits or bills by it",
    workaround="Count tokens on the client's side.",
    source=Source(
        "docs",
        "Gemini API, UsageMetadata; Ollama, usage: eval_count and prompt_eval_count in each last answer; Cohere, Chat: "
        "usage of each reply and of each message-end, meta of each reply of v1 (recorded 2024-04 to 2024-11 by "
        "langchain-ai/langchain-cohere)",
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
        *mutations_for(
            "single_call",
            changed(_input_untold),
            ("gemini-generate", "ollama-chat"),
            fault="no input told",
        ),
    ),
)
