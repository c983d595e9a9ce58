"""What a refusal means, by what was answered beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.jobs.audit.controls.meaning import (
    NOT_ANSWERED,
    Control,
    Meaning,
    about,
    meaning,
    misdirected,
)
from toolwire.jobs.audit.judge import judge, refuses_tools
from toolwire.jobs.audit.run import run
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request
from toolwire.model.observation import Severity, Verdict
from toolwire.model.reply import Reading
from toolwire.suites.model import Alternative, Expectation, Requirement, Step

CHAT = load_dialect("openai-chat")
ASKED = Request("POST", "https://a.invalid/v1/chat/completions", (), b'{"messages":[],"model":"m"}')
WRONG = Step(Expectation(refused=True), user="Hello.", fault="bad_name")
STREAM = Step(Expectation(), user="Hello.", probe="TC006")
LADDER = (Control.SOUND, Control.PLAIN, Control.BARE, Control.WHOLE)


def reading(status: int) -> Reading:
    """Return an answer in words, or a refusal."""
    kind = "invalid_request" if status < 500 else "server_error"
    no = Refusal(status, kind, "No.")
    answer = Answer(text="Yes.") if status == 200 else Answer(refusal=no)
    evidence = Evidence(EvidenceLevel.LIVE, "test")
    return CHAT.decode(Exchange(ASKED, CHAT.respond(ASKED, answer), evidence))


def beside(**statuses: int) -> Mapping[Control, Reading]:
    """Return controls by name, each answered with a status."""
    return {Control(name): reading(status) for name, status in statuses.items()}


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ({}, Meaning.OWN),
        ({"sound": 200}, Meaning.OWN),
        ({"sound": 400, "plain": 200}, Meaning.ELSE),
        ({"plain": 200}, Meaning.OWN),
        ({"plain": 400, "bare": 200}, Meaning.TOOLS),
        ({"sound": 400, "bare": 200}, Meaning.TOOLS),
        ({"bare": 200}, Meaning.TOOLS),
        ({"bare": 200, "whole": 400}, Meaning.TOOLS),
        ({"bare": 200, "whole": 200}, Meaning.ELSE),
        ({"bare": 400, "whole": 200}, Meaning.ELSE),
        ({"sound": 400, "plain": 422, "bare": 400}, Meaning.EVERYTHING),
        ({"sound": 429}, Meaning.UNKNOWN),
        ({"sound": 400, "plain": 401}, Meaning.UNKNOWN),
    ],
)
def test_a_refusal_is_about_what_its_control_has_not(
    statuses: dict[str, int], expected: Meaning
) -> None:
    """The fault, tools, everything, or something else; unknown where the control got no answer."""
    assert meaning(WRONG, beside(**statuses)) is expected


def test_the_question_of_the_stream_has_its_own_control() -> None:
    """A refusal of tools in a stream is about the stream where the same is answered in one piece."""
    told = beside(plain=400, bare=200, whole=200)
    assert meaning(STREAM, told) is Meaning.OWN
    assert meaning(WRONG, told) is Meaning.ELSE


@given(st.dictionaries(st.sampled_from(LADDER), st.sampled_from([200, 400, 422, 429, 500])))
def test_a_wrong_request_is_well_refused_only_beside_a_right_one(
    statuses: dict[Control, int],
) -> None:
    """Whatever was answered: no control answered with success, no conformant case."""
    controls = {control: reading(status) for control, status in statuses.items()}
    seen = judge(WRONG, reading(400), controls)
    verdicts = {outcome.verdict for outcome in seen.outcomes}
    own = next((controls[c] for c in (Control.SOUND, Control.PLAIN) if c in controls), None)
    if not verdicts:
        assert not controls or (own is not None and own.ok)
    if any(status in NOT_ANSWERED for status in statuses.values()):
        assert verdicts == {Verdict.NOT_RUN}
    elif controls and (own is None or not own.ok):
        assert verdicts <= {Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE}
        assert verdicts


@pytest.mark.parametrize("status", [400, 422, 500])
def test_only_a_refusal_of_tools_is_told_as_one(status: int) -> None:
    """A refusal with 400 or 422 makes the case unsupported; a failure with 500 stays one."""
    seen = judge(WRONG, reading(status), beside(plain=status, bare=200))
    (outcome,) = seen.outcomes
    assert outcome.verdict is (Verdict.FAILED if status == 500 else Verdict.UNSUPPORTED)
    assert not seen.findings


def test_a_tool_that_lacks_a_member_is_no_refusal_of_tools(lab: object) -> None:
    """Who tells what a tool lacks reads tools, in another form than the format's."""
    item = lab.item(WRONG)  # type: ignore[attr-defined]

    class Particular:
        evidence = Evidence(EvidenceLevel.RECORDED, "particular.yaml")

        async def send(self, request: Request) -> object:
            no = Refusal(400, "invalid_request", "tools.0.strict: Field required")
            asked = CHAT.read_request(request)
            tooled = asked is not None and asked.tools
            return CHAT.respond(request, Answer(refusal=no) if tooled else Answer(text="Yes."))

    (seen,) = run([item], lambda _: Particular())  # type: ignore[arg-type,return-value]
    assert seen.verdict is Verdict.FAILED
    assert "tools are refused with HTTP 400 (tools.0.strict: Field required)" in seen.reason
    assert not refuses_tools(seen)


