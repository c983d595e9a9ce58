"""The repository can be checked out on every system, and is the same there."""

from __future__ import annotations

import re

import pytest

from tests.support.kept import kept
from tests.support.root import ROOT

FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
#: Windows takes 260 characters of a path, and a checkout lies somewhere.
LONGEST = 200


def test_names_of_files_can_be_checked_out_everywhere() -> None:
    """No name is forbidden or reserved on Windows, too long, or differs from another in case only."""
    names = sorted(kept())
    assert len(names) > 1000
    parts = {part for name in names for part in name.split("/")}
    assert [part for part in parts if FORBIDDEN.search(part) or RESERVED.match(part)] == []
    assert [name for name in names if len(name) > LONGEST] == []
    assert len({name.casefold() for name in names}) == len(names)


@pytest.mark.parametrize("name", ["a:b.yaml", "trailing.", "aux.py", "NUL", "a\\b", "com1.txt"])
def test_the_rule_about_names_can_fail(name: str) -> None:
    """It sees what Windows refuses."""
    assert FORBIDDEN.search(name) or RESERVED.match(name)


def test_checkouts_keep_line_ends() -> None:
    """Digests of cassettes and pages are those of the bytes that are committed."""
    assert (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()[-1] == "* -text"
