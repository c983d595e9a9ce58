"""Which examples a page of a rule shows."""

from __future__ import annotations

from toolwire.model.exchange import Mode
from toolwire.rules import RULES
from toolwire.rules.proof.chosen import chosen_examples, chosen_of
from toolwire.rules.proof.example import RuleExample
from toolwire.rules.proof.page import page

ALIKE = ("- one", "+ two")
OTHER = ("- three", "+ two")


def example(dialect: str, mode: Mode, fault: str, diff: tuple[str, ...]) -> RuleExample:
    """Return an example of a fault."""
    return RuleExample(dialect, mode, "one_call", fault, diff)


def test_what_looks_the_same_is_one_example() -> None:
    """It names every dialect and mode in which it looks so."""
    chosen = chosen_of(
        [
            example("a", Mode.BLOCKING, "lost", ALIKE),
            example("b", Mode.BLOCKING, "lost", ALIKE),
            example("a", Mode.STREAMING, "lost", ALIKE),
        ]
    )
    (only,) = chosen.examples
    assert only.where == "a, blocking and streaming; b, blocking"
    assert (only.fault, only.diff, chosen.left_out) == ("lost", ALIKE, 0)


def test_an_example_that_shows_nothing_new_is_left_out() -> None:
    """Fault and dialect of the last are seen in that mode before it, so it is counted only."""
    chosen = chosen_of(
        [
            example("a", Mode.BLOCKING, "lost", ALIKE),
            example("b", Mode.BLOCKING, "empty", ALIKE),
            example("b", Mode.BLOCKING, "lost", OTHER),
        ]
    )
    assert [one.fault for one in chosen.examples] == ["lost", "empty"]
    assert chosen.left_out == 1


def test_the_markdown_page_shows_these_examples() -> None:
    """Every line of every example of every rule stands in the rule's page, and no other diff does."""
    for rule in RULES.values():
        chosen = chosen_examples(rule.id)
        text = page(rule)
        assert text.count("diff\n") == len(chosen.examples)
        for one in chosen.examples:
            assert "\n".join(one.diff) in text
        assert (f"{chosen.left_out} more of the same faults" in text) == (chosen.left_out > 0)
