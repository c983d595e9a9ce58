"""Running cases: the conversation goes on as it came, and every outcome has its verdict."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from toolwire.dialects import load_dialect
from toolwire.dialects.described import OF_CALLS
from toolwire.io.json_text import dump, parse
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import replay_from, run
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.providers.model import Capability
from toolwire.rules import RULES
from toolwire.suites.model import Expectation, Step
from toolwire.transport.cassette.file import Provenance, save
from toolwire.transport.record import Recorder
from toolwire.transport.reference import Reference


def reference(item: Item) -> Reference:
    """Return the reference responder an item is asked of."""
    return Reference(load_dialect(item.target.provider.dialect))


def seen(item: Item, transport: object) -> Observation:
    """Run one item over a transport."""
    (observation,) = run([item], lambda _: transport)  # type: ignore[arg-type,return-value]
    return observation


def edited(change: Callable[[dict], None]) -> Callable[[Response], Response]:
    """Return a change of a JSON body."""

    def apply(response: Response) -> Response:
        body = parse(response.body)
        change(body)
        return replace(response, body=dump(body))

    return apply


def answered(status: int, message: str = "") -> Callable[[Response], Response]:
    """Return a change that answers with an OpenAI error instead."""
    body = {"error": {"message": message, "type": "x", "param": None, "code": None}}
    return lambda response: replace(response, status=status, body=dump(body))


def test_a_round_trip_is_conformant(
    lab: SimpleNamespace, every_dialect: str, every_mode: Mode
) -> None:
    """The reference responder of every dialect passes a round trip in both modes."""
    item = lab.item(lab.ASK, lab.TELL, dialect=every_dialect, mode=every_mode)
    observation = seen(item, reference(item))
    assert (observation.verdict, observation.reason) == (Verdict.CONFORMANT, "")
    assert observation.facets["result_field"]
    assert observation.evidence.level is EvidenceLevel.DOCUMENTED


def test_functions_done_right_say_nothing_of_tools(lab: SimpleNamespace) -> None:
    """They are a path of their own: what varies with a model is counted of tools alone."""
    tools = lab.item(lab.ASK)
    functions = replace(tools, case=replace(tools.case, legacy=True))
    assert seen(tools, reference(tools)).chances
    observation = seen(functions, reference(functions))
    assert (observation.verdict, observation.chances) == (Verdict.CONFORMANT, {})


def test_a_call_in_words_done_right_says_nothing_of_native_ones(lab: SimpleNamespace) -> None:
    """What a case speaks besides the target's format counts for the rules of words alone."""
    native = lab.item(lab.ASK)
    words = replace(native, case=replace(native.case, dialect="prompted"))
    counted = seen(words, reference(words)).chances
    assert "TC420" in seen(native, reference(native)).chances
    assert counted
    assert all("openai-chat" not in RULES[rule].severity for rule in counted)


@pytest.mark.parametrize("mode", [ChoiceMode.REQUIRED, ChoiceMode.NAMED])
def test_a_forced_call_is_no_fact_of_the_format(lab: SimpleNamespace, mode: ChoiceMode) -> None:
    """Audits leave out of facets what recorded traffic leaves out, by the same rule."""
    choice = ToolChoice(mode, "get_weather" if mode is ChoiceMode.NAMED else None)
    forced = replace(lab.ASK, choice=choice, expect=replace(lab.ASK.expect, stop=None))
    facets = {
        step: set(seen(item, reference(item)).facets)
        for step in (lab.ASK, forced)
        if (item := lab.item(step))
    }
    assert facets[lab.ASK] >= OF_CALLS - {"no_arguments"}
    assert facets[forced] == facets[lab.ASK] - OF_CALLS


def test_the_assistant_message_goes_back_as_it_came(
    lab: SimpleNamespace, every_dialect: str
) -> None:
    """The second request holds the bytes of the first reply's message, unknown keys too."""
    item = lab.item(lab.ASK, lab.TELL, dialect=every_dialect)
    transport = lab.Changed(reference(item), edited(_mark_calls))
    assert seen(item, transport).verdict is Verdict.CONFORMANT
    assert b'"mark":"kept"' in transport.asked[1].body


def _mark_calls(value: object) -> None:
    """Add a member beside every tool name, deep in whatever shape the dialect has."""
    if isinstance(value, dict):
        for inner in list(value.values()):
            _mark_calls(inner)
        if value.get("name") == "get_weather":
            value["mark"] = "kept"
    elif isinstance(value, list):
        for inner in value:
            _mark_calls(inner)


