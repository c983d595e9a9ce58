"""TC663: words-where-calls-are-forbidden."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer
from toolwire.model.conversation import ChoiceMode
from toolwire.rules.choice.choices import FORCING, OPENAI, choice
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, place_of, whole
from toolwire.rules.views.probe_answer import answered


def _due(reading: Reading) -> bool:
    """Return whether calls were forbidden where the prompt quotes what to say, and none came."""
    mode, _ = choice(reading)
    if mode is not ChoiceMode.NONE or reading.reply.tool_calls or not whole(reading):
        return False
    what = asked(reading)
    return what is not None and bool(what.quoted) and not what.since


def _has_words(reading: Reading) -> Iterator[Violation]:
    if _due(reading) and not (reading.reply.text or "").strip():
        message = (
            "The answer says nothing where calls are forbidden, though it was told what to say."
        )
        yield Violation(place_of(reading), message, "words", None)


RULE = Rule(
    id="TC663",
    name="words-where-calls-are-forbidden",
    severity=dict.fromkeys(FORCING, Severity.WARNING),
    statement=(
        "With the tool choice none a reply has words where the prompt quotes what to say. A model "
        "may say nothing; that no such reply of a run has a word is the server's doing. Other "
        "replies without words are TC510's."
    ),
    why="The turn that is to be the final answer is empty: a parser of calls took its text for one.",
    breaks="agents that forbid calls in their last turn, to have an answer in words",
    workaround="Leave the tools out of the request whose answer must not call.",
    source=OPENAI,
    check=_has_words,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_choice=True,
    needs_asked=True,
    variance=Variance("replies without tools to call that were told what to say", _due),
    mutations=mutations_for("none_choice", answered(Answer(text=""))),
    cases="""
vLLM | tool_choice none silently deletes tool-call-shaped text from content | https://github.com/vllm-project/vllm/issues/55080 | issue open 2026-09
""",
)
