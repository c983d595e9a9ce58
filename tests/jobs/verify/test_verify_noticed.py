"""`verify` against served dialects: a clean one is left alone, a fault is named.

A sample; `nox -s verify_rules` has every rule in every dialect.
"""

from __future__ import annotations

import pytest

from tests.jobs.verify.bench import tried, tried_once
from tests.jobs.verify.rules_table import DATA, PAGE, REASONS, known, noticed, page, unnoticed
from toolwire.dialects import DIALECTS
from toolwire.io.finish import finish
from toolwire.jobs.serve.fault import servable
from toolwire.jobs.serve.forgetful import ForgetfulModel
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

#: Suites in which those faults show; the others are asked of a server without a fault.
FEW = (
    "single_call", "round_trip", "parallel_calls", "no_tool_needed", "prompt_fallback", "argument_fidelity",
    "tool_choice",
)  # fmt: skip
#: Each dialect is asked with another of the model's ways first.
DIALECTS_NUMBERED = {name: number for number, name in enumerate(DIALECTS)}


@pytest.mark.parametrize("name", DIALECTS)
def test_a_clean_server_is_recognised_and_left_alone(name: str) -> None:
    """The dialect is named by itself, surely, and nothing at warning or above is said."""
    own_path = name not in {"prompted", "chatml"}
    trial = tried_once(name, "auto" if own_path else name)
    (verdict,) = trial.done.verdicts
    assert verdict.dialect == name
    assert verdict.deviations == ()
    assert verdict.sighting is not None
    assert verdict.sighting.confidence >= (0.9 if own_path else 0.5)
    counts = dict(verdict.counts)
    assert counts[Verdict.CONFORMANT] > 100
    assert not {Verdict.FAILED, Verdict.NON_STRICT, Verdict.NOT_RUN} & counts.keys()


@pytest.mark.parametrize("name", DIALECTS)
def test_a_forgetful_model_is_no_fault_of_its_server(name: str) -> None:
    """A model that does not do as it is told leaves `inconclusive` behind, and nothing else."""
    own_path = name not in {"prompted", "chatml"}
    mood = ForgetfulModel(DIALECTS_NUMBERED[name])
    trial = finish(tried(name, dialect="auto" if own_path else name, mind=mood))
    (verdict,) = trial.done.verdicts
    assert verdict.dialect == name
    assert verdict.deviations == ()
    counts = dict(verdict.counts)
    assert counts[Verdict.INCONCLUSIVE] > 10
    assert not {Verdict.FAILED, Verdict.NON_STRICT, Verdict.NOT_RUN} & counts.keys()


@pytest.mark.parametrize(("name", "rule"), SAMPLE)
def test_a_broken_rule_is_named(name: str, rule: str) -> None:
    """A rule that is served broken stands in the verdict, and the dialect is found all the same."""
    assert rule in servable(name)
    assert noticed(name, rule, FEW)


def test_the_committed_table_has_every_rule_and_every_dialect() -> None:
    """Data and page are what their generator writes of what was found last."""
    found = known()
    assert unnoticed(found) == DATA.read_bytes(), "run: nox -s verify_rules"
    mend = "run: python -m tests.jobs.verify.rules_table --page"
    assert page(found) == PAGE.read_text(encoding="utf-8"), mend
    assert {rule for (_, rule), seen in found.items() if not seen} == set(REASONS)