def test_an_error_finding_fails_the_case_and_names_its_step(lab: SimpleNamespace) -> None:
    """A wrong finish reason on the first reply is an error; the pointer says which step."""
    item = lab.item(lab.ASK, lab.TELL)
    wrong = edited(lambda body: body["choices"][0].update(finish_reason="stop"))
    observation = seen(item, lab.Changed(reference(item), wrong))
    assert observation.verdict is Verdict.FAILED
    assert observation.reason.startswith("step 1: error: TC")
    assert observation.findings[0].severity is Severity.ERROR
    assert observation.findings[0].pointer == "step[1]/choices/0/finish_reason"
    assert observation.evidence.source == "changed.yaml"


def test_a_case_of_one_step_has_plain_pointers(lab: SimpleNamespace) -> None:
    """Where there is one step only, its number would be noise."""
    item = lab.item(lab.ASK)
    wrong = edited(lambda body: body["choices"][0].update(finish_reason="stop"))
    finding = seen(item, lab.Changed(reference(item), wrong)).findings[0]
    assert finding.pointer == "/choices/0/finish_reason"


def test_a_model_that_does_not_call_is_inconclusive(lab: SimpleNamespace) -> None:
    """A plain answer where a call was asked for is a mood of the model, not a wire fact."""
    item = lab.item(replace(lab.ASK, user="Hello."), lab.TELL)
    observation = seen(item, reference(item))
    assert observation.verdict is Verdict.INCONCLUSIVE
    assert "number of calls" in observation.reason
    assert not observation.findings


@pytest.mark.parametrize("status", [401, 403, 404, 429, 503, 529])
def test_nobody_answered_is_not_run(lab: SimpleNamespace, status: int) -> None:
    """No key, no model, a rate limit or an overload say nothing about the wire format."""
    item = lab.item(lab.ASK)
    observation = seen(item, lab.Changed(reference(item), answered(status, "go away")))
    assert observation.verdict is Verdict.NOT_RUN
    assert f"HTTP {status}" in observation.reason
    assert "go away" in observation.reason


def test_a_refusal_of_the_feature_is_unsupported(lab: SimpleNamespace) -> None:
    """A clean client error that says the feature is not supported is no failure."""
    item = lab.item(lab.ASK)
    refused = answered(400, "`tools` is not supported by this model")
    observation = seen(item, lab.Changed(reference(item), refused))
    assert observation.verdict is Verdict.UNSUPPORTED
    assert "not supported by this model" in observation.reason


@pytest.mark.parametrize("probe", ["", "TC658"])
def test_a_short_context_is_no_failure(lab: SimpleNamespace, probe: str) -> None:
    """A model has the context that it has, and each vendor documents the refusal of what is longer."""
    words = "request (578 tokens) exceeds the available context size (512 tokens)"
    asks = replace(lab.ASK, expect=Expectation(), probe=probe) if probe else lab.ASK
    item = lab.item(asks)
    observation = seen(item, lab.Changed(reference(item), answered(400, words)))
    assert observation.verdict is Verdict.UNSUPPORTED
    assert probe not in {finding.rule for finding in observation.findings}
    crashed = seen(item, lab.Changed(reference(item), answered(500, words)))
    assert crashed.verdict is not Verdict.UNSUPPORTED


def test_a_gateway_without_words_is_not_run(lab: SimpleNamespace) -> None:
    """A 502 with a page of its own says that nobody was reached; with an error it is a failure."""
    item = lab.item(lab.ASK)

    def page(response: Response) -> Response:
        return replace(response, status=502, body=b"<html>Bad gateway</html>")

    observation = seen(item, lab.Changed(reference(item), page))
    assert observation.verdict is Verdict.NOT_RUN
    assert observation.reason == "HTTP 502: the server is not reachable"


@pytest.mark.parametrize("status", [400, 422, 500, 502])
def test_another_refusal_is_a_failure(lab: SimpleNamespace, status: int) -> None:
    """A valid request that is refused for some other reason, or crashes the server, fails."""
    item = lab.item(lab.ASK)
    observation = seen(item, lab.Changed(reference(item), answered(status, "Bad request.")))
    assert observation.verdict is Verdict.FAILED
    assert f"refused with HTTP {status}" in observation.reason


def test_an_expected_refusal_is_conformant(lab: SimpleNamespace) -> None:
    """A case may demand that the server refuses; answering it is then what is found."""
    step = Step(Expectation(refused=True), user="Hello.")
    item = lab.item(step)
    refused = answered(400, "No.")
    assert seen(item, lab.Changed(reference(item), refused)).verdict is Verdict.CONFORMANT
    observation = seen(item, reference(item))
    assert observation.verdict is Verdict.NON_STRICT
    assert [finding.rule for finding in observation.findings] == ["TC747"]


