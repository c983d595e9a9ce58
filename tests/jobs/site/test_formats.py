"""The page of formats says what bytes show, and where it is not observed."""

from __future__ import annotations

from pathlib import Path

from tests.support.small_sites import Read, read, seen, site, written
from toolwire.jobs.report.tables import VERIFICATION
from toolwire.jobs.site import formats
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import FACETS, Observation, Verdict

FACETS_SEEN = {"call_field": "choices[].message.tool_calls[]", "arguments": "JSON string"}


def page(tmp_path: Path, *observations: Observation) -> Read:
    """Return the page of one report."""
    made = site(tmp_path, [written(tmp_path, "2026-11-22", observations)])
    (file,) = formats.files(made)
    assert file.path == "formats.html"
    return read(file.data)


def test_every_facet_and_check_is_explained_once() -> None:
    """A column that was added without an explanation fails here."""
    explained = [key for keys in formats.COLUMNS.values() for key in keys]
    assert explained == list(FACETS)
    assert list(formats.CHECKS) == list(VERIFICATION)


def test_usual_and_rarer_words_stand_with_their_counts(tmp_path: Path) -> None:
    """The usual word stands first, the rarer one with how many exchanges have it."""
    found = page(
        tmp_path,
        *(seen(case=f"{n}", facets=FACETS_SEEN) for n in range(3)),
        seen(case="other", facets={"call_field": "message.tool_calls[]"}),
    )
    assert "choices[].message.tool_calls[] message.tool_calls[] (1)" in found.text
    assert "recorded 2026-11, 4" in found.text


def test_a_format_has_an_anchor_and_its_speakers(tmp_path: Path) -> None:
    """`#openai-chat` names who speaks it, and who writes a field otherwise."""
    found = page(
        tmp_path,
        *(seen(case=f"{n}", facets=FACETS_SEEN) for n in range(3)),
        seen(provider="zeta", facets={"arguments": "object"}),
    )
    assert {"openai-chat", "by-format", "column-arguments"} <= set(found.ids)
    assert len(found.ids) == len(set(found.ids))
    assert "Spoken by acme , zeta ." in found.text
    assert "JSON string zeta : object" in found.text


def test_a_format_named_as_a_section_has_an_anchor_of_its_own(tmp_path: Path) -> None:
    """Ids stay unique, whatever a format is called."""
    found = page(tmp_path, seen(dialect="changes", facets=FACETS_SEEN))
    assert "changes~format" in found.ids
    assert len(found.ids) == len(set(found.ids))


def test_cells_of_the_checks_lead_to_their_pages(tmp_path: Path) -> None:
    """A verdict is a link to its cell; what nobody looked at says so."""
    found = page(tmp_path, seen(Verdict.FAILED), seen(suite="tool_choice", case="auto"))
    assert "cells/acme.openai-chat/single_call.html" in found.links
    assert "cells/acme.openai-chat/tool_choice.html" in found.links
    assert "not observed" in found.text


def test_documentation_is_hollow_and_confirms_nothing(tmp_path: Path) -> None:
    """Composed evidence is marked as such and answers no claim of the old table."""
    whole = {**FACETS_SEEN, "id_field": "id", "stop_on_call": "tool_calls"}
    documented = seen(provider="openai", level=EvidenceLevel.DOCUMENTED, facets=whole)
    found = page(tmp_path, documented)
    assert "known from documentation only" in found.text
    outcomes = [attrs for tag, attrs in found.tags if tag == "td"]
    assert not [one for one in outcomes if "conformant" in (one.get("class") or "").split()]


def test_claims_of_the_old_table_are_held_against_bytes(tmp_path: Path) -> None:
    """What changed is told with what is observed instead."""
    observed = {"arguments": "object", "id_field": "id"}
    found = page(tmp_path, seen(provider="openai", facets=observed))
    assert "JSON string object changed recorded 2026-11" in found.text
    assert "id id unchanged" in found.text


def test_a_page_of_nothing_says_so(tmp_path: Path) -> None:
    """With no observation at all every table has a sentence instead of rows."""
    found = page(tmp_path)
    assert "No provider was observed." in found.text
    assert "No format was observed." in found.text


def test_long_words_are_cut_and_say_so(tmp_path: Path) -> None:
    """A word of a megabyte takes a line of the page."""
    made = site(
        tmp_path,
        [written(tmp_path, "2026-11-22", [seen(facets={"arguments": "x" * 1_000_000})])],
    )
    (file,) = formats.files(made)
    assert len(file.data) < 100_000
    assert "(cut, 1,000,000 characters)" in file.data.decode()
