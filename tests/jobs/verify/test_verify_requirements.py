"""`verify` asks for what the request type of a dialect requires, each thing not kept once."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

import pytest

from tests.jobs.verify.bench import Trial, tried, tried_once
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.body import sent_of
from toolwire.dialects.known_refusal import NO_MODEL
from toolwire.dialects.schemas import validator
from toolwire.io.finish import finish
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.known_servers import ENGINES, known_servers
from toolwire.jobs.audit.beside.requirements import SUITE
from toolwire.jobs.audit.requirement import KNOWN, TWICE
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve import Served, Server
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Mode, Request
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.variance import settled
from toolwire.rules.mutate.scenarios import clean
from toolwire.suites.faults import FAULTS, FAULTS_SAID
from toolwire.transport.live.retry import Retry

#: The suite that wrong requests are asked beside; no other has to do with them.
ONLY = (SUITE,)


class Lax(Server):
    """Answers whatever it would have to refuse, as if it had been asked something right."""

    def answer(self, request: Request) -> Served:
        """Answer; a refused request is answered as a clean one."""
        served = super().answer(request)
        if served.response.status not in (400, 404):
            return served
        dialect = load_dialect(self.dialects[0])
        asked = dialect.read_request(request)
        mode = Mode.STREAMING if asked is not None and asked.stream else Mode.BLOCKING
        right = clean(dialect, "single_call", mode).request
        assert right is not None
        # A model that there is not may stand in the address.
        url = request.url if served.response.status == 400 else right.url
        return super().answer(replace(right, url=url))


class Failing(Server):
    """Fails over what it would have to refuse, or over two thirds of such requests, told by their bytes."""

    parts = 1

    def answer(self, request: Request) -> Served:
        """Answer; a refusal gets the status of a failure."""
        served = super().answer(request)
        if served.response.status != 400:
            return served
        if self.parts > 1 and crc32(request.body) % self.parts == 0:
            return served
        return replace(served, response=replace(served.response, status=500))


class Streaming(Server):
    """Tells of what it has to refuse in the only line of a stream, under a status of success."""

    def answer(self, request: Request) -> Served:
        """Answer; a refusal of a stream gets the status of a success."""
        served = super().answer(request)
        asked = load_dialect(self.dialects[0]).read_request(request)
        if served.response.status != 400 or asked is None or not asked.stream:
            return served
        headers = (("content-type", "application/x-ndjson"),)
        body = served.response.body + b"\n"
        told = replace(served.response, status=200, headers=headers, body=body)
        return replace(served, response=told)


class FailingAtTimes(Failing):
    """Refuses some of them, the same ones whenever they come."""

    parts = 3


class Plain(Server):
    """Refuses with 400 what there is not, like all else that is wrong."""

    def answer(self, request: Request) -> Served:
        """Answer; of a refusal of what is not there the status is changed."""
        served = super().answer(request)
        if served.response.status != 404:
            return served
        return replace(served, response=replace(served.response, status=400))


class Unfound(Server):
    """Fails over a model that it has not."""

    status = 500

    def answer(self, request: Request) -> Served:
        """Answer; that there is no such model gets the status of a failure."""
        served = super().answer(request)
        if served.response.status != 404:
            return served
        return replace(served, response=replace(served.response, status=self.status))


class Unparsed(Server):
    """Fails over what is no JSON."""

    def answer(self, request: Request) -> Served:
        """Answer; that the body could not be read gets the status of a failure."""
        served = super().answer(request)
        if not request.body or sent_of(request) is not None:
            return served
        return replace(served, response=replace(served.response, status=500))


class Unrouted(Unfound):
    """Says of a model that it has not that it is out of order, as gateways do that find nobody behind them."""

    status = 503


class Waking(Server):
    """Is out of order when it is first asked for a model that it has not, and then knows that it has none."""

    asked: tuple[bytes, ...] = ()

    def answer(self, request: Request) -> Served:
        """Answer; as often as a request is sent at first, it finds the server out of order."""
        served = super().answer(request)
        if served.response.status != 404 or self.asked.count(request.body) >= Retry().attempts:
            return served
        self.asked = (*self.asked, request.body)
        return replace(served, response=replace(served.response, status=503))


class Loaded(Unrouted):
    """Says besides after how many seconds it will be there."""

    def answer(self, request: Request) -> Served:
        """Answer; a failure has the header that names a pause."""
        served = super().answer(request)
        if served.response.status != self.status:
            return served
        headers = (*served.response.headers, ("retry-after", "1"))
        return replace(served, response=replace(served.response, headers=headers))


class Falling(Server):
    """Is out of order from when it is asked for a model that it has not."""

    fallen = False

    def answer(self, request: Request) -> Served:
        """Answer; nobody is there any more once a model was not found."""
        served = super().answer(request)
        self.fallen = self.fallen or NO_MODEL.encode() in request.body
        if not self.fallen:
            return served
        return replace(served, response=replace(served.response, status=503))


def required(trial: Trial) -> list[Observation]:
    """Return the observations of requirements that were not kept."""
    cases = {item.case.id for item in trial.done.found.items if item.case.steps[0].requirement}
    return [seen for seen in trial.done.observations if seen.case in cases]


def findings(seen: Observation) -> list[Finding]:
    """Return what was found of the wrong request's being answered."""
    return [finding for finding in seen.findings if finding.rule == "TC747"]


