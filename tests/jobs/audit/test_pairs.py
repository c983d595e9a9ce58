"""Streaming equals blocking in the audit: one more observation a case, and never a silent green."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump, parse
from toolwire.jobs.audit.pairs import paired
from toolwire.jobs.audit.plan import Item, plan
from toolwire.jobs.audit.run import run
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Observation, Verdict
from toolwire.providers.model import Capability, Link
from toolwire.suites import load_suites
from toolwire.suites.model import PAIRS, Expectation, Step
from toolwire.transport.reference import Reference

ERROR = {"error": {"message": "Overloaded.", "type": "x", "param": None, "code": None}}


class Answering:
    """A transport that answers every request with what it is told, as its dialect writes it."""

    def __init__(self, name: str, answers: Iterable[Answer], level: EvidenceLevel) -> None:
        self._name = name
        self._answers = list(answers)
        self.evidence = Evidence(level, f"{level}.yaml", "2026-11-01")

    async def send(self, request: Request) -> Response:
        """Answer with the next answer."""
        return load_dialect(self._name).respond(request, self._answers.pop(0))


def both(lab: SimpleNamespace, *steps: object, name: str = "openai-chat") -> list[Item]:
    """Return the two modes of one case."""
    blocking = lab.item(*steps, dialect=name)
    return [blocking, replace(blocking, mode=Mode.STREAMING)]


def called(city: str) -> Answer:
    """Return an answer that calls for the weather of a city."""
    return Answer(calls=(PlannedCall("get_weather", {"location": city}),))


def looked(
    items: list[Item],
    *sides: tuple[Answer, ...],
    levels: tuple[EvidenceLevel, EvidenceLevel] = (EvidenceLevel.RECORDED,) * 2,
) -> list[Observation]:
    """Run both modes, each over answers of its own."""
    name = items[0].target.provider.dialect
    answers = {
        item.mode: Answering(name, side, level)
        for item, side, level in zip(items, sides, levels, strict=True)
    }
    return list(run(items, lambda item: answers[item.mode]))  # type: ignore[arg-type,return-value]


def changed(
    items: list[Item], *changes: Callable[[Response], Response] | None
) -> list[Observation]:
    """Run both modes over the reference responder, each with a change of its own."""
    transports = dict(zip((item.mode for item in items), changes, strict=True))
    name = items[0].target.provider.dialect

    class One:
        evidence = Evidence(EvidenceLevel.RECORDED, "one.yaml", "2026-11-01")

        def __init__(self, change: Callable[[Response], Response] | None) -> None:
            self._inner, self._change = Reference(load_dialect(name)), change

        async def send(self, request: Request) -> Response:
            response = await self._inner.send(request)
            return self._change(response) if self._change else response

    return list(run(items, lambda item: One(transports[item.mode])))  # type: ignore[arg-type,return-value]


def failing(status: int) -> Callable[[Response], Response]:
    """Return a change that answers with an error instead."""
    return lambda response: replace(
        response, status=status, headers=(("content-type", "application/json"),), body=dump(ERROR)
    )


@pytest.mark.parametrize("name", DIALECTS)
def test_both_modes_of_a_case_are_compared(lab: SimpleNamespace, name: str) -> None:
    """After the streaming mode comes a third observation, of a suite of its own."""
    items = both(lab, lab.ASK, lab.TELL, name=name)
    *halves, pair = run(items, lambda _: Reference(load_dialect(name)))
    assert [half.suite for half in halves] == ["round_trip", "round_trip"]
    assert (pair.suite, pair.case, pair.mode) == (PAIRS, "round_trip.plain", Mode.STREAMING)
    assert (pair.verdict, pair.reason, pair.findings) == (Verdict.CONFORMANT, "", ())
    assert (pair.provider, pair.dialect, pair.model) == ("acme", name, "m-1")


def test_a_difference_fails_the_pair_and_names_its_step(lab: SimpleNamespace) -> None:
    """What each mode alone hides is found beside the other: here a value in the second step."""
    sides = (
        (called("Paris"), Answer(text="18 C nonce-7")),
        (called("Paris"), Answer(text="18 C nonce-7.")),
    )
    *halves, pair = looked(
        both(lab, lab.ASK, lab.TELL), *sides, levels=(EvidenceLevel.DOCUMENTED,) * 2
    )
    assert [half.verdict for half in halves] == [Verdict.CONFORMANT] * 2
    assert (pair.verdict, pair.reason) == (Verdict.FAILED, "step 2: error: TC908")
    (finding,) = pair.findings
    assert finding.pointer.startswith("step[2]/event[")


def test_of_a_live_model_the_same_is_a_mood(lab: SimpleNamespace) -> None:
    """Other words of a real model are compared in their shape, and that is the same."""
    sides = ((called("Paris"), Answer(text="nonce-7")), (called("Paris"), Answer(text="nonce-7.")))
    *_, pair = looked(both(lab, lab.ASK, lab.TELL), *sides)
    assert pair.verdict is Verdict.CONFORMANT


def test_a_model_that_calls_otherwise_makes_the_pair_inconclusive(lab: SimpleNamespace) -> None:
    """Another number of calls is nothing of the wire's, and nothing green either."""
    *halves, pair = looked(both(lab, lab.ASK), (called("Paris"),), (Answer(text="No."),))
    assert [half.verdict for half in halves] == [Verdict.CONFORMANT, Verdict.INCONCLUSIVE]
    assert pair.verdict is Verdict.INCONCLUSIVE
    assert "1 calls when not streamed and 0 when streamed" in pair.reason
    assert all(finding.variance for finding in pair.findings)


