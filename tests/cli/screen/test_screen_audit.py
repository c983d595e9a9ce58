"""What the end of an audit says of errors that nobody has decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.test_awaiting import OWN, exchange
from toolwire.cli.screen.audit import print_awaiting
from toolwire.jobs.lint.judging import judge
from toolwire.jobs.lint.observed import observed


def test_what_awaits_a_person_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each vendor and rule on standard error, with the count; nothing without any."""
    seen = observed(judge(exchange(OWN)))
    print_awaiting([seen, seen, replace(seen, findings=())])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        "awaits a person: openai defines openai-chat and breaks TC401 (2 findings)"
    )
    print_awaiting([replace(seen, findings=())])
    assert capsys.readouterr().err == ""
