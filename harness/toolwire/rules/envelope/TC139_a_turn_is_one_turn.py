"""TC139: a-turn-is-one-turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.rules.markup.in_words import SEVERITY, SOURCE, at, ended, first
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.rule import Reading, Rule, Severity, Variance, Violation
from toolwire.rules.views.leaks import heard_in
from toolwire.rules.views.markup import text_in

#: Who speaks, at the beginning of a turn as templates write it.
_ROLE: Final = re.compile(r"\s*(?:assistant|model|user|system)(?::\s|\n)", re.IGNORECASE)
_NEXT: Final = re.compile(r"\n(?:user|human|assistant|system)(?::|\n)[^\n]*\n*\Z", re.IGNORECASE)
#: What templates begin a turn, or all of a prompt, with.
_TOKEN: Final = re.compile(r"\s*(<\|[a-z_]{1,40}\|>)")
_TOOLS: Final = ("<tools>", "</tools>")
_THOUGHTS: Final = ("<think>", "</think>")


def _one_turn(reading: Reading) -> Iterator[Violation]:
    text = text_in(reading)
    if not ended(reading):
        return
    next_turn = _NEXT.search(text)
    if _begins_with_prompt(reading, text):
        yield at(reading, 0, "The text begins with the prompt of its request.", "what is said")
    elif _ROLE.match(text) is not None or _opens_a_turn(reading, text):
        yield at(reading, 0, "The text begins as a template begins a turn.", "what is said")
    elif first(text, _TOOLS) >= 0:
        message = "The text says again which tools there are."
        yield at(reading, first(text, _TOOLS), message, "what is said")
    elif next_turn is not None:
        message = "The text goes on with a turn of somebody else."
        yield at(reading, next_turn.start(), message, "the end of the turn")
    elif not reading.reply.tool_calls and (place := first(text, _THOUGHTS)) >= 0:
        violation = at(reading, place, "The text holds what the model thought.", "what is said")
        yield _milder(violation) if _holds_everything(reading) else violation


def _begins_with_prompt(reading: Reading, text: str) -> bool:
    """Return whether a completion has its prompt before what is said, which nobody asked for."""
    request = object_of(reading.request)
    prompt = request.get("prompt")
    told = isinstance(prompt, str) and bool(prompt.strip()) and request.get("echo") is not True
    return told and text.lstrip().startswith(str(prompt).strip())


def _opens_a_turn(reading: Reading, text: str) -> bool:
    """Return whether a text begins with a token that is the prompt's; others are TC506's."""
    token = _TOKEN.match(text)
    return token is not None and heard_in(reading)(token[1])


def _holds_everything(reading: Reading) -> bool:
    """Return whether a choice is its text, so that thoughts have no other place."""
    calls = load_dialect(reading.dialect).wire.text_calls
    return calls is not None and calls.body[1] is None


def _milder(one: Violation) -> Violation:
    return Violation(one.pointer, one.message, one.expected, one.actual, Severity.INFO)


RULE = Rule(
    id="TC139",
    name="a-turn-is-one-turn",
    severity=SEVERITY,
    statement=(
        "A turn in words is what its speaker says: it does not begin with a role or a token, repeat "
        "the tools, hold thoughts (beside calls they are TC508's) or go on with the turn of "
        "somebody else. Of thoughts in a completion, which has no other place for them, is told "
        "only. A model may write any of it once; that every answer of a run has it, in several "
        "cases, is the server's doing."
    ),
    why="The user reads the words of a template, and they go back with the history.",
    breaks="whoever shows the text as it came",
    workaround="Cut the role and the thoughts off; send the beginning of a turn as a stop string.",
    source=SOURCE,
    check=_one_turn,
    needs_request=True,
    variance=Variance("answers that came to their own end", ended),
    mutations=(
        *mutations_for("plain_text", written("assistant\nHello."), fault="a role"),
        *mutations_for("plain_text", written("<|im_start|>Hello."), ("chatml",), fault="a token"),
        *mutations_for("plain_text", written("Hello.\nUser: Thanks!"), fault="the next turn"),
        *mutations_for("plain_text", written("<think>\nHm.\n</think>\n\nHello."), fault="thoughts"),
        *mutations_for(
            "plain_text", written("<tools>\n{}\n</tools>\nHello."), fault="the tools again"
        ),
    ),
)
