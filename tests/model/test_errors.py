"""Errors: one line, and nothing of a stranger in it that acts or lets somebody in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.planting import KEY
from toolwire import results
from toolwire.io.guard import learn, masked_so_far
from toolwire.io.secrets.known import known
from toolwire.model.errors import ToolwireError
from toolwire.transport.journal.recovery import recover


def test_all_parts_are_on_one_line() -> None:
    """Line ends and what a terminal obeys are taken out of each part."""
    error = ToolwireError("bad\nvalue", where="a\x1b.yaml", hint="look\tthere")
    assert str(error) == "a\\u001b.yaml: bad value (look there)"


def test_a_key_of_this_run_has_a_stand_in() -> None:
    """Whoever logs the error of the library logs no key, and nothing is counted as written."""
    learn(known([KEY]))
    assert KEY not in str(ToolwireError(f"no such model: {KEY}"))
    assert masked_so_far() == {}


@pytest.mark.parametrize("read", [results.read, recover])
def test_a_line_that_is_none_is_quoted_without_its_key(read: object, tmp_path: Path) -> None:
    """A parser repeats the value it does not know, and it may have the form of a key."""
    key = "sk-proj-Fz7Qm2Lw9Xc4Vb8Nt3Ky6Hd1Jp5Rs0GaTe"
    path = tmp_path / "lines.jsonl"
    path.write_text(f'{{"kind":"hea{key}d"}}\n' * 2, encoding="utf-8")
    assert callable(read)
    with pytest.raises(ToolwireError, match="not a line of") as raised:
        read(path)
    assert key not in str(raised.value)
    assert "xx-xxxx-Xx0" in str(raised.value)
