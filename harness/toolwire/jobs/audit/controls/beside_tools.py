"""What a server passes over beside tools, and honours without them, or beside the same tools in
another order.

Or in one form, and honours in another: a history by the id of an answer, and written out.

One that knows nothing of schemas, or of words at which a text has to end, passes them over, as it
may. One that honours them only where no tools are offered has lost them on the way: gateways that
take another path for tools do. And a model may lose its way among many tools; one that finds the
same tool as the first has not, and its gateway has dropped the last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.controls.meaning import Control, Controls
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.views.tools_used import uses_other_tools
from toolwire.suites.model import ENDING, OF_MANY, Case, Step

_APART: Final = "Without tools the same is answered as it should be."
_LISTED: Final = "In a list the same word is read."
_FIRST: Final = "With the word as the first of the list the same is answered as it should be."
_WRITTEN: Final = "With the history written out the same is answered with it."
#: What was asked beside an answer, in the order in which it is looked at, and what is said of it.
_OTHERWISE: Final = (
    (Control.APART, _APART),
    (Control.LISTED, _LISTED),
    (Control.FIRST, _FIRST),
    (Control.WRITTEN, _WRITTEN),
)
_TURNED: Final = "With the tools in reverse order the same is answered as it should be."


def apart(case: Case, step: Step) -> Case:
    """Return a case without its tools; of a step that asks for one of many, with them in reverse order."""
    return replace(case, tools=case.tools[::-1] if step.probe == OF_MANY else ())


def is_passed_over(step: Step, reading: Reading) -> bool:
    """Return whether an answer passes over what a step asks, by a rule that knows answers which do not."""
    rule = RULES.get(step.probe or "")
    if rule is None or rule.honoured is None or reading.dialect not in rule.severity:
        return False
    if uses_other_tools(reading) and not step.continues:
        return False  # what is said on the way to an answer
    return any(one.severity is Severity.INFO for one in rule.check(reading))


def is_told(step: Step, reading: Reading) -> bool:
    """Return whether an answer goes on behind the word at which it has to end, or says that it ended otherwise."""
    rule = RULES.get(step.probe or "")
    if rule is None or step.probe != ENDING or reading.dialect not in rule.severity:
        return False
    return any(rule.check(reading))


def dropped_beside_tools(
    findings: Iterable[Finding], step: Step, controls: Controls
) -> tuple[Finding, ...]:
    """Return findings, those as grave as their rule that tell of what is honoured without tools.

    A model may write no JSON once, where a server tells it the schema in words: whether it varies, its rule knows.

    Args:
        findings: of the answer to the step.
        step: with the question of a probe, or without.
        controls: what was asked beside it.
    """
    found, rule = tuple(findings), RULES.get(step.probe or "")
    control, otherwise = next((each for each in _OTHERWISE if each[0] in controls), (None, ""))
    if control is None or rule is None or rule.honoured is None or not controls[control].ok:
        return found
    if any(rule.check(controls[control])) or not rule.honoured(controls[control]):
        return found
    grave = rule.severity[controls[control].dialect]
    otherwise = _TURNED if step.probe == OF_MANY else otherwise
    # What is as grave by itself is told with what it comes of where the form of the request is what differs.
    told = frozenset(Severity) if control is not Control.APART else frozenset({Severity.INFO})
    return tuple(
        replace(
            one,
            severity=grave,
            message=f"{one.message} {otherwise}",
            variance=rule.variance is not None,
        )
        if one.rule == rule.id and one.severity in told
        else one
        for one in found
    )