@pytest.mark.parametrize("name", DIALECTS)
def test_the_reference_keeps_every_requirement(name: str) -> None:
    """Each of at least ten wrong requests is refused, and none is a finding."""
    trial = tried_once(name, name, ONLY)
    seen = required(trial)
    assert len(seen) >= 10
    assert {one.verdict for one in seen} == {Verdict.CONFORMANT}
    assert not any(one.findings for one in seen)


@pytest.mark.parametrize("name", DIALECTS)
def test_each_request_breaks_one_requirement_and_its_control_none(name: str) -> None:
    """What is sent does not fit the published type, or has something twice, and fits it without the fault."""
    fits = validator(name, "request").is_valid
    trial = tried_once(name, name, ONLY)
    items = [item for item in trial.done.found.items if item.case.steps[0].requirement]
    for item in items:
        (step,) = item.case.steps
        turns = (UserTurn(step.user or ""),)
        sound = request_of(item, step, turns, probing=False)
        wrong = request_of(item, step, turns)
        assert fits(parse(sound.body)), item.id
        assert wrong != sound, item.id
        assert step.requirement is not None
        if not step.requirement.refusal:
            assert fits(parse(wrong.body)) == (step.requirement.change == TWICE), item.id


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("bedrock-converse", {"/toolConfig/tools/*", "/messages/*/content/*"}),
        ("gemini-generate", {"/tools/*/functionDeclarations/*"}),
        ("openai-chat", set[str]()),
    ],
)
def test_what_a_vendor_refuses_to_have_twice_is_asked_for(name: str, places: set[str]) -> None:
    """OpenAI takes two tools of one name; AWS and Google do not, and no server of these is known to."""
    trial = finish(tried(name, dialect=name, kind=Lax, only=ONLY))
    twice = [one for one in required(trial) if one.case.startswith(TWICE)]
    # Behind it stands who else takes it.
    told = {
        finding.message.rstrip(".").partition(";")[0]: finding.severity
        for one in twice
        for finding in findings(one)
    }
    message = "A request that is wrong was answered: {} said twice"
    assert told == {message.format(place): Severity.WARNING for place in places}


@pytest.mark.parametrize("name", ["anthropic-messages", "gemini-generate", "openai-chat"])
def test_a_lax_server_is_told_what_it_takes(name: str) -> None:
    """Each requirement that it does not ask for is told with its place, as gravely as other servers take it."""
    trial = finish(tried(name, dialect=name, kind=Lax, only=ONLY))
    seen = required(trial)
    assert all(findings(one) for one in seen)
    found = [finding for one in seen for finding in findings(one)]
    # What another vendor takes is information that names it, and so is what engines take as often as not, if
    # the vendor says nothing of it; but where something that was said is lost.
    assert {finding.severity for finding in found} == {Severity.INFO, Severity.WARNING}
    form = load_dialect(name).wire.request
    assert form is not None
    lost = {f"{KNOWN}_{one.id}" for one in form.known_refusals if one.loses}
    for one in seen:
        takers = known_servers(name, one.case).takes
        for finding in findings(one):
            assert (f"; so does {', '.join(takers)}." in finding.message) == bool(takers), one.case
            passed_over = one.case in lost or one.case.startswith(TWICE)
            if passed_over or (one.case.startswith(KNOWN) and ENGINES.issuperset(takers)):
                assert finding.severity is Severity.WARNING, one.case
            elif not ENGINES.issuperset(takers):
                assert finding.severity is Severity.INFO, one.case
    assert len({finding.message for finding in found}) == len({one.case for one in seen})
    # That a signature was altered is asked of who signs.
    for case in FAULTS:
        fault = FAULTS_SAID[case]
        told = {
            f.message for one in trial.done.observations if one.case == case for f in findings(one)
        }
        assert told == {f"A request that is wrong was answered: {fault}."}
    modes = [one.mode for one in seen]
    assert 2 <= modes.count(Mode.STREAMING) < modes.count(Mode.BLOCKING)
    assert any("/name left out" in finding.message for finding in found)
    (verdict,) = trial.done.verdicts
    remarked = {one.rule: one.count for one in verdict.remarks}
    assert remarked["TC747"] + trial.found(name)["TC747"] >= len(seen)


