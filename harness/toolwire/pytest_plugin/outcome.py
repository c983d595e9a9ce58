"""From a verdict to what pytest calls it: error, failed, xfailed, skipped, passed with a warning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from toolwire.cli.screen.table import finding_lines, plain
from toolwire.model.observation import Observation, Verdict
from toolwire.providers.deviations import KnownDeviation
from toolwire.pytest_plugin import NonStrictWarning

_NOT_LOOKED: Final = frozenset({Verdict.NOT_RUN, Verdict.INCONCLUSIVE})


def set_up(seen: Observation, *, allow_not_run: bool = False, both: bool = False) -> None:
    """End a test before it begins where nothing was seen; returns where something was.

    Args:
        seen: what was observed.
        allow_not_run: skip what could not be looked at.
        both: two modes were to be compared, and there are none.
    """
    if both:
        pytest.skip(f"unsupported in both modes: {plain(seen.reason)}")
    if seen.counted in _NOT_LOOKED:
        reason = f"could not look: {seen.counted}: {plain(seen.reason)}"
        if allow_not_run:
            pytest.skip(reason)
        pytest.fail(reason, pytrace=False)
    if seen.counted is Verdict.UNSUPPORTED:
        pytest.skip(f"unsupported: {plain(seen.reason)}")


def came_to(test: pytest.Item, label: str, seen: Observation, listed: KnownDeviation) -> None:
    """Fail where a case failed, warn where it is not strict; what is listed as known is expected.

    With `--runxfail` nothing is expected, as for marked tests.

    Args:
        test: what is reported on.
        label: what its warning is headed with.
        seen: what was observed.
        listed: known deviations of the providers.
    """
    if seen.verdict is Verdict.CONFORMANT:
        return
    text = "\n".join(_lines(seen))
    expected = seen.counted is not seen.verdict and not test.config.getoption("--runxfail")
    if (seen.counted if expected else seen.verdict) is Verdict.FAILED:
        pytest.fail(text, pytrace=False)
    test.add_report_section("call", "toolwire", text)
    if not expected or seen.counted is Verdict.NON_STRICT:
        _warn(test, label, seen, text)
    if expected:
        pytest.xfail("; ".join(_reasons(seen, listed)))


def _warn(test: pytest.Item, label: str, seen: Observation, text: str) -> None:
    try:
        test.warn(NonStrictWarning(f"{label}: {plain(seen.reason)}"))
    except NonStrictWarning:
        # The project turns warnings into errors: it wants this to fail, readably.
        pytest.fail(text, pytrace=False)


def _reasons(seen: Observation, listed: KnownDeviation) -> Iterator[str]:
    """Yield why each known finding is known: `TC103: calls do not say their type (https://...)`."""
    for one in listed.by_dialect.get((seen.provider, seen.dialect), ()):
        if one.rule in seen.known and one.concerns(seen.model, seen.mode):
            yield plain(f"{one.rule}: {one.reason} ({one.source.url}, read {one.source.read})")


def _lines(seen: Observation) -> Iterator[str]:
    yield f"{seen.verdict}: {plain(seen.reason)}"
    for finding in seen.findings:
        yield from finding_lines(finding)
    if seen.known:
        yield f"known deviations of the provider, not counted: {', '.join(seen.known)}"
    yield f"evidence: {seen.evidence.level}, {plain(seen.evidence.source)}"
