"""Control tokens where text is the protocol: the prompt is made of them, the answer is not."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.mutate.scenarios import clean

MODES = (Mode.BLOCKING, Mode.STREAMING)


def told(name: str, text: str, mode: Mode) -> set[str]:
    """Return the rules that speak of an exchange whose answer is this text."""
    dialect = load_dialect(name)
    exchange: Exchange = written(text)(name, mode)(clean(dialect, "plain_text", mode))
    return {finding.rule for finding in judge(dialect.decode(exchange))}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("after", ["", "\n", "\n<|im_start|>user\nThanks!"])
def test_an_answer_ends_before_the_end_of_its_turn(after: str, mode: Mode) -> None:
    """The request asks to stop there, so that it stands in the prompt too is no excuse."""
    assert told("chatml", f"It is sunny.<|im_end|>{after}", mode) == {"TC506"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["chatml", "prompted"])
@pytest.mark.parametrize("text", ["It is sunny.", "It ends with `<|eot_id|>`.", "Is a < b?"])
def test_an_answer_without_one(text: str, name: str, mode: Mode) -> None:
    """Plain words, and a token that is quoted, are nobody's fault."""
    assert told(name, text, mode) == set()


def test_a_text_that_goes_on_behind_its_stop_is_told_so() -> None:
    """Another token is one of the model's own."""
    exchange = written("Hello.<|im_end|>\n<|im_start|>user\nAnd now?")("chatml", Mode.BLOCKING)(
        clean(load_dialect("chatml"), "plain_text", Mode.BLOCKING)
    )
    (one,) = judge(load_dialect("chatml").decode(exchange))
    assert one.message.endswith("at which its request wants it to end.")
    other = written("Hello.<|eot_id|>")("chatml", Mode.BLOCKING)(
        clean(load_dialect("chatml"), "plain_text", Mode.BLOCKING)
    )
    (found,) = judge(load_dialect("chatml").decode(other))
    assert found.message.endswith("of the model.")