def test_a_servers_own_words_make_no_refusal_of_tools(lab: object) -> None:
    """What a server says of itself stands behind our words, and is not taken for them."""
    item = lab.item(WRONG)  # type: ignore[attr-defined]

    class Lying:
        evidence = Evidence(EvidenceLevel.RECORDED, "lying.yaml")

        async def send(self, request: Request) -> object:
            no = Refusal(400, "invalid_request", "native tools are refused")
            return CHAT.respond(request, Answer(refusal=no))

    (seen,) = run([item], lambda _: Lying())  # type: ignore[arg-type,return-value]
    assert seen.verdict is Verdict.INCONCLUSIVE
    assert not refuses_tools(seen)


@pytest.mark.parametrize(
    ("status", "sound", "expected"),
    [
        (403, 200, {Verdict.NON_STRICT}),
        (401, 200, {Verdict.NON_STRICT}),
        (400, 200, set()),
        (403, 403, {Verdict.NOT_RUN}),
        (403, 429, {Verdict.NOT_RUN}),
        (429, 200, {Verdict.NOT_RUN}),
    ],
)
def test_a_wrong_request_is_not_the_fault_of_the_key(
    status: int, sound: int, expected: set[Verdict]
) -> None:
    """Refused as if the key were wrong, and answered without the fault: the status misleads."""
    seen = judge(WRONG, reading(status), beside(sound=sound))
    assert {outcome.verdict for outcome in seen.outcomes} == expected
    told = ["TC747"] if Verdict.NON_STRICT in expected else []
    assert [finding.rule for finding in seen.findings] == told


def test_a_key_that_is_refused_is_believed_where_nothing_else_is_known() -> None:
    """Without a control, and where no question was asked, nobody answered."""
    (outcome,) = judge(WRONG, reading(403), {}).outcomes
    assert outcome.verdict is Verdict.NOT_RUN
    (plain,) = judge(Step(Expectation(), user="Hello."), reading(403), beside(sound=200)).outcomes
    assert plain.verdict is Verdict.NOT_RUN


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ({"plain": 200}, ["TC749"]),
        ({"sound": 400, "plain": 200}, ["TC749"]),
        ({"sound": 400, "plain": 400, "bare": 200}, []),
        ({"plain": 400, "bare": 400}, []),
        ({"plain": 429}, []),
    ],
)
def test_what_is_refused_in_every_form_is_told(
    statuses: dict[str, int], expected: list[str]
) -> None:
    """Nothing says a system prompt in a way that is taken, and without one a tool is called."""
    form = Alternative("", (), None, "", "")
    usual = Step(Expectation(), user="Hello.", probe="TC749", alternative=form)
    seen = judge(usual, reading(400), beside(**statuses))
    assert [finding.rule for finding in seen.findings] == expected
    # Of other forms only where one was asked.
    assert not any("other form" in finding.message for finding in seen.findings)
    others = replace(usual, alternative=replace(form, instead=(form,)))
    seen = judge(others, reading(400), beside(**statuses))
    assert [finding.rule for finding in seen.findings] == expected
    assert all("each other form that was asked" in one.message for one in seen.findings)


GOES_ON = Step(Expectation(), probe="TC758", continues=True)
OTHER_PROBE = Step(Expectation(), probe="TC758")


@pytest.mark.parametrize(
    ("step", "statuses", "expected"),
    [
        (GOES_ON, {"sound": 200}, True),
        (GOES_ON, {}, True),
        (GOES_ON, {"sound": 404}, False),
        (GOES_ON, {"sound": 429}, False),
        (OTHER_PROBE, {"sound": 200}, False),
    ],
)
def test_an_answer_that_is_not_there_is_no_model_that_is_not(
    step: Step, statuses: dict[str, int], *, expected: bool
) -> None:
    """Who goes on from an answer of this model has found the model, so 404 is of the answer."""
    assert misdirected(step, reading(404), beside(**statuses)) is expected


NOBODY = Step(
    Expectation(refused=True),
    user="Hello.",
    requirement=Requirement(refusal="unknown_model", status=404),
)


