"""Lists of models in results: bounded, written, read again, merged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire import results
from toolwire.io.declarative import problems
from toolwire.model.errors import ToolwireError
from toolwire.results.model_list import LONGEST, MOST, ModelList, newest, together

NAMES = st.lists(st.text(max_size=3), max_size=4)
LISTS = st.lists(
    st.one_of(
        st.builds(ModelList.of, st.sampled_from("ab"), NAMES),
        st.builds(ModelList, st.sampled_from("ab"), st.just(()), st.sampled_from(["x", "y"])),
    ),
    max_size=4,
)
RUNS = st.lists(st.tuples(st.sampled_from(["r1", "r2", "r3"]), LISTS.map(tuple)), max_size=5)


def test_what_providers_list_is_read_again(tmp_path: Path) -> None:
    """Names come back sorted and once, a reason too, and the footer keeps to the schema."""
    path = tmp_path / "results.jsonl"
    lists = [
        ModelList("b", reason="HTTP 404"),
        ModelList.of("a", ["m2", "m1"]),
        ModelList.of("a", ["m3", "m1"]),
    ]
    results.write(path, results.header({}), [], models=iter(lists))
    footer = json.loads(path.read_text().splitlines()[-1])
    assert footer["models"] == [
        {"provider": "a", "models": ["m1", "m2", "m3"]},
        {"provider": "b", "models": [], "reason": "HTTP 404"},
    ]
    assert problems(footer, "results") == ()
    found = results.read(path).models
    assert found == together(lists)
    assert results.merge(results.read(path)).models == found


def test_a_run_that_asked_for_none_says_nothing(tmp_path: Path) -> None:
    """A replay knows no list, and its footer has no such member."""
    path = tmp_path / "results.jsonl"
    results.write(path, results.header({}), [])
    assert "models" not in json.loads(path.read_text().splitlines()[-1])
    assert results.read(path).models == ()


def test_a_list_is_bounded_before_it_is_kept() -> None:
    """Too many, too long, empty, and with signs nobody can see: left out."""
    odd = ["", "a\nb", "a\x1b[31m", "a\u202eb", "\ud800", "x" * (LONGEST + 1)]
    kept = ModelList.of("p", [*odd, *(f"m{n:05}" for n in range(MOST + 10)), "m00000"])
    assert len(kept.models) == MOST
    assert kept.models[0] == "m00000"
    assert ModelList.of("p", odd).models == ()


@pytest.mark.parametrize(
    "one",
    [
        {"provider": "p", "models": ["a\u001b[2J"]},
        {"provider": "p", "models": ["x" * (LONGEST + 1)]},
        {"provider": "p", "models": ["m"] * (MOST + 1)},
        {"provider": "", "models": []},
        {"provider": "p", "models": [], "reason": "a\nb"},
        {"provider": "p", "models": [7]},
        {"models": []},
    ],
)
def test_a_footer_out_of_bounds_is_refused(tmp_path: Path, one: dict[str, object]) -> None:
    """Results come from files, which anyone may have written."""
    path = tmp_path / "results.jsonl"
    results.write(path, results.header({}), [])
    *lines, last = path.read_text().splitlines()
    footer = json.dumps({**json.loads(last), "models": [one]})
    path.write_text("\n".join([*lines, footer, ""]))
    with pytest.raises(ToolwireError, match=r"not a line of results\.jsonl"):
        results.read(path)


def test_the_last_run_says_what_is_listed_now() -> None:
    """What was withdrawn is gone; a run that was not told takes nothing away."""
    runs = [
        ("r2", (ModelList.of("a", ["new"]), ModelList("b", reason="HTTP 500"))),
        ("r1", (ModelList.of("a", ["old", "new"]), ModelList.of("b", ["kept"]))),
    ]
    assert newest(runs) == (ModelList("a", ("new",)), ModelList("b", ("kept",)))


@given(RUNS, st.randoms())
def test_merging_has_no_order_and_changes_nothing_twice(
    runs: list[tuple[str, tuple[ModelList, ...]]], chance: object
) -> None:
    """In whichever order runs come, or twice, the same is listed."""
    mixed = [*runs, *runs]
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert newest(mixed) == newest(runs)
    assert together(newest(runs)) == newest(runs)
