"""`verify` asks for what the request type requires where tools are words of the prompt, too."""

from __future__ import annotations

import pytest

from tests.jobs.verify.bench import Trial, tried
from tests.jobs.verify.test_verify_requirements import (
    ONLY,
    Failing,
    Lax,
    Plain,
    findings,
    required,
)
from toolwire.io.finish import finish
from toolwire.jobs.audit.beside.known_servers import ENGINES, READ, known_servers
from toolwire.model.observation import Severity, Verdict
from toolwire.results.variance import settled
from toolwire.suites.faults import FAULTS

IN_WORDS = ["chatml", "prompted"]


def _told(trial: Trial) -> dict[str, set[Severity]]:
    told: dict[str, set[Severity]] = {}
    for one in required(trial):
        for finding in findings(one):
            told.setdefault(one.case, set()).add(finding.severity)
    return told


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("chatml", {"retype_prompt_itself", "retype_stream_itself"}),
        ("prompted", {"drop_messages_itself", "retype_messages_itself"}),
    ],
)
def test_a_lax_server_is_told_what_it_takes(name: str, own: set[str]) -> None:
    """Each wrong request is told of, at warning but where others that serve the format are known to answer it."""
    trial = finish(tried(name, dialect=name, kind=Lax, only=ONLY))
    seen, told = required(trial), _told(trial)
    assert told.keys() == {one.case for one in seen}
    warned = {case for case, found in told.items() if found == {Severity.WARNING}}
    assert {"known_cut_json", "known_unknown_model", "known_worded_limit"} | own <= warned
    for case in told.keys() - warned:
        known = known_servers(name, case)
        lax = len(known.takes) > len(known.refuses) or not (ENGINES | READ).issuperset(known.takes)
        assert lax or not case.endswith("_itself"), case


@pytest.mark.parametrize("name", IN_WORDS)
def test_what_is_wrong_in_a_prompt_alone_is_no_fault_of_who_answers(name: str) -> None:
    """A server of completions passes it to its model; that another format refuses it is no matter there."""
    trial = finish(tried(name, dialect=name, kind=Lax, only=ONLY))
    alone = [one for one in trial.done.observations if one.case in FAULTS]
    assert alone
    assert not any(findings(one) for one in alone)


def test_members_of_another_format_are_not_asked_for() -> None:
    """By `messages` and `tools` a request is known for one of Chat Completions, and completions servers pass them over."""
    trial = finish(tried("chatml", dialect="chatml", kind=Lax, only=ONLY))
    assert not {case for case in _told(trial) if "messages" in case or "tools" in case}


@pytest.mark.parametrize("name", IN_WORDS)
def test_a_server_that_fails_over_each_is_told(name: str) -> None:
    """That no wrong request is ever called the client's is a warning, and the run has no other."""
    trial = finish(tried(name, dialect=name, kind=Failing, only=ONLY))
    found = [finding for one in settled(required(trial)) for finding in findings(one)]
    assert len(found) > 8
    assert {finding.counted for finding in found} == {Severity.WARNING}
    (verdict,) = trial.done.verdicts
    assert {one.rule for one in verdict.deviations} == {"TC747"}


@pytest.mark.parametrize("name", IN_WORDS)
def test_400_for_an_unknown_model_is_a_refusal(name: str) -> None:
    """OpenAI says 404, and gateways of its formats 400."""
    trial = finish(tried(name, dialect=name, kind=Plain, only=ONLY))
    assert {one.verdict for one in required(trial)} == {Verdict.CONFORMANT}
