"""A line that is asked for and stands nowhere in what a server may go by: no model can know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.dialects.quoted import LINE
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.faults import Change, Plant
from toolwire.rules.mutate.probe_edit import Question, in_dialect
from toolwire.rules.rule import Check, Reading, Violation
from toolwire.rules.views.asked_for import asked, has_any, place_of, texts_of, told, words_of
from toolwire.rules.views.probe_answer import answered

#: As long as OpenAI's: what a server gives has no other id that it could be taken for.
_GIVEN: Final = f"resp_{'0a1b2c3d' * 8}"
#: How much of a reply a finding shows.
_SHOWN: Final = 200


def asking(line: str, here: str) -> str:
    """Return words that ask for a line if it is known, and for one that stands in them.

    Args:
        line: which nobody told that may be gone by.
        here: a line of the words themselves, which shows that the model does as told.
    """
    named, own = (f'the line that begins with "{one.partition(" ")[0]}"' for one in (line, here))
    return (
        f"{here}\nRepeat {named}, if you know one, and {own}, each exactly as it stands, and nothing "
        "else."
    )


def unknown(line: str, message: str) -> Check:
    """Make a check that a reply which goes on has no word of a line that it cannot know.

    Only words with digits count: nobody says one of those by chance.

    Args:
        line: which is asked for.
        message: what is said of a reply that has it.
    """
    begins = line.partition(" ")[0]

    def check(reading: Reading) -> Iterator[Violation]:
        what, conversation = asked(reading), reading.conversation
        if what is None or conversation is None or not conversation.continued:
            return
        if begins not in LINE.findall(what.words):
            return
        marks = _marks(line) - words_of(texts_of(conversation, conversation.turns))
        if has_any(told(reading), marks):
            said = (reading.reply.text or "")[:_SHOWN]
            yield Violation(place_of(reading), message, "no word of it", said)

    return check


def has_word_of(said: str, line: str) -> bool:
    """Return whether what is said, without case, has a word of a line that nobody says by chance."""
    return has_any(said, _marks(line))


def _marks(line: str) -> frozenset[str]:
    return frozenset(
        word for word in words_of([line]) if not word.isalpha() and not word.isdecimal()
    )


def question(line: str, here: str) -> Question:
    """Return what has a request go on from an answer that nobody gave, and ask for a line.

    Args:
        line: as in `asking`.
        here: as in `asking`.
    """
    words = asking(line, here)

    @in_dialect
    def ask(_name: str, body: JsonObject) -> None:
        if "previous_response_id" not in body:
            body["previous_response_id"] = _GIVEN
            body["input"] = [{**object_of(items_of(body["input"])[0]), "content": words}]

    return ask


def known(line: str) -> Plant:
    """Plant an answer that has the line which it cannot know."""

    def plant(name: str, mode: Mode) -> Change:
        def knowing(exchange: Exchange) -> Answer:
            reply = load_dialect(name).decode(exchange).reply
            return Answer(text=f"{line}\n{reply.text or ''}")

        return answered(knowing)(name, mode)

    return plant