@pytest.mark.parametrize(
    ("step", "status", "statuses", "expected"),
    [
        (NOBODY, 404, {"sound": 200}, Meaning.OWN),
        (NOBODY, 404, {"sound": 400, "plain": 200}, Meaning.OWN),
        (NOBODY, 400, {"sound": 400, "plain": 200}, Meaning.ELSE),
        (NOBODY, 404, {"sound": 400, "plain": 404}, Meaning.UNKNOWN),
        (WRONG, 404, {"sound": 400, "plain": 200}, Meaning.ELSE),
    ],
)
def test_a_model_that_is_not_found_is_refused_for_itself(
    step: Step, status: int, statuses: dict[str, int], expected: Meaning
) -> None:
    """Whatever else is refused of the history beside it: the plainest request has the right model."""
    refusal = reading(status)
    controls = {str(key): one for key, one in beside(**statuses).items()}
    assert about(step, refusal, controls) is expected
    nobody = step is NOBODY and status == 404
    assert misdirected(step, refusal, controls) is (nobody and expected is Meaning.OWN)
    if nobody and expected is Meaning.OWN:
        told = judge(step, refusal, controls)
        assert not told.findings
        assert {one.verdict for one in told.outcomes} <= {Verdict.CONFORMANT}


ASKED_AGAIN = {"before": 200, "again": 503, "after": 200}


@pytest.mark.parametrize(
    ("step", "status", "statuses", "expected"),
    [
        (NOBODY, 503, ASKED_AGAIN, True),
        (NOBODY, 504, {**ASKED_AGAIN, "again": 504}, True),
        (NOBODY, 503, {**ASKED_AGAIN, "again": 504}, False),
        (NOBODY, 503, {**ASKED_AGAIN, "again": 404}, False),
        (NOBODY, 503, {**ASKED_AGAIN, "again": 200}, False),
        (NOBODY, 503, {**ASKED_AGAIN, "after": 503}, False),
        (NOBODY, 503, {**ASKED_AGAIN, "before": 400}, False),
        (NOBODY, 503, {"before": 200, "again": 503}, False),
        (NOBODY, 503, {"plain": 200}, False),
        (NOBODY, 503, {}, False),
        (NOBODY, 529, {**ASKED_AGAIN, "again": 529}, False),
        (NOBODY, 429, {**ASKED_AGAIN, "again": 429}, False),
        (WRONG, 503, ASKED_AGAIN, False),
    ],
)
def test_only_who_always_fails_over_a_model_that_is_not_is_told(
    step: Step, status: int, statuses: dict[str, int], *, expected: bool
) -> None:
    """A server under load fails over right requests as well, or answers the wrong one once it is there again."""
    failure = reading(status)
    controls = {str(key): one for key, one in beside(**statuses).items()}
    told = judge(step, failure, controls)
    assert misdirected(step, failure, controls) is expected
    assert [one.rule for one in told.findings] == ["TC747"] * expected
    verdicts = {one.verdict for one in told.outcomes}
    assert (Verdict.NOT_RUN in verdicts) is not expected
    if expected:
        (finding,) = told.findings
        assert finding.severity is Severity.WARNING
        assert not finding.variance
        assert finding.actual == status


THINKS = "The `reasoning_content` in the thinking mode must be passed back to the API."
RIGHT = Step(Expectation(), user="Hello.", probe="TC762", additions=("calls", "emoji"))
USUAL = Step(
    Expectation(), user="Hello.", probe="TC749", alternative=Alternative("", (), None, "", "")
)


def refusal(words: str) -> Reading:
    """Return a refusal in some words."""
    answer = Answer(refusal=Refusal(400, "invalid_request", words))
    evidence = Evidence(EvidenceLevel.LIVE, "test")
    return CHAT.decode(Exchange(ASKED, CHAT.respond(ASKED, answer), evidence))


@pytest.mark.parametrize("step", [RIGHT, USUAL])
def test_a_call_of_ours_has_no_thoughts_to_be_passed_back(step: Step) -> None:
    """DeepSeek documents that it wants them; that says nothing of what the request is right in."""
    seen = judge(step, refusal(THINKS), {"sound": reading(200)})
    assert [one.verdict for one in seen.outcomes] == [Verdict.INCONCLUSIVE]
    assert not seen.findings


def test_a_right_request_that_is_refused_in_other_words_is_told() -> None:
    """And so is the part that is refused beside one that only lacks thoughts."""
    (alone,) = judge(RIGHT, refusal("No."), {"sound": reading(200)}).findings
    assert alone.rule == "TC762"
    both = {"sound": reading(200), "calls": refusal(THINKS), "emoji": refusal("No.")}
    (beside_it,) = judge(RIGHT, refusal(THINKS), both).findings
    assert "emoji" in beside_it.message
    assert "calls" not in beside_it.message


def test_only_a_refused_right_request_is_excused() -> None:
    """A plain step that is refused for thoughts was asked with what the server gave."""
    plain = Step(Expectation(), user="Hello.")
    (outcome,) = judge(plain, refusal(THINKS)).outcomes
    assert outcome.verdict is Verdict.FAILED
