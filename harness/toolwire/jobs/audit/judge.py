"""From findings and expectations to a verdict."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from toolwire import rules
from toolwire.dialects import load_dialect
from toolwire.jobs.audit import legacy
from toolwire.jobs.audit.alternative import passed_over, refusals, usual_refusals
from toolwire.jobs.audit.controls.beside_tools import dropped_beside_tools
from toolwire.jobs.audit.controls.counted_kept import kept_count_faults
from toolwire.jobs.audit.controls.counted_thoughts import thought_faults
from toolwire.jobs.audit.controls.marked_calls import lacks_mark
from toolwire.jobs.audit.controls.meaning import (
    Control,
    Controls,
    Meaning,
    in_no_form,
    loses_parts,
    meaning,
    misdirected,
    not_answered,
    says_unsupported,
    unanswered,
)
from toolwire.jobs.audit.controls.meaning import about as about_of
from toolwire.jobs.audit.controls.other_form import second_form_seen
from toolwire.jobs.audit.controls.reasoning_items import for_reasoning
from toolwire.jobs.audit.controls.refused_form import (
    named_choice,
    refused_choice,
    unseen,
    unsupported_form,
)
from toolwire.jobs.audit.controls.refused_form import told as of_choice
from toolwire.jobs.audit.controls.short_context import exceeds_context
from toolwire.jobs.audit.controls.tool_member import of_a_tool
from toolwire.jobs.audit.outcome import Outcome, StepResult, graded
from toolwire.jobs.audit.refusal_outcome import (
    FEATURE_ABSENT,
    error_text,
    refusal,
    refusal_outcomes,
    shown_refusal,
)
from toolwire.jobs.audit.requirement import blame, is_of_words, named
from toolwire.jobs.audit.right_request import (
    refused_additions,
    too_long,
    too_new,
    uncounted_additions,
)
from toolwire.jobs.awaiting import AWAITS, held_to_definer
from toolwire.model.conversation import Turn
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.model.reply import Reading
from toolwire.rules.views.torn import is_cut_off
from toolwire.suites.expect import check, neutral_stop
from toolwire.suites.model import COUNTED, DEMANDED, FORBIDDEN, Step

#: How the reason of a case begins whose target takes no tools at all.
_NO_TOOLS = "native tools are refused"
_NO_TOOLS_AT = re.compile(rf"(in \d+ of \d+ runs: )?(step \d+: )?{_NO_TOOLS}")


def judge(
    step: Step,
    reading: Reading,
    controls: Controls | None = None,
    *,
    scripted: bool = False,
    turns: tuple[Turn, ...] = (),
) -> StepResult:
    """Judge the response to one step by the rules and by what the step expects.

    Args:
        step: what was asked and is expected.
        reading: what was answered.
        controls: what was asked beside it (`toolwire.jobs.audit.controls.control`); None for nothing.
        scripted: the model's own answer is known, so that no variance of it explains anything.
        turns: of the conversation up to the answer, with those that a server keeps and the request
            only names; () where these are not known.
    """
    beside = controls or {}
    seen = _of_answer(step, reading, beside, scripted=scripted)
    kept = kept_count_faults(turns, reading) if step.continues else ()
    uncounted = (*kept, *thought_faults(reading, beside))
    return replace(
        seen,
        findings=(*seen.findings, *uncounted),
        outcomes=(*seen.outcomes, *graded(uncounted)),
    )


def _of_answer(step: Step, reading: Reading, controls: Controls, *, scripted: bool) -> StepResult:
    """Judge a response by itself, and by what was asked beside it."""
    nothing = _not_whole(step, reading, controls)
    if nothing is not None:
        return nothing
    if step.second is not None:
        return second_form_seen(step, step.second, reading, controls)
    if step.alternative is not None:
        return _of_form(step, reading, controls)
    request_valid = not step.expect.refused
    judged = rules.judge(reading, step.question, request_valid=request_valid)
    # Nothing red is published of the vendor that defines the format before a person has looked.
    held = held_to_definer(reading, judged)
    found = dropped_beside_tools(held.findings, step, controls)
    found = tuple(named(one, step, reading) for one in found if not is_of_words(one, step, reading))
    if loses_parts(step, controls):
        found = tuple(one for one in found if one.rule != step.question)
    chances = rules.chances(reading, found, step.question, request_valid=request_valid)
    findings = tuple(_of_known_answers(found)) if scripted else found
    if step.additions:
        findings = (
            uncounted_additions(findings, step, reading, controls)
            if reading.ok
            else refused_additions(findings, step, controls)
        )
    if not reading.ok:
        told = _told_unsupported(step, reading, controls, findings)
        return told or _refused(step, reading, controls, findings)
    grades = tuple(graded(findings))
    # What names and schemas come back is judged by rules; the choice is named as it was before.
    unmet = () if step.additions else tuple(_of_expectations(step, reading, findings))
    if held.undecided:
        unmet = tuple(map(_awaiting, unmet))
    over = bool(unmet) or step.expect.refused
    if scripted and any(finding.variance and not _of_runs(finding) for finding in found):
        # What the model did not do as asked is then what the server made of its answer.
        unmet = tuple(one for one in unmet if one.verdict is not Verdict.INCONCLUSIVE)
    seen = StepResult(findings, (*grades, *unmet), over, chances)
    if reading.conversation is not None and reading.conversation.legacy and step.expect.calls:
        return _of_functions(seen, reading, controls)
    return seen


def _not_whole(step: Step, reading: Reading, controls: Controls) -> StepResult | None:
    """Judge what is no answer, or only the beginning of one; None where a whole one came."""
    nobody = not_answered(reading)
    if nobody and not misdirected(step, reading, controls):
        reason = f"{nobody}{error_text(reading)}"
        return StepResult((), (Outcome(Verdict.NOT_RUN, reason),), over=True)
    if not is_cut_off(reading):
        return None
    found = held_to_definer(reading, rules.judge(reading)).findings
    return StepResult(found, tuple(graded(found)), over=True)


def _of_known_answers(found: Iterable[Finding]) -> Iterator[Finding]:
    """Yield what is found of an answer that was known before: no model explains it."""
    for finding in found:
        if not _of_runs(finding):
            yield replace(finding, variance=False)


def _of_runs(finding: Finding) -> bool:
    """Say whether only a run shows whose doing a finding is, whatever is known of the model."""
    variance = rules.RULES[finding.rule].variance
    return variance is not None and variance.of_runs


#: What is judged of an answer to another form.
_OF_FORMS = frozenset({COUNTED, DEMANDED, FORBIDDEN})


def _in_one_piece(reading: Reading) -> bool:
    """Return whether a stream was asked for, and a whole reply came."""
    asked = reading.conversation
    return asked is not None and asked.stream and reading.mode is Mode.BLOCKING


def _of_form(step: Step, reading: Reading, controls: Controls) -> StepResult:
    """Judge whether a form of a request is taken; of the answer to the usual one also what is told.

    What the model chose to say is counted in the suites' own cases.
    """
    if step.alternative is None or (reading.ok and not _in_one_piece(reading)):
        is_usual = step.alternative is not None and not step.alternative.form
        judged = rules.judge(reading, step.question)
        # Of another form only whether all of it was read.
        judged = tuple(one for one in judged if is_usual or one.rule in _OF_FORMS)
        found = tuple(one for one in held_to_definer(reading, judged).findings if not one.variance)
        if step.alternative is not None:
            found = passed_over(found, step.alternative)
        return StepResult(found, tuple(graded(found)), over=False)
    found = rules.judge(reading, step.question)
    if reading.ok:
        found = refusals(found, step.alternative)
        return StepResult(found, tuple(graded(found)), over=False)
    if step.alternative.form:
        lacks = step.expect.may_refuse and says_unsupported(reading)
        found = () if lacks else refusals(found, step.alternative)
    else:
        usual, other = reading.exchange.request, controls.get(Control.SOUND)
        assert usual is not None
        taken = other.exchange.request if other is not None and other.ok else None
        told = in_no_form(step, controls)
        found = usual_refusals(found, step.alternative, usual, taken, in_no_form=told)
    return _refused(step, reading, controls, found)


def _awaiting(unmet: Outcome) -> Outcome:
    """Return an expectation that is not met beside an error nobody has decided: neither is it."""
    if unmet.verdict is not Verdict.FAILED:
        return unmet
    return Outcome(Verdict.INCONCLUSIVE, f"{AWAITS}{unmet.reason}")


def refuses_tools(seen: Observation) -> bool:
    """Return whether a case found out that its target takes no native tools at all."""
    found = _NO_TOOLS_AT.match(seen.reason)
    return seen.verdict is Verdict.UNSUPPORTED and found is not None


def _of_functions(seen: StepResult, reading: Reading, controls: Controls) -> StepResult:
    """Add what an answer to `functions` shows of the server, dropped ones above all."""
    if unasked := unanswered(controls.values()):
        return replace(seen, outcomes=(*seen.outcomes, _unknown(unasked)))
    api = legacy.api_of(reading, controls, seen.findings)
    facets = {legacy.FACET: api.word} if api.word else {}
    reason = f"{api.word}: {api.why}"
    if api.word == "translated" and api.why:
        outcomes = (*seen.outcomes, Outcome(Verdict.FAILED, reason, ("TC053",)))
        # Who looks for function_call goes no further.
        return replace(seen, outcomes=outcomes, facets=facets, over=True)
    if api.word != "ignored":
        return replace(seen, facets=facets)
    # What is dropped was never asked of the model: what it did then is no news.
    found = held_to_definer(reading, rules.judge(reading, request_valid=False)).findings
    left = (*(one for one in found if one.rule not in legacy.IN_TEXT), legacy.dropped(reading, api))
    outcomes = (*graded(left), Outcome(Verdict.NON_STRICT, reason, (legacy.HONOURED,)))
    return StepResult(left, outcomes, over=True, facets=facets)


def _told_unsupported(
    step: Step, reading: Reading, controls: Controls, findings: tuple[Finding, ...]
) -> StepResult | None:
    """Judge a refusal of a documented form as not supported; None where it is none."""
    form = unsupported_form(step, reading, controls)
    if form is None or meaning(step, controls) is not Meaning.OWN:
        return None
    findings = (*(one for one in findings if one.rule != step.question), form)
    return StepResult(findings, tuple(shown_refusal(reading, findings)), over=True)


def _refused(
    step: Step, reading: Reading, controls: Controls, findings: tuple[Finding, ...]
) -> StepResult:
    """Judge a refusal by what its controls say it is about."""
    if _only_marks(step, reading, controls):
        return StepResult((), (Outcome(Verdict.INCONCLUSIVE, _NO_MARKS),), over=True)
    about = about_of(step, reading, controls)
    own = about is Meaning.OWN or in_no_form(step, controls)
    plain = not (step.additions or step.requirement or step.expect.refused)
    as_long = controls.get(Control.LONG)
    if own and plain and not (as_long and as_long.ok) and exceeds_context(reading):
        findings = tuple(one for one in findings if one.rule != step.question)
        return StepResult(findings, (_unsupported(reading),), over=True)
    if not own and step.question:
        # What is refused with the fault and without it is not refused for the fault.
        findings = tuple(one for one in findings if one.rule != step.question)
    findings = for_reasoning(named_choice(findings, reading, controls), controls)
    findings = (*findings, *unseen(reading, controls))
    facets: Mapping[str, str] = {}
    if about is Meaning.UNKNOWN:
        outcomes: Iterable[Outcome] = (_unknown(unanswered(controls.values())),)
    elif (
        about is not Meaning.EVERYTHING
        and reading.conversation is not None
        and reading.conversation.legacy
        and step.requirement is None
    ):
        outcome, facets = _functions_refused(reading, step)
        outcomes = (outcome,)
    elif about is Meaning.TOOLS:
        # What is wrong on purpose says nothing of tools: the same without it does.
        about_tools = controls.get(Control.SOUND, reading) if step.requirement else reading
        outcomes = (_tools_refused(about_tools),)
    elif (not own and step.question) or about is Meaning.ELSEWHERE:
        absent = step.expect.may_refuse and about is Meaning.ELSE
        verdict = Verdict.UNSUPPORTED if absent else Verdict.INCONCLUSIVE
        outcomes = (Outcome(verdict, _SO_IS[about]),)
    elif about is Meaning.OWN and _lacks(step, reading, controls):
        outcomes = (_unsupported(reading),)
    else:
        outcomes = tuple(refusal_outcomes(step, reading, findings))
        choice = refused_choice(step, reading) if about is Meaning.OWN else None
        if choice is not None and any(one.verdict is Verdict.FAILED for one in outcomes):
            outcomes = tuple(of_choice(one, choice) for one in outcomes)
            return StepResult((*findings, choice), outcomes, over=True)
    told = step.requirement if about is Meaning.OWN else None
    chances = {} if told is None else blame(reading, told)
    every = (*graded(findings), *outcomes)
    return StepResult(findings, every, over=True, chances=chances, facets=facets)


#: Why a right request with a call of ours says nothing where a server wants back what its model sent with it.
_NO_MARKS = "the server wants back what its model sent with a call, and a call of ours has none"


def _only_marks(step: Step, reading: Reading, controls: Controls) -> bool:
    """Return whether all that is refused of a right request is refused for marks that its calls lack."""
    if step.alternative is None and not step.additions:
        return False
    refusals = [controls[one] for one in step.additions if one in controls] or [reading]
    return all(map(lacks_mark, refusals))


#: What a refusal is about -> what then is to be said of a request that is wrong on purpose.
_SO_IS: Mapping[Meaning, str] = {
    Meaning.EVERYTHING: "refused, and so is a request without the fault and without tools",
    Meaning.ELSE: "refused, and so is the same request without the fault",
    Meaning.ELSEWHERE: "refused for what another case asks by itself",
}


def _unknown(why: str) -> Outcome:
    return Outcome(Verdict.NOT_RUN, f"the control request was not answered: {why}")


def _functions_refused(reading: Reading, step: Step) -> tuple[Outcome, Mapping[str, str]]:
    status = reading.exchange.response.status
    if not 400 <= status < 500:
        return refusal(reading, step), {}
    if legacy.names_functions(reading):
        reason = f"rejected: refused with HTTP {status}{error_text(reading)}"
        return Outcome(Verdict.UNSUPPORTED, reason), {legacy.FACET: "rejected"}
    reason = (
        f"refused with HTTP {status}{error_text(reading)}, which does not say that it is functions"
    )
    return Outcome(Verdict.FAILED, reason), {}


def _tools_refused(reading: Reading) -> Outcome:
    response, words = reading.exchange.response, error_text(reading)
    said = f"HTTP {response.status}{words}"
    if not 400 <= response.status < 500:
        return Outcome(Verdict.FAILED, f"{said} to tools, and an answer without")
    if of_a_tool(response.body, words):
        return Outcome(Verdict.FAILED, f"tools are refused with {said}")
    reason = f"{_NO_TOOLS} with {said}; the same without tools is answered"
    return Outcome(Verdict.UNSUPPORTED, reason)


def _lacks(step: Step, reading: Reading, controls: Controls) -> bool:
    """Say whether a refusal is of what a model of the format need not have, and says so as it should."""
    # AWS answers 403 to what a model does not have, and the words tell it from a key that is wrong.
    return too_new(step, controls) or (_is_clean(reading) and _may_lack(step, controls))


def _may_lack(step: Step, controls: Controls) -> bool:
    """Say whether a step asks for what a model of the format need not have: thoughts, a long context.

    Who refuses what a model does not do, and takes a plain request, keeps the format. Once thoughts
    came, a refusal is another thing.
    """
    lacking = step.expect.echo and step.user is not None
    return lacking or too_long(step, controls)


def _is_clean(reading: Reading) -> bool:
    return reading.exchange.response.status in FEATURE_ABSENT and reading.reply.error is not None


def _unsupported(reading: Reading) -> Outcome:
    status = reading.exchange.response.status
    return Outcome(Verdict.UNSUPPORTED, f"refused with HTTP {status}{error_text(reading)}")


def _of_expectations(
    step: Step, reading: Reading, findings: Collection[Finding]
) -> Iterator[Outcome]:
    reply, found = reading.reply, {finding.rule for finding in findings}
    errors = {finding.rule for finding in findings if finding.counted is Severity.ERROR}
    dialect = load_dialect(reading.dialect)
    stop = neutral_stop(dialect.stops, reply)
    for unmet in check(step, reply, stop, in_words=dialect.in_words):
        verdict = Verdict.FAILED if unmet.wire else Verdict.INCONCLUSIVE
        same = tuple(rule for rule in unmet.rules if rule in found)
        # A failure names the milder rule that says the same, so that one cause is shown once.
        milder = tuple(rule for rule in same if unmet.wire and rule not in errors)
        yield Outcome(verdict, ": ".join((*milder, unmet.message)), same)
