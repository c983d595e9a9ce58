"""Findings of control tokens in texts that tell one cause."""

from __future__ import annotations

from dataclasses import replace

from tests.jobs.verify.folded import one, rules
from toolwire.model.exchange import Mode

STREAM = ("streaming",)
TOKEN = "<EOS_TOKEN>"
LEFT = one("TC506", "The text contains a control token of the model.", modes=STREAM)
SEEN = (("suite.case", Mode.STREAMING, "event[1]/text"),)


def test_json_between_control_tokens_is_told_once() -> None:
    """Without them it is an object; in a fence it is none, and in another answer it is told."""
    left = replace(LEFT, examples=one("TC506", LEFT.message, seen=SEEN).examples)
    message = "The text is not one JSON object, though the request wants JSON."
    for said in (
        f'{{"a": 1}}{TOKEN}',
        '<|START_TEXT|>{"a": 1}<|END_TEXT|>',
        f'{TOKEN}{{"a": 1\u2026',
    ):
        no_json = one("TC520", message, modes=STREAM, sides=("a JSON object", said), seen=SEEN)
        assert rules(left, no_json) == ["TC506"]
        assert rules(LEFT, no_json) == ["TC506", "TC520"]
    for said in (f"```{{}}```{TOKEN}", f"Hello.{TOKEN}", '{"a": 1}'):
        no_json = one("TC520", message, modes=STREAM, sides=("a JSON object", said), seen=SEEN)
        assert rules(left, no_json) == ["TC506", "TC520"]


def test_a_text_that_is_a_control_token_is_told_once() -> None:
    """Beside a call there is nothing else; words that one mode has alone are another matter."""
    message = "The text came in one mode only, and as many tokens were counted in both."
    assert rules(LEFT, one("TC505", message, modes=STREAM, sides=("", TOKEN))) == ["TC506"]
    for said in (f"Hello.{TOKEN}", ""):
        other = one("TC505", message, modes=STREAM, sides=("", said))
        assert rules(LEFT, other) == ["TC506", "TC505"]


def test_a_text_that_is_told_in_one_of_two_places_is_told_once() -> None:
    """A call that is told in one place alone is no text, and in the other mode it is another cause."""
    silent = one("TC510", "The answer says nothing, though it was told what to say.", modes=STREAM)
    message = "What is told here was not told before."
    again = one("TC926", message, modes=STREAM, sides=("", "Hello."))
    assert rules(silent, again) == ["TC510"]
    called = one("TC926", message, modes=STREAM, sides=(None, [{"name": "get_time"}]))
    assert rules(silent, called) == ["TC510", "TC926"]
    assert rules(silent, replace(again, modes=("blocking",))) == ["TC510", "TC926"]


def test_a_text_that_is_told_again_without_its_control_token_is_told_once() -> None:
    """Where its words are missing as well, or the token stands in both, something else is wrong."""
    message = "What is told twice differs."
    again = one("TC926", message, modes=STREAM, sides=(f"Hello.{TOKEN}", "Hello."))
    assert rules(LEFT, again) == ["TC506"]
    assert rules(LEFT, one("TC926", message, modes=STREAM, sides=("So\u2026", "So\u2026"))) == [
        "TC506"
    ]
    gone = replace(again, message="What was told before is not told again here.")
    for sides, left in (
        ((TOKEN, ""), ["TC506"]),
        ((TOKEN, "I look it up."), ["TC506"]),
        ((f"Hello.{TOKEN}", ""), ["TC506", "TC926"]),
        (("Hello.", ""), ["TC506", "TC926"]),
    ):
        examples = one("TC926", gone.message, sides=sides).examples
        assert rules(LEFT, replace(gone, examples=examples)) == left
    assert rules(LEFT, replace(again, modes=("blocking",))) == ["TC506", "TC926"]
