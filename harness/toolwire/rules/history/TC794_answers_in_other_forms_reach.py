"""TC794: answers-in-other-forms-reach."""

from __future__ import annotations

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.own_answers import answered_otherwise
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.line_forms import in_other_answers
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

RULE = Rule(
    id="TC794",
    name="answers-in-other-forms-reach",
    severity=dict.fromkeys(("cohere-v2", "openai-chat", "openai-responses"), Severity.WARNING),
    statement=(
        "What the model answered before, without a call, reaches it in each form that its format has "
        "for it: a list of parts where it is usually a text, an item as the server wrote it, a text "
        "where it is usually a list. Asked to repeat a line of it and a line of the question itself, "
        "a reply that has a word of the second has one of the first, each of which stands nowhere "
        "else in the request. A model may leave it out; a run in which every such reply does is the "
        "server's doing."
    ),
    why=(
        "Some clients write lists of parts everywhere, some texts, and SDKs send back the items "
        "that they were given. A gateway that reads one form alone makes the model contradict what "
        "it said."
    ),
    breaks="clients that send the output of an answer back as it came (openai-agents), or all content as parts",
    workaround="Write the model's answers in the other form.",
    source=Source(
        "docs",
        "OpenAI, conversation state: the output of an answer is appended to the input of the next request",
        "https://developers.openai.com/api/docs/guides/conversation-state",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.REPLY,
        "The answer has no word of an earlier answer in another form, of which it was to repeat a line.",
        in_other_answers,
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    question=answered_otherwise,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of an earlier answer in another form",
        LinePlace.REPLY,
        in_other_answers,
    ),
    mutations=mutations_for("line_of_reply", here_alone_of(LinePlace.REPLY, in_other_answers)),
    cases="""
CommandCode's gateway | content in parts of an assistant message is dropped, of user and system messages it is kept | https://github.com/CommandCodeAI/command-code/issues/820 | issue closed 2026-09
""",
)
