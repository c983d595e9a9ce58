"""Rules that raise, as a fault of toolwire would make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from toolwire import rules
from toolwire.model.reply import Reading
from toolwire.rules import RULES, Violation

__all__ = ["broken_rule"]


def broken_rule(
    monkeypatch: pytest.MonkeyPatch,
    rule_id: str,
    error: BaseException,
    after: Callable[[Reading], Iterator[Violation]] | None = None,
) -> None:
    """Make a rule raise wherever it is asked; `after` tells of violations before it does."""

    def check(reading: Reading) -> Iterator[Violation]:
        if after is not None:
            yield from after(reading)
        raise error.with_traceback(None)  # it does not grow each time it is raised again

    broken = {**RULES, rule_id: replace(RULES[rule_id], check=check)}
    monkeypatch.setattr(rules, "RULES", broken)
    # Not the function that remembers which rules apply: those are the rules as they were.
    monkeypatch.setattr(rules, "_applicable", rules._applicable.__wrapped__)