@pytest.mark.parametrize(
    ("kind", "counted"), [(Failing, Severity.WARNING), (FailingAtTimes, Severity.INFO)]
)
def test_a_server_that_fails_over_each_is_told(kind: type[Server], counted: Severity) -> None:
    """One failure may be a slip; that no wrong request is ever called the client's is a warning."""
    trial = finish(tried("ollama-chat", dialect="ollama-chat", kind=kind, only=ONLY))
    # Over what is no JSON one failure tells.
    seen = [one for one in settled(required(trial)) if one.case != "known_cut_json"]
    found = [finding for one in seen for finding in findings(one)]
    assert len(found) > 4
    assert {finding.counted for finding in found} == {counted}


@pytest.mark.parametrize("name", ["gemini-generate", "openai-chat"])
def test_a_server_that_fails_over_what_is_no_json_is_told(name: str) -> None:
    """SDKs ask again after a failure, each time in vain; no server has to read what no client can."""
    trial = finish(tried(name, dialect=name, kind=Unparsed, only=ONLY))
    told = {
        (one.case, finding.counted) for one in settled(required(trial)) for finding in findings(one)
    }
    assert told == {("known_cut_json", Severity.WARNING)}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("gemini-generate", Unfound),
        ("openai-chat", Unfound),
        ("anthropic-messages", Unrouted),
        ("openai-chat", Unrouted),
    ],
)
def test_a_server_that_fails_over_an_unknown_model_is_told(name: str, kind: type[Server]) -> None:
    """Clients ask again after a failure, and fall back to another model only where it is said that there is none."""
    trial = finish(tried(name, dialect=name, kind=kind, only=ONLY))
    told = {
        (one.case, finding.counted) for one in settled(required(trial)) for finding in findings(one)
    }
    assert told == {("known_unknown_model", Severity.WARNING)}


@pytest.mark.parametrize("kind", [Waking, Falling, Loaded])
def test_a_server_that_is_out_of_order_for_a_while_is_not_told_of(kind: type[Server]) -> None:
    """Where the wrong request is refused as it should later on, the right one finds nobody, or a pause is named, nothing was looked at."""
    name = "anthropic-messages"
    trial = finish(tried(name, dialect=name, kind=kind, only=ONLY))
    unknown = [one for one in required(trial) if one.case == "known_unknown_model"]
    assert unknown
    assert {one.verdict for one in unknown} == {Verdict.NOT_RUN}
    assert not any(one.findings for one in unknown)
    assert all("HTTP 503: the server is not available" in one.reason for one in unknown)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("gemini-generate", {("known_unknown_model", 404)}),
        ("ollama-chat", {("known_unknown_model", 404)}),
        ("openai-chat", set()),
    ],
)
def test_a_server_that_has_another_status_for_an_unknown_model_is_told(
    name: str, told: set[tuple[str, int]]
) -> None:
    """Clients pull a model after a 404, or ask another; others' formats have servers that say 400 of all that is wrong."""
    trial = finish(tried(name, dialect=name, kind=Plain, only=ONLY))
    found = [(one.case, finding) for one in required(trial) for finding in findings(one)]
    assert {(case, finding.expected) for case, finding in found} == told
    assert {finding.severity for _, finding in found} <= {Severity.WARNING}


def test_a_server_that_refuses_streams_under_a_success_is_told() -> None:
    """Who reads the status takes each wrong request for answered; without streams it is refused as it should."""
    trial = finish(tried("ollama-chat", dialect="ollama-chat", kind=Streaming, only=ONLY))
    streams = (one for one in settled(required(trial)) if one.mode is Mode.STREAMING)
    found = [finding for one in streams for finding in findings(one)]
    assert len(found) > 4
    assert {finding.counted for finding in found} == {Severity.WARNING}
    assert all("under a status of success" in finding.message for finding in found)
