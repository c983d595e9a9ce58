"""TC654: written-calls-come."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, load_dialect
from toolwire.model.conversation import ChoiceMode
from toolwire.rules.arguments.probe_echo import wanted_value
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole
from toolwire.rules.views.markup import leaked
from toolwire.rules.views.probe_answer import answered


def _is_free(reading: Reading) -> bool:
    """Return whether the first prompt writes out a call, and the model is free to make it.

    Who has said something before may be answered about that: TC732 has those.
    """
    conversation, what = reading.conversation, asked(reading)
    if what is None or what.before:
        return False
    choice = None if conversation is None else conversation.choice
    free = choice is None or choice.mode is ChoiceMode.AUTO
    return free and whole(reading) and bool(wanted_value(reading))


def _is_without(reading: Reading) -> bool:
    """Return whether words came in the place of such a call. Calls that stand in the words are TC502's.

    Where all calls do, one that is written wrongly is its text format's (TX101 and others).
    """
    reply = reading.reply
    if reply.tool_calls or not reply.text or not _is_free(reading):
        return False
    if load_dialect(reading.dialect).in_words and reply.unread:
        return False
    return leaked(reading) is None


def _has_call(reading: Reading) -> bool:
    return bool(reading.reply.tool_calls) and _is_free(reading)


def _came(reading: Reading) -> Iterator[Violation]:
    if _is_without(reading):
        message = "The prompt writes out a call of an offered tool, and words came in its place."
        yield Violation(reading.reply.text_pointer, message, "a call", None)


RULE = Rule(
    id="TC654",
    name="written-calls-come",
    severity=dict.fromkeys((*EVERYWHERE, "chatml"), Severity.WARNING),
    statement=(
        "Where tools are offered and the model is free to call them, a run has a call. A model may "
        "answer in words once; that no prompt of a run which writes a call out ever gets one is the "
        "server's doing, or its model is none for tools, which is refused. A run with calls in one "
        "mode only is TC947's or TC948's."
    ),
    why=(
        "The tools never reached the model, or its calls never reach the client: HTTP 200 and "
        "words, in which a model that knows no tool makes the data up."
    ),
    breaks="agents: no tool is ever run",
    workaround="Demand a call, where the format and the server can; or another model.",
    check=_came,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    # Replies with a call are not counted, but prove that there is one: then nothing is said of either mode.
    variance=Variance(
        "replies in words where a call was written out", _is_without, shown=_has_call, of_runs=True
    ),
    mutations=mutations_for("spelt_alone", answered(Answer(text="One moment."))),
    cases="""
webai-at-home | the declaration of tools is dropped before the model sees it: HTTP 200, and words | https://github.com/webai-at-home/webai-at-home/issues/190 | issue closed 2026-08
llama.cpp | tools are dropped without a word | https://github.com/ggml-org/llama.cpp/issues/27129 | issue open 2026-08
""",
)
