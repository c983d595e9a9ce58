"""TC510: replies-have-words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.model.conversation import ChoiceMode
from toolwire.model.reply import Reading
from toolwire.rules.choice.choices import FORCING
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.answer_parts import answer_parts, parts_of
from toolwire.rules.views.asked_for import asked, has_any, place_of, results_due, told, whole
from toolwire.rules.views.places import Place
from toolwire.rules.views.probe_answer import answered


def _has_words(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if _due(reading) and not (reply.text or "").strip() and not _is_elsewhere(reading):
        calls = reply.tool_calls
        came = calls[0].name if calls else None
        does = "calls a tool that nobody offers" if calls else "says nothing"
        message = f"The answer {does}, though it was told what to say."
        yield Violation(place_of(reading), message, "words", came)


def _is_elsewhere(reading: Reading) -> bool:
    """Return whether another rule tells of it: TC731 that results were repeated in thoughts alone."""
    thought = any(has_any(told(reading), one.words) for one in results_due(reading))
    return _has_no_part(reading) or (thought and not reading.reply.tool_calls)


def _has_no_part(reading: Reading) -> bool:
    """Return whether candidates have no part at all, which is TC120's."""
    documents = [reading.body, *(event.json for event in reading.events)]
    return any(
        "candidates" in one for one in documents if isinstance(one, dict)
    ) and not answer_parts(reading)


def _due(reading: Reading) -> bool:
    """Return whether words were quoted or results to be repeated, and the reply calls no tool there is."""
    what = asked(reading)
    if what is None or not whole(reading):
        return False
    offered = {tool.name for tool in what.tools}
    if any(not offered or call.name in offered for call in reading.reply.tool_calls):
        return False
    # A server that turns words into calls does so where it may call, and each such reply counts.
    if reading.reply.text and not _may_call(reading):
        return False
    if not reading.reply.text and _is_forbidden(reading):
        return False
    said = bool(what.quoted) and not what.since
    return said or any(one.words for one in results_due(reading) if not one.result.error)


def _is_forbidden(reading: Reading) -> bool:
    """Return whether calls are forbidden, in a format whose replies without words are then TC663's."""
    conversation = reading.conversation
    choice = None if conversation is None else conversation.choice
    return choice is not None and choice.mode is ChoiceMode.NONE and reading.dialect in FORCING


def _may_call(reading: Reading) -> bool:
    conversation = reading.conversation
    choice = None if conversation is None else conversation.choice
    offers = conversation is not None and bool(conversation.tools)
    return offers and (choice is None or choice.mode is not ChoiceMode.NONE)


def _as_thoughts(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        for part in parts_of("", document):
            part.value["thought"] = True


#: Where an answer of no text has a form of its own; Gemini's has no part.
_SILENT: Final = tuple(name for name in EVERYWHERE if name != "gemini-generate")

RULE = Rule(
    id="TC510",
    name="replies-have-words",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "A reply has words where the prompt quotes what to say, or wants results repeated, and not "
        "calls of tools that nobody offers in their place. A model may say nothing; that no reply "
        "of a run, or of a mode, has a word is the server's doing. A thought is no word; one that "
        "repeats the results is TC731's. Candidates of Gemini's without any part are TC120's."
    ),
    why="The user sees nothing, and an agent ends its turn with nothing or asks for ever.",
    breaks="every client: none that was tried has any other place to take the words from",
    workaround="Ask in the other mode, where that has them.",
    source=Source(
        "docs",
        "OpenAI: the text of an answer is its content; in a stream, the pieces of it joined",
        "https://developers.openai.com/api/docs/guides/streaming-responses",
        "2026-11-24",
    ),
    check=_has_words,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies that were told what to say", _due),
    mutations=(
        *mutations_for("say_so", answered(Answer(text="")), _SILENT),
        *mutations_for("say_so", changed(_as_thoughts), ("gemini-generate",), fault="as thoughts"),
    ),
)
