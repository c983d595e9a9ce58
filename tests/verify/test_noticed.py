"""`verify` against served dialects: a clean one is left alone, a fault is named.

A sample; `nox -s verify_rules` has every rule in every dialect.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.verify.bench import tried
from tests.verify.rules_table import PAGE, REASONS, every_pair, noticed, page
from toolwire.dialects import DIALECTS
from toolwire.jobs.serve.fault import servable
from toolwire.model.observation import Verdict

#: Of each dialect a fault of the body, of the stream or of the manners of the server.
SAMPLE = (
    ("anthropic-messages", "TC117"),
    ("anthropic-messages", "TC006"),
    ("bedrock-converse", "TC307"),
    ("chatml", "TX101"),
    ("cohere-v1", "TC308"),
    ("cohere-v2", "TC005"),
    ("gemini-generate", "TC311"),
    ("ollama-chat", "TC107"),
    ("openai-chat", "TC304"),
    ("openai-chat", "TC908"),
    ("openai-responses", "TC916"),
    ("prompted", "TC651"),
)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_clean_server_is_recognised_and_left_alone(name: str) -> None:
    """The dialect is named by itself, surely, and nothing at warning or above is said."""
    own_path = name not in {"prompted", "chatml"}
    trial = asyncio.run(tried(name, dialect="auto" if own_path else name))
    (verdict,) = trial.done.verdicts
    assert verdict.dialect == name
    assert verdict.deviations == ()
    assert verdict.sighting is not None
    assert verdict.sighting.confidence >= (0.9 if own_path else 0.5)
    counts = dict(verdict.counts)
    assert counts[Verdict.CONFORMANT] > 100
    assert not {Verdict.FAILED, Verdict.NON_STRICT, Verdict.NOT_RUN} & counts.keys()


@pytest.mark.parametrize(("name", "rule"), SAMPLE)
def test_a_broken_rule_is_named(name: str, rule: str) -> None:
    """A rule that is served broken stands in the verdict, and the dialect is found all the same."""
    assert rule in servable(name)
    assert noticed(name, rule)


def test_the_committed_table_has_every_rule_and_every_dialect() -> None:
    """The page is what its generator writes of the cells that it shows."""
    text = PAGE.read_text(encoding="utf-8")
    unseen = {
        (name, rule): False
        for rule, marks in _rows(text)
        for name, mark in zip(DIALECTS, marks, strict=True)
        if mark == "○"
    }
    found = {pair: pair not in unseen for pair in every_pair()}
    assert page(found) == text, "run nox -s verify_rules"
    assert {rule for _, rule in unseen} == set(REASONS)


def _rows(text: str) -> list[tuple[str, list[str]]]:
    lines = [line for line in text.splitlines() if line.startswith("| [T")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [(row[0][1:6], row[2:]) for row in cells]
