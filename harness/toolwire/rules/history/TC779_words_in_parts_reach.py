"""TC779: words-in-parts-reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import has_any, place_of, told, whole
from toolwire.rules.views.lines_of_before import AskedLine, wanted_lines
from toolwire.rules.views.probe_answer import answered

#: A line of the system, of earlier words and of the last: with fewer it is another rule's.
_FEWEST: Final = 3
_SHOWN: Final = 200
#: Whose system prompt or user's words may be lists of text parts.
_IN_PARTS: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "cohere-v2",
    "gemini-generate",
    "openai-chat",
    "openai-responses",
)


def _repeated(reading: Reading) -> tuple[AskedLine, ...]:
    """Return the lines of before that the reply repeats; () where it repeats none, or not that of the question."""
    lines = wanted_lines(reading)
    if len(lines) < _FEWEST or not whole(reading):
        return ()
    said = told(reading)
    *before, here = lines
    return (
        tuple(one for one in before if has_any(said, one.marks))
        if has_any(said, here.marks)
        else ()
    )


def _due(reading: Reading) -> bool:
    return bool(_repeated(reading))


def _every_line(reading: Reading) -> Iterator[Violation]:
    there = _repeated(reading)
    if not there:
        return
    lost = next((one for one in wanted_lines(reading)[:-1] if one not in there), None)
    if lost is not None:
        message = f"The answer has no word of {lost.place.value}, of which it was to repeat a line as of others."
        said = (reading.reply.text or "")[:_SHOWN]
        yield Violation(place_of(reading), message, lost.line[:_SHOWN], said)


def _all_but_the_first(name: str, mode: Mode) -> Change:
    def other(exchange: Exchange) -> Answer:
        first, *others = wanted_lines(load_dialect(name).decode(exchange)) or (None,)
        if first is None:
            raise LookupError("no lines are to be repeated")
        return Answer(text="\n".join(one.line for one in others))

    return answered(other)(name, mode)


RULE = Rule(
    id="TC779",
    name="words-in-parts-reach",
    severity=dict.fromkeys(_IN_PARTS, Severity.WARNING),
    statement=(
        "Words reach the model wherever a request may have them: asked to repeat several lines of before and one "
        "of the question itself, a reply that has a word of that one and of another has one of each. `verify` asks "
        "for a line amid several parts of the system prompt, one amid several parts of the user's earlier words, "
        "and one that the user says behind a result. A model may leave a line out; a run in which every such "
        "reply does is the server's doing."
    ),
    why=(
        "Coding assistants send their rules and reminders as further parts. A gateway that reads the first part, "
        "or a string alone, loses them in silence, and one that counts what it was sent counts them too."
    ),
    breaks="Claude Code, whose system prompt is a list of blocks and whose reminders stand beside results",
    workaround="Send one text, in a message of its own.",
    source=Source(
        "docs",
        "Anthropic, Messages: system is a text or a list of text blocks; a content is a text or a list of blocks",
        "https://platform.claude.com/docs/en/api/messages/create",
        "2026-11-29",
    ),
    check=_every_line,
    subject=Subject.CONVERSATION,
    needs_request=True,
    variance=Variance(
        "replies that repeat a line of the question and another, of several of before", _due
    ),
    mutations=mutations_for("lines_in_parts", _all_but_the_first),
    cases="""
opencode-llm-proxy | a system prompt that is a list of blocks is dropped | https://github.com/KochC/opencode-llm-proxy/issues/46 | issue open 2026-04
xuan | messages whose content is a list of parts are dropped | https://github.com/miruamel/xuan/issues/191 | issue closed 2026-08
""",
)
