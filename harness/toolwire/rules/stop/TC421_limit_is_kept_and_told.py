"""TC421: limit-is-kept-and-told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import items_of, object_of
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import Change, changed, mutations_for
from toolwire.rules.mutate.probe_edit import within
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import whole
from toolwire.rules.views.item_states import last_message_states
from toolwire.rules.views.latin_words import SHORTEST, WORDS_OF_A_TOKEN, latin_words
from toolwire.rules.views.limit import LIMIT, breaks_off, most_tokens, says_cut_otherwise
from toolwire.rules.views.places import Place
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.stop_meaning import CUT, stop_meaning
from toolwire.rules.views.went_on import new_text


def _kept(reading: Reading) -> Iterator[Violation]:
    limit = most_tokens(reading)
    if limit is None or not reading.ok:
        return
    text = new_text(reading)
    most = limit * WORDS_OF_A_TOKEN
    if len(text) > most * SHORTEST and (words := latin_words(text)) > most:
        message = "The text has more words than its request allows tokens."
        yield Violation(reading.reply.text_pointer, message, f"at most {limit} tokens", words)
    elif not says_cut_otherwise(reading) and _is_told_whole(reading):
        message = "The text breaks off where its request allows no more, and the reason is another."
        yield Violation(
            reading.reply.stop_pointer,
            message,
            "the word for a cut",
            reading.reply.stop,
            variance=True,
        )
    elif _is_told_cut(reading):
        # A model does not say how far an item is.
        for pointer, state in last_message_states(reading):
            if state == _WHOLE:
                message = (
                    "The answer says that it was cut, and the item that was cut that it is whole."
                )
                yield Violation(pointer, message, "incomplete", state)
                return


def _is_told_cut(reading: Reading) -> bool:
    return breaks_off(reading) and stop_meaning(reading.dialect, reading.reply.stop) == CUT


def _is_told_whole(reading: Reading) -> bool:
    return breaks_off(reading) and reading.reply.stop is not None and whole(reading)


def _item_whole(_dialect: str, where: Place) -> None:
    """Say of the item that was cut that it is whole."""
    for document in [where] if isinstance(where, dict) else [object_of(one) for _, one in where]:
        response = object_of(document.get("response")) or document
        for item in (
            object_of(document.get("item")),
            *map(object_of, items_of(response.get("output"))),
        ):
            if item.get("status") == "incomplete":
                item["status"] = _WHOLE


def _cut_and_item_whole(dialect: str, mode: Mode) -> Change:
    cut = answered(Answer(text="I was asked not to", cut=True))(dialect, mode)
    told = changed(_item_whole)(dialect, mode)
    return lambda exchange: told(cut(exchange))


#: What a whole item says, where items have states.
_WHOLE: Final = "completed"

_LONG: Final = "Hello. " + "How can I help, and what can I do for you today? " * 4

RULE = Rule(
    id="TC421",
    name="limit-is-kept-and-told",
    severity=dict.fromkeys((*EVERYWHERE, "chatml"), Severity.WARNING),
    statement=(
        "A text, without the words that it was to go on with, has no more than twice as many words "
        "as its request allows tokens, and one that breaks off where the limit is says so in its "
        "reason, and of the item that was cut where an answer has items with states. A model may stop anywhere: that a run has no text cut at its limit that says so is "
        "the server's doing."
    ),
    why=(
        "What is read as whole is half an answer, and nobody asks for the rest; where no limit is "
        "kept, a model that repeats itself writes until the context is full, and is paid for."
    ),
    breaks="clients that go on where an answer was cut, and those that count on the limit",
    workaround="Take an answer that has as many tokens as were allowed for one that was cut.",
    source=Source(
        "docs",
        "Anthropic: max_tokens is the maximum number of tokens to generate before stopping; stop_reason "
        "max_tokens: the requested max_tokens or the model's maximum was exceeded",
        "https://platform.claude.com/docs/en/api/messages/create",
        "2026-11-28",
    ),
    check=_kept,
    subject=Subject.CONVERSATION,
    needs_request=True,
    question=within(LIMIT),
    variance=Variance("texts that break off within their limit", breaks_off, partly=True),
    mutations=(
        *mutations_for("plain_text", answered(Answer(text=_LONG)), fault="passed over"),
        *mutations_for(
            "none_choice",
            answered(Answer(text="I was asked not to")),
            dialects=("anthropic-messages", "openai-responses"),
            fault="not told",
        ),
        *mutations_for(
            "none_choice",
            _cut_and_item_whole,
            dialects=("openai-responses",),
            fault="the item is whole",
        ),
    ),
)
