"""Addresses: plain words stay as they are, and nothing else can leave its folder or meet another."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.jobs.site import addresses
from toolwire.results.cells import Row


def test_plain_words_are_their_own_address() -> None:
    """What our own providers, formats and suites are named reads as it is."""
    row = Row("openai", "openai-chat")
    assert addresses.cell_id(row, "single_call") == "openai.openai-chat.single_call"
    assert addresses.cell_page(row, "single_call") == "cells/openai.openai-chat/single_call.html"
    assert addresses.provider_page("z.ai") == "providers/z.ai.html"
    assert addresses.rule_page("TC304") == "rules/TC304.html"
    assert addresses.suite_page("round_trip") == "suites/round_trip.html"


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "index",
        "../x",
        "a/b",
        "a\\b",
        "A",
        "con",
        "nul.x",
        "a.",
        "a..b",
        "<b>",
        "x" * 999,
    ],
)
def test_other_names_get_an_address_of_their_own(name: str) -> None:
    """Path tricks, devices of Windows, capitals and what is too long are digested."""
    made = addresses.slug(name)
    assert made != name
    assert len(made) < 60
    assert "~" in made


@given(st.text(), st.text())
def test_no_two_names_share_an_address(one: str, other: str) -> None:
    """Not even on a disk that does not tell capitals apart."""
    same = addresses.slug(one).lower() == addresses.slug(other).lower()
    assert same == (one == other)


@given(st.text(), st.text(), st.text())
def test_a_page_stays_in_its_folder(provider: str, dialect: str, suite: str) -> None:
    """Whatever it is named, a cell's page is two folders deep and its root leads out of both."""
    path = addresses.cell_page(Row(provider, dialect), suite)
    parts = PurePosixPath(path).parts
    assert len(parts) == 3
    assert parts[0] == "cells"
    assert not {"..", ".", ""} & {*parts}
    assert addresses.root_of(path) == "../../"
