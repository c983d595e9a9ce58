"""TC412: cohere-replies-end-well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.faults import Change, mutations_for, stop
from toolwire.rules.rule import Rule, Severity, Source, Variance, Violation

#: Whose words for it are those of a failure. Elsewhere a filter has them too, which may speak in the
#: model's place: Bedrock's guardrails, Azure's content filter.
_JUDGED: Final = ("cohere-v1", "cohere-v2")
#: What such a word means.
_BROKEN_OFF: Final = "cut"


def _ends_well(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    end = load_dialect(reading.dialect).stops.get(reply.stop or "")
    if end == _BROKEN_OFF and _answers(reading):
        message = "An answer ends with the word for one that was broken off."
        yield Violation(reply.stop_pointer, message, "the word for an ordinary end", reply.stop)


def _answers(reading: Reading) -> bool:
    reply = reading.reply
    return reply.stop is not None and bool(reply.text or reply.tool_calls)


def _broken_off(name: str, mode: Mode) -> Change:
    """Return what says the first word of a dialect for such answers."""
    stops = load_dialect(name).stops
    return stop(next(word for word in stops if stops[word] == _BROKEN_OFF))(name, mode)


RULE = Rule(
    id="TC412",
    name="cohere-replies-end-well",
    severity=dict.fromkeys(_JUDGED, Severity.WARNING),
    statement=(
        "Replies with words or calls do not all end with a word for answers that were broken off, "
        "as ERROR is. One may; that none of a run, or none of a mode, ends otherwise is the "
        "server's doing."
    ),
    why="Clients take whole answers for failed ones: they drop the text, ask again, or raise.",
    breaks="agents that ask again after a failure, and loops that run calls after an ordinary end",
    workaround="Go by what is there: run calls whose arguments parse, and show the text.",
    source=Source(
        "docs",
        "Cohere API reference, finish_reason: ERROR, the generation failed due to an internal error; no "
        "recorded answer of Cohere's has words or calls and such a word",
        "https://docs.cohere.com/v2/reference/chat",
        "2026-11-24",
    ),
    check=_ends_well,
    variance=Variance("answers that say why they ended", _answers),
    mutations=mutations_for("plain_text", _broken_off),
)
