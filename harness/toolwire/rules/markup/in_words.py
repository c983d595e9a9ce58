"""Answers whose protocol is text: what their rules have in common.

A model writes such a text freely, and once it may write anything. What stands in every answer of a
run that could show it, a server's template or its stop strings have put there or let through.
"""

from __future__ import annotations

from typing import Final

from toolwire.model.reply import Reading
from toolwire.rules.rule import Severity, Source, Violation
from toolwire.rules.views.excerpt import around
from toolwire.rules.views.markup import ends_itself, text_in

#: In which calls are text.
SEVERITY: Final = {"chatml": Severity.WARNING, "prompted": Severity.WARNING}

SOURCE: Final = Source(
    "docs",
    "Qwen: function calling, the chat template: a turn of the assistant is its text and its calls",
    "https://qwen.readthedocs.io/en/latest/framework/function_call.html",
    "2026-11-24",
)

_SHOWN: Final = 80


def at(reading: Reading, place: int, message: str, expected: str) -> Violation:
    """Return a breach at a place of the whole text."""
    shown = around(text_in(reading), place, _SHOWN)
    return Violation(reading.reply.text_pointer, message, expected, shown)


def ended(reading: Reading) -> bool:
    """Return whether a reply has a text that came to its own end."""
    return reading.ok and bool(text_in(reading)) and ends_itself(reading)


def first(text: str, marks: tuple[str, ...]) -> int:
    """Return where the first of some marks stands in a text; -1 for none."""
    return min((place for mark in marks if (place := text.find(mark)) >= 0), default=-1)