@pytest.mark.parametrize("missing", list(Mode))
def test_half_a_pair_is_not_run(lab: SimpleNamespace, missing: Mode) -> None:
    """A case that could not be looked at in one mode is `not-run` here, and says which mode."""

    def transport(item: Item) -> Reference:
        if item.mode is missing:
            raise TrafficError("no cassette")
        return Reference(load_dialect("openai-chat"))

    *_, pair = run(both(lab, lab.ASK), transport)
    assert (pair.suite, pair.verdict) == (PAIRS, Verdict.NOT_RUN)
    assert pair.reason == f"{missing}: no cassette"


def test_nobody_answered_one_half(lab: SimpleNamespace) -> None:
    """A rate limit in one mode leaves nothing to compare."""
    *_, pair = changed(both(lab, lab.ASK), None, failing(429))
    assert pair.verdict is Verdict.NOT_RUN
    assert pair.reason.startswith("streaming: HTTP 429")


@pytest.mark.parametrize(
    ("changes", "which"),
    [((None, failing(500)), "streaming"), ((failing(500), None), "blocking")],
)
def test_an_error_in_one_mode_is_told(
    lab: SimpleNamespace, changes: tuple[Callable[[Response], Response] | None, ...], which: str
) -> None:
    """The failed half says what is wrong; the pair says that it compared nothing."""
    *_, pair = changed(both(lab, lab.ASK), *changes)
    assert pair.verdict is Verdict.INCONCLUSIVE
    assert pair.reason == f"not compared: the {which} request alone was answered with an error"


def test_a_whole_reply_to_a_request_for_a_stream_is_no_pair(lab: SimpleNamespace) -> None:
    """A server that ignores `stream` gives no stream to compare, which is not green."""
    items = both(lab, lab.ASK)
    transport = Reference(load_dialect("openai-chat"))

    class Deaf:
        evidence = transport.evidence

        async def send(self, request: Request) -> Response:
            sent = parse(request.body)
            assert isinstance(sent, dict)
            sent.pop("stream", None)
            return await transport.send(replace(request, body=dump(sent)))

    *_, pair = run(items, lambda _: Deaf())  # type: ignore[arg-type,return-value]
    assert pair.verdict is Verdict.INCONCLUSIVE
    assert "was not answered with one" in pair.reason


def test_a_conversation_that_ended_earlier_is_told(lab: SimpleNamespace) -> None:
    """Steps that only one mode reached are not compared, and that is said."""
    sides = ((called("Paris"), Answer(text="nonce-7")), (called("Rome"),))
    *_, pair = looked(both(lab, lab.ASK, lab.TELL), *sides)
    assert pair.verdict is Verdict.INCONCLUSIVE
    assert pair.reason == "step 2: not compared: only the blocking conversation came this far"


