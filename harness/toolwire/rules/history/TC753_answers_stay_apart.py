"""TC753: answers-stay-apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import (
    asks_outright,
    everything_said,
    place_of,
    results_due,
    telling,
    told,
    whole,
    words_of,
)
from toolwire.rules.views.probe_answer import answered

#: A mark as results and texts have them to be told by: letters and digits that nobody makes up.
_MARK: Final = re.compile(r"(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{4}", re.ASCII)
_UNDERSCORE: Final = "_"


def _due(reading: Reading) -> bool:
    """Return whether a reply was told outright what to call, to say or to repeat."""
    return whole(reading) and (asks_outright(reading) or bool(results_due(reading)))


def _foreign_marks(reading: Reading, there: str) -> list[str]:
    """Return the marks of a reply that stand nowhere in its request."""
    words = words_of((told(reading),))
    return sorted(word for word in words if _MARK.fullmatch(word) and word not in there)


def _foreign_name(reading: Reading, there: str) -> str | None:
    """Return the name of a call of which no telling word stands in the request."""
    for call in reading.reply.tool_calls:
        words = telling(words_of((call.name or "").split(_UNDERSCORE)))
        if words and not any(word in there for word in words):
            return call.name
    return None


def _stay_apart(reading: Reading) -> Iterator[Violation]:
    if not _due(reading):
        return
    there = everything_said(reading).casefold()
    if marks := _foreign_marks(reading, there):
        message = "The answer tells what stands nowhere in its request: it may be another's."
        yield Violation(place_of(reading), message, None, marks[0])
    elif (name := _foreign_name(reading, there)) is not None:
        message = "The answer calls what its request does not speak of: it may be another's."
        yield Violation(place_of(reading), message, None, name[:200])


RULE = Rule(
    id="TC753",
    name="answers-stay-apart",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "An answer is to its own request. Told outright what to call, to say or to repeat, a reply "
        "has no mark (four letters and digits, as results have them) and no call of which its request "
        "knows nothing. A model may make one up; three cases of a run in which it does are the "
        "server's doing, which mixes up its conversations."
    ),
    why="What one user's tools returned is told to another, and an agent calls another's tools.",
    breaks="every client, and whoever trusts that answers are their own",
    workaround="Send one request at a time, and switch the server's caches off.",
    source=Source(
        "docs",
        "OpenAI: a completion is the model's response for the given conversation",
        "https://developers.openai.com/api/docs/api-reference/chat/create",
        "2026-11-24",
    ),
    check=_stay_apart,
    subject=Subject.CONVERSATION,
    needs_request=True,
    variance=Variance("replies that were told what to call, to say or to repeat", _due),
    mutations=mutations_for("say_so", answered(Answer(text="It returned 18 C, station 7f3a."))),
)
