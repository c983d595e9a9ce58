"""Which probe rules the suites ask, and which only what `verify` asks beside them."""

from __future__ import annotations

from toolwire.rules import PROBES
from toolwire.suites import load_suites
from toolwire.suites.model import (
    ALLOWED_TOLD,
    ALONE,
    CONTINUED,
    COUNTED,
    FORM,
    IN_SCHEMA,
    INSTRUCTED,
    LIMITED,
    LIMITED_CALL,
    OTHER_FORM,
    REFUSED,
    RIGHT,
    ROOM,
    SEVERAL,
    UNKEPT,
    USUAL,
)

#: What results hold inside, other forms of a system prompt and of what was said, many tools, and calls that no model
#: can be asked for.
OF_RESULTS = {f"TC{n}" for n in (605, 763, 764, 765, 766, 774, 779, 786, 794, 796, 797, 799, 897)}
#: Requests that are wrong by what stands elsewhere, or by another format.
OF_WHOLES = {"TC792", "TC793"}
OF_VERIFY = {
    ALLOWED_TOLD,
    OTHER_FORM,
    CONTINUED,
    COUNTED,
    FORM,
    ALONE,
    INSTRUCTED,
    IN_SCHEMA,
    LIMITED,
    LIMITED_CALL,
    RIGHT,
    ROOM,
    SEVERAL,
    UNKEPT,
    USUAL,
    *OF_RESULTS,
    *OF_WHOLES,
}


def test_shipped_suites_ask_every_probe_rule() -> None:
    """No probe rule is without a step that asks its question, and no step asks another rule's.

    But for those that `verify` asks beside the suites.
    """
    steps = [one for suite in load_suites() for case in suite.cases for one in case.steps]
    assert {step.question for step in steps} == {*PROBES, ""} - OF_VERIFY
    # What has to be refused is said by `refused: true`.
    assert {step.probe for step in steps} == {*PROBES, None} - {REFUSED, *OF_VERIFY}
