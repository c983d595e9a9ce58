"""TC759: numbers-of-json-results-reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import JsonError, parse
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import results_due, whole
from toolwire.rules.views.probe_answer import answered

_SHOWN: Final = 200
#: A number as JSON has it. Words hold digits, too, and so do texts: what they hold is no number of a document.
_NUMBER: Final = re.compile(
    r"(?<=[\s:,\[])-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?(?=[\s,\]}])"
)


def _numbers(words: str) -> list[str]:
    return [found[0] for found in _NUMBER.finditer(words)]


def _rounded(number: str) -> frozenset[str]:
    """Return how a program writes an integer that it read as a double; nothing of one that a double holds."""
    if not number.lstrip("-").isdigit() or int(float(number)) == int(number):
        return frozenset()
    shortest = repr(float(number))
    return frozenset({str(int(float(number))), str(int(Decimal(shortest))), shortest})


def _respelled(number: str) -> frozenset[str]:
    """Return how programs write a number that is no plain integer, where none writes it as it stands."""
    if number.lstrip("-").isdigit():
        return frozenset()
    plain = repr(float(number))
    ways = frozenset({plain, plain.removesuffix(".0")})
    return frozenset() if number in ways else ways


def _has(text: str, number: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(number)}(?![\w]|\.\d)", text) is not None


def _told(reading: Reading) -> tuple[str, str]:
    """Return a result that is a JSON document with long integers, and the reply; "" for none."""
    text, due = reading.reply.text or "", results_due(reading)
    if not text or reading.reply.tool_calls or len(due) != 1 or not whole(reading):
        return "", ""
    result = due[0].result
    if result.error or not any(map(_rounded, _numbers(result.content))):
        return "", ""
    try:
        document = parse(result.content.encode())
    except JsonError:
        return "", ""
    return (result.content, text) if isinstance(document, dict | list) else ("", "")


def _all_so(text: str, ways: dict[str, frozenset[str]]) -> bool:
    """Return whether each number came otherwise, in a way that is known."""
    changed = (
        not _has(text, number) and any(_has(text, one) for one in known)
        for number, known in ways.items()
    )
    return bool(ways) and all(changed)


def _numbers_reach(reading: Reading) -> Iterator[Violation]:
    words, text = _told(reading)
    found, place = _numbers(words), reading.reply.text_pointer
    long = {one: known for one in found if (known := _rounded(one))}
    other = {one: known for one in found if (known := _respelled(one))}
    if _all_so(text, long):
        message = "The result is JSON, and its long integers came rounded, as whoever reads numbers as doubles has them."
        yield Violation(place, message, words[:_SHOWN], text[:_SHOWN])
    elif _all_so(text, other):
        message = "The result is JSON, and its numbers are written otherwise: it was read, and written anew."
        yield Violation(place, message, words[:_SHOWN], text[:_SHOWN], Severity.INFO)


def _due(reading: Reading) -> bool:
    """Return whether a result that is JSON is repeated with its long integers as they were."""
    words, text = _told(reading)
    return bool(words) and all(_has(text, one) for one in _numbers(words) if _rounded(one))


def _rewritten(*, long: bool) -> Plant:
    """Plant an answer that repeats a result with its long integers, or its other numbers, written anew."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            words, _ = _told(load_dialect(name).decode(exchange))
            if not words:
                raise LookupError("no such result is to be repeated")
            ways = _rounded if long else _respelled
            for one in _numbers(words):
                words = words.replace(one, min(sorted(ways(one)), default=one, key=len))
            return Answer(text=f"The tool returned: {words}", turn=1)

        return answered(other)(name, mode)

    return plant


RULE = Rule(
    id="TC759",
    name="numbers-of-json-results-reach",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "What a tool returned is a text, and stays one where it is JSON: asked to repeat a result "
        "that is a JSON document with integers beyond 2^53, a reply has these as they stand, and "
        "not as a double holds them (`9007199254740992` of `9007199254740993`). Decimals and "
        "exponents that are written otherwise (`12.5` of `12.50`) are an info. A model may get a "
        "digit wrong once; a run in which every such reply has all of them rounded is the server's "
        "doing."
    ),
    why=(
        "A gateway in JavaScript or Go that parses results and writes them anew changes the ids in "
        "them: the model's next call asks for another order, another message, another account."
    ),
    breaks="agents whose tools return ids of databases, Discord, X or Telegram as JSON numbers",
    workaround="Return long integers as texts.",
    source=Source(
        "docs",
        "OpenAI: a function's output is a text, whose format (JSON, error codes, plain text) is up "
        "to the caller; RFC 8259, section 6, for numbers beyond 2^53",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-12-01",
    ),
    check=_numbers_reach,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies that repeat a result that is JSON with long integers", _due),
    mutations=(
        *mutations_for("told_as_json", _rewritten(long=True), fault="rounded"),
        *mutations_for("told_as_json", _rewritten(long=False), fault="written anew"),
    ),
)
