"""TC774: earlier-answers-reach."""

from __future__ import annotations

from typing import Final

from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.own_answers import answered_as_usual
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.line_forms import in_other_answers, otherwise
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

#: Answers in a form that is not the usual one are another matter (TC794).
_AS_USUAL: Final = otherwise(in_other_answers)

RULE = Rule(
    id="TC774",
    name="earlier-answers-reach",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "What the model answered before, without a call, still reaches it: asked to repeat a line "
        "of it and a line of the question itself, a reply that has a word of the second has one of "
        "the first, each of which stands nowhere else in the request. A model may leave it out; a "
        "run in which every such reply does is the server's doing."
    ),
    why=(
        "A gateway that passes over the model's own answers, or over those whose content is a list "
        "of parts, makes the model contradict what it said, and ask again what it was told."
    ),
    breaks="agents and chats of more than one turn",
    workaround="Write the content of the model's answers as a text where the format has both forms.",
    source=Source(
        "docs",
        "OpenAI, conversation state: messages of the user and of the assistant in turn are the state of a "
        "conversation in one request",
        "https://developers.openai.com/api/docs/guides/conversation-state",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.REPLY,
        "The answer has no word of an earlier answer, of which it was to repeat a line.",
        _AS_USUAL,
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    question=answered_as_usual,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of an earlier answer",
        LinePlace.REPLY,
        _AS_USUAL,
    ),
    mutations=mutations_for("line_of_reply", here_alone_of(LinePlace.REPLY, _AS_USUAL)),
    cases="""
CommandCode's gateway | content in parts of an assistant message is dropped, of user and system messages it is kept | https://github.com/CommandCodeAI/command-code/issues/820 | issue closed 2026-09
""",
)
