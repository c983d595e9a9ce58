"""Rewriting the documents of an answer: each of them, and nothing around them."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, parse
from toolwire.jobs.selftest.benign.documents import framing_in, rewritten
from toolwire.model.exchange import Mode
from toolwire.model.reply import ABSENT
from toolwire.rules.mutate.scenarios import clean


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("name", DIALECTS)
def test_every_document_is_rewritten_and_nothing_else(name: str, mode: Mode) -> None:
    """A member that each document gets is in each event, and marks stay as they are."""
    dialect = load_dialect(name)
    before = dialect.decode(clean(dialect, "single_call", mode))
    changed = rewritten(before, lambda text: dump({"first": 1, **parse(text)}))  # type: ignore[dict-item]
    assert changed is not None
    after = dialect.decode(changed)
    assert len(after.events) == len(before.events)
    for old, new in zip(before.events, after.events, strict=True):
        assert old.name == new.name
        if isinstance(old.json, dict):
            assert new.json == {"first": 1, **old.json}
        else:
            assert (old.json, old.data) == (ABSENT, new.data)
    if mode is Mode.BLOCKING:
        assert isinstance(before.body, dict)
        assert after.body == {"first": 1, **before.body}


@pytest.mark.parametrize("name", DIALECTS)
def test_what_changes_nothing_is_no_variant(name: str) -> None:
    """The same bytes again are None, and a blocking body has no framing."""
    dialect = load_dialect(name)
    for mode in Mode:
        read = dialect.decode(clean(dialect, "single_call", mode))
        assert rewritten(read, lambda text: text) is None
        assert (framing_in(read) is None) is (mode is Mode.BLOCKING)
