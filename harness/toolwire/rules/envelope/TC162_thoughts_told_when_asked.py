"""TC162: thoughts-told-when-asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.dialects import load_dialect
from toolwire.dialects.count import count_of
from toolwire.io.json_text import dump, object_of, parse
from toolwire.io.pointer import at
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import EvidenceLevel, Exchange, Mode
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import Change, changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Variance, Violation
from toolwire.rules.views.places import Place


def _due(reading: Reading) -> bool:
    """Return whether thoughts were asked for, and tokens of some are counted.

    What somebody recorded is one answer of many. Of 37 of Google's such, three tell no thoughts.
    """
    conversation = reading.conversation
    if conversation is None or not conversation.thinks or not reading.ok:
        return False
    if reading.exchange.evidence.level is EvidenceLevel.IMPORTED:
        return False
    return _thought(reading) > 0 and bool(reading.reply.text or reading.reply.tool_calls)


def _shown(reading: Reading) -> bool:
    return bool(reading.reply.reasoning)


def _told(reading: Reading) -> Iterator[Violation]:
    if _due(reading) and not _shown(reading):
        message = "Thoughts were asked for and are counted, and no part is marked as one."
        place = reading.reply.text_pointer or reading.reply.stop_pointer or ""
        yield Violation(place, message, "a thought", f"{_thought(reading)} tokens")


def _thought(reading: Reading) -> int:
    """Return how many tokens of thoughts a reply counts."""
    bills = load_dialect(reading.dialect).wire.bills
    documents = [reading.body, *(event.json for event in reading.events)]
    held = ((at(one, bill.path), bill) for one in documents if one for bill in bills)
    counts = (
        count_of(counts.get(bill.thoughts)) for counts, bill in held if isinstance(counts, dict)
    )
    return max((count or 0 for count in counts), default=0)


def _unmarked(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        counts = object_of(document.get("usageMetadata"))
        counts["thoughtsTokenCount"] = 40
        counts["totalTokenCount"] = 40 + (count_of(counts.get("totalTokenCount")) or 0)


def _asked(exchange: Exchange) -> Exchange:
    assert exchange.request is not None
    body = object_of(parse(exchange.request.body))
    asking: JsonObject = {"thinkingConfig": {"includeThoughts": True}}
    config: Json = {**object_of(body.get("generationConfig")), **asking}
    request = replace(exchange.request, body=dump({**body, "generationConfig": config}))
    return replace(exchange, request=request)


def _planted(dialect: str, mode: Mode) -> Change:
    plant = changed(_unmarked)(dialect, mode)
    return lambda exchange: plant(_asked(exchange))


RULE = Rule(
    id="TC162",
    name="thoughts-told-when-asked",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "Where a request asks for thoughts (`thinkingConfig.includeThoughts`) and the answer counts tokens of "
        "thoughts, parts marked as thoughts tell them. A model may tell none once; that no answer of a run "
        "does is the server's doing."
    ),
    why=(
        "A gateway that leaves thoughts out, or hands them on without their mark: the user pays for what is "
        "not shown, or reads it as the answer."
    ),
    breaks="agents that show what the model thinks, over LiteLLM's generateContent route",
    workaround="Ask the model to say its steps in the answer.",
    source=Source(
        "docs",
        "Gemini API, thinking: with includeThoughts the response has parts whose `thought` is true",
        "https://ai.google.dev/gemini-api/docs/thinking",
        "2026-11-28",
    ),
    check=_told,
    needs_request=True,
    variance=Variance("answers that count thoughts that were asked for", _due, shown=_shown),
    mutations=mutations_for("plain_text", _planted),
    cases="""
LiteLLM | streamGenerateContent tells no thoughts, though includeThoughts is set; Google's own address does | https://github.com/BerriAI/litellm/issues/15779 | issue open 2025-10
""",
)