def test_what_a_target_lacks_in_both_modes_is_not_said_again(lab: SimpleNamespace) -> None:
    """A documented absence is one of the case; a second observation would only repeat it."""
    items = both(lab, lab.ASK)
    lacking = [replace(item, suite=replace(item.suite, dialects=("chatml",))) for item in items]
    seen = list(run(lacking, lambda _: Reference(load_dialect("openai-chat"))))
    assert [o.verdict for o in seen] == [Verdict.UNSUPPORTED] * 2


def test_a_comparison_that_is_documented_as_pointless_is_unsupported(lab: SimpleNamespace) -> None:
    """A server that streams unasked has no whole replies to compare; its file says where that is."""
    link = Link("https://acme.test/source", "2026-11-21")
    items = both(lab, lab.ASK)
    provider = replace(
        items[0].target.provider, documented={PAIRS: Capability("no", "it streams", link)}
    )
    items = [replace(item, target=replace(item.target, provider=provider)) for item in items]
    seen = looked(items, (called("Paris"),), (called("Rome"),))[-1]
    assert (seen.suite, seen.verdict) == (PAIRS, Verdict.UNSUPPORTED)
    assert seen.reason == (
        "documented as absent: it streams (https://acme.test/source, read 2026-11-21)"
    )


def test_a_refusal_in_one_mode_is_unsupported_there(lab: SimpleNamespace) -> None:
    """Tools that are refused with streaming only: the pair says which mode lacks them."""
    refusal = dump({"error": {**ERROR["error"], "message": "stream is not supported"}})
    *_, pair = changed(
        both(lab, lab.ASK), None, lambda response: replace(failing(400)(response), body=refusal)
    )
    assert pair.verdict is Verdict.UNSUPPORTED
    assert pair.reason.startswith("streaming: refused with HTTP 400")


def test_the_weaker_evidence_counts(lab: SimpleNamespace) -> None:
    """A recorded half beside a documented one proves the harness only; the cell is hollow."""
    for levels in (
        (EvidenceLevel.RECORDED, EvidenceLevel.DOCUMENTED),
        (EvidenceLevel.DOCUMENTED, EvidenceLevel.LIVE),
    ):
        sides = ((called("Paris"),), (called("Paris"),))
        *_, pair = looked(both(lab, lab.ASK), *sides, levels=levels)
        assert pair.evidence.level is EvidenceLevel.DOCUMENTED


def test_only_the_two_modes_of_one_case_are_a_pair(lab: SimpleNamespace) -> None:
    """Neither the modes of two cases nor of two targets, nor the other order, are compared."""
    first, second = both(lab, lab.ASK)
    assert paired(first, second)
    assert not paired(second, first)
    assert not paired(first, first)
    other = replace(second, case=replace(second.case, id="other"))
    assert not paired(first, other)
    provider = replace(second.target.provider, id="b")
    elsewhere = replace(second, target=replace(second.target, provider=provider))
    assert not paired(first, elsewhere)
    assert len(list(run([first, other], lambda _: Reference(load_dialect("openai-chat"))))) == 2


def test_two_refusals_are_alike_only_where_they_are_wanted(lab: SimpleNamespace) -> None:
    """A case that wants a refusal gets it in both modes; two failures are no equality."""
    *_, pair = changed(both(lab, lab.ASK), failing(500), failing(500))
    assert pair.verdict is Verdict.INCONCLUSIVE
    assert pair.reason == "not compared: both requests were answered with errors"
    wanted = Step(Expectation(refused=True), user="Hello.")
    *_, pair = changed(both(lab, wanted), failing(400), failing(400))
    assert (pair.verdict, pair.reason) == (Verdict.CONFORMANT, "")


def test_the_plan_puts_both_modes_of_a_case_side_by_side(lab: SimpleNamespace) -> None:
    """Every case of the shipped suites that has both modes is compared, one after the other."""
    suites = load_suites()
    items = plan((lab.target(),), suites)
    pairs = [n for n in range(1, len(items)) if paired(items[n - 1], items[n])]
    cases = [case for suite in suites for case in suite.cases]
    assert len(pairs) == sum(case.modes == tuple(Mode) for case in cases)
    assert len(pairs) > len(cases) // 2