def test_no_cassette_is_not_run(lab: SimpleNamespace, tmp_path: Path) -> None:
    """A missing cassette is told with its path and is never green."""
    (observation,) = run([lab.item(lab.ASK)], replay_from(tmp_path))
    assert observation.verdict is Verdict.NOT_RUN
    assert observation.reason == "no cassette at acme/m-1/round_trip.plain.blocking.yaml"


def test_a_broken_cassette_is_not_run_and_the_others_go_on(
    lab: SimpleNamespace, tmp_path: Path
) -> None:
    """One broken file costs one case, with a one-line reason."""
    good, bad = lab.item(lab.ASK), lab.item(lab.ASK, mode=Mode.STREAMING)
    tape(good, tmp_path)
    path = tmp_path / bad.cassette
    path.write_bytes(b"[")
    one, other = run([bad, good], replay_from(tmp_path))
    assert one.verdict is Verdict.NOT_RUN
    assert "not a cassette" in one.reason
    assert "\n" not in one.reason
    assert other.verdict is Verdict.CONFORMANT


def tape(item: Item, folder: Path) -> None:
    """Write the cassette of an item."""
    recorder = Recorder(reference(item))
    seen(item, recorder)
    head = Provenance(EvidenceLevel.RECORDED, "2026-11-02T10:00:00Z", "api.example.invalid")
    save(folder / item.cassette, recorder.exchanges, head)


def test_replay_repeats_what_was_recorded(
    lab: SimpleNamespace, tmp_path: Path, every_dialect: str, every_mode: Mode
) -> None:
    """A recorded round trip replays to the same observation, with the cassette's evidence."""
    item = lab.item(lab.ASK, lab.TELL, dialect=every_dialect, mode=every_mode)
    tape(item, tmp_path)
    (replayed,) = run([item], replay_from(tmp_path))
    live = seen(item, reference(item))
    assert replace(replayed, evidence=live.evidence) == live
    evidence = replayed.evidence
    assert evidence.level is EvidenceLevel.RECORDED
    assert evidence.recorded_at == "2026-11-02T10:00:00Z"
    assert evidence.source == str(item.cassette)


def test_a_stale_cassette_is_not_run(lab: SimpleNamespace, tmp_path: Path) -> None:
    """When the suite asks something else now, nothing of the recording counts."""
    tape(lab.item(lab.ASK), tmp_path)
    changed = lab.item(replace(lab.ASK, user='Please call get_weather({"location": "Paris"}).'))
    (observation,) = run([changed], replay_from(tmp_path))
    assert observation.verdict is Verdict.NOT_RUN
    assert "stale cassette: the request differs at /messages/0/content" in observation.reason
    assert not observation.findings
    assert not observation.facets


def test_a_transport_that_breaks_off_does_not_hide_a_finding(lab: SimpleNamespace) -> None:
    """An error seen in step 1 stays a failure when step 2 could not be looked at."""
    item = lab.item(lab.ASK, lab.TELL)
    wrong = edited(lambda body: body["choices"][0].update(finish_reason="stop"))

    class Breaking(lab.Changed):
        async def send(self, request: Request) -> Response:
            if self.asked:
                raise TrafficError("the line is dead")
            return await super().send(request)

    assert seen(item, Breaking(reference(item), wrong)).verdict is Verdict.FAILED
    observation = seen(item, Breaking(reference(item)))
    assert observation.verdict is Verdict.NOT_RUN
    assert observation.reason == "step 2: the line is dead"


def test_a_documented_absence_is_unsupported_with_its_source(lab: SimpleNamespace) -> None:
    """Nothing is asked; the page that says so is the evidence."""
    item = lab.item(lab.ASK)
    documented = {"round_trip": Capability("no", "gone since May", lab.READ)}
    provider = replace(item.target.provider, documented=documented)
    item = replace(item, target=replace(item.target, provider=provider))
    observation = seen(item, None)
    assert observation.verdict is Verdict.UNSUPPORTED
    assert observation.reason == (
        "documented as absent: gone since May (https://docs.example.invalid/, read 2026-11-21)"
    )
    assert observation.evidence.source == "https://docs.example.invalid/"


def test_run_is_lazy(lab: SimpleNamespace) -> None:
    """Items are taken one at a time, so that a long run streams."""
    taken = []

    def items() -> object:
        for number in range(3):
            taken.append(number)
            yield lab.item(lab.ASK)

    running = run(items(), reference)  # type: ignore[arg-type]
    next(running)
    assert taken == [0]
    running.close()


def test_a_finished_run_leaves_no_event_loop(lab: SimpleNamespace) -> None:
    """The loop of a run is closed with it, and another loop can be used after."""
    assert len(list(run([lab.item(lab.ASK)], reference))) == 1
    assert asyncio.run(asyncio.sleep(0, "fine")) == "fine"
