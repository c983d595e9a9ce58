"""TC757: results-reach-as-returned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.arguments.probe_echo import SHOWN
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import results_due, whole
from toolwire.rules.views.cut_texts import cut_in
from toolwire.rules.views.masked import MARKED, hidden_within
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.text_changes import LETTERS, changed, tries_letters

_DECIMALS: Final = re.compile(r"(?<!\d)\d{1,300}\.\d{3,}")
_LONG_NUMBER: Final = re.compile(r"(?<![\d.])\d{16,300}(?!\d)")
#: A number, or the signs that hide one.
_NUMBER: Final = re.compile(r"[\d*#X]+")
#: Decimals to which programs round.
_PLACES: Final = (0, 1, 2, 3, 4, 5, 6)


def _rounded(words: str, places: int) -> str:
    return _DECIMALS.sub(lambda found: str(round(float(found[0]), places)), words)


def _as_doubles(words: str) -> str:
    return _LONG_NUMBER.sub(lambda found: str(int(float(found[0]))), words)


def _changed(words: str) -> Iterator[tuple[str, str]]:
    """Yield what is done to the words of a result, with the words as they then read."""
    yield from changed(words)
    for places in _PLACES:
        yield "its decimals were rounded off", _rounded(words, places)
    yield "its long integers were rounded", _as_doubles(words)


def _told(reading: Reading) -> tuple[str, str]:
    """Return the words of a result that holds what servers change, and the reply; "" for none."""
    text, due = reading.reply.text or "", results_due(reading)
    if not text or reading.reply.tool_calls or len(due) != 1 or not whole(reading):
        return "", ""
    (one,) = due
    words = one.result.content.strip()
    return (words, text) if tries_letters(words) and not one.result.error else ("", "")


def _as_returned(reading: Reading) -> Iterator[Violation]:
    words, text = _told(reading)
    if words and words not in text and (how := _how(words, text)):
        message = f"The result is repeated otherwise than it was returned: {how}."
        place = reading.reply.text_pointer
        yield Violation(place, message, words[:SHOWN], text[:SHOWN])


def _how(words: str, text: str) -> str:
    """Return what was done to the words that a text repeats; "" for nothing that is known."""
    made = ((how, other.strip()) for how, other in _changed(words))
    how = next((how for how, other in made if other in text), "") or cut_in(words, text)
    if not how and (hidden := hidden_within(words, text)):
        how = f"{MARKED} {hidden}"
    return how or ("its numbers were replaced" if _is_renumbered(words, text) else "")


def _is_renumbered(words: str, text: str) -> bool:
    """Return whether words are repeated with other numbers in the place of most, or with signs for any.

    A model may get a digit or two wrong.
    """
    hidden_words, hidden_text = _NUMBER.sub("0", words), _NUMBER.sub("0", text)
    place = hidden_text.find(hidden_words)
    if place < 0:
        return False
    numbers, before = _NUMBER.findall(words), hidden_text.count("0", 0, place)
    others = _NUMBER.findall(text)[before : before + len(numbers)]
    wrong = [(one, other) for one, other in zip(numbers, others, strict=True) if one != other]
    hidden = any(one.isdigit() and not other.isdigit() for one, other in wrong)
    return hidden or len(wrong) > len(numbers) / 2


def _due(reading: Reading) -> bool:
    """Return whether a result that holds everything is repeated as it was returned.

    Other words are the model's, and say nothing of its server.
    """
    words, text = _told(reading)
    return bool(words) and words in text


def _altered(how: str) -> Plant:
    """Plant an answer that repeats a result with a change."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            words, _ = _told(load_dialect(name).decode(exchange))
            if not words:
                raise LookupError("no such result is to be repeated")
            other = LETTERS[how](words) if how else words[:255]
            return Answer(text=f"The tool returned: {other}", turn=1)

        return answered(other)(name, mode)

    return plant


RULE = Rule(
    id="TC757",
    name="results-reach-as-returned",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "What a tool returned reaches the model as it is, and what the model says of it the client: "
        "asked to repeat it word for word, a reply has it whole, with its letters, line breaks, "
        "marks and numbers. Judged where a result holds all of these, and only where it is repeated "
        "with a change that programs make, or cut inside a word or where programs cut, "
        "or with the mark of a masking program in the place of an address. A model may "
        "do so once; a run in which no such result is repeated as it was returned is the server's "
        "doing."
    ),
    why="The model reasons about other data than the tool returned, and nobody sees why it is wrong.",
    breaks="every agent that reads files, pages or tables with its tools",
    workaround="Return less at once, in ASCII, with numbers as texts.",
    source=Source(
        "docs",
        "OpenAI: the output of a function goes back to the model, which answers with it",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_as_returned,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies that repeat a result that holds what servers change", _due),
    mutations=(
        *mutations_for(
            "told_fully", _altered("other letters than ASCII were dropped"), fault="letters"
        ),
        *mutations_for("told_fully", _altered(""), fault="cut"),
    ),
)
