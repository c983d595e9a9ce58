"""Parts of a run: disjoint, whole together, and careful with what they cannot know."""

from __future__ import annotations

import pytest

from toolwire.io.declarative import problems
from toolwire.jobs.audit.live import units
from toolwire.jobs.audit.plan import plan
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Stale
from toolwire.model.shard import Looked, Parts, Shard, parts_of, shards_of
from toolwire.providers import load_providers, targets
from toolwire.suites import load_suites

STALE = Stale("acme", "openai-chat", "TC103")
SELECTION = {"providers": ["acme"]}


def looked(*unasked: str, shown: bool = False, about: str = "") -> Looked:
    """Return how far one part looked."""
    return Looked(STALE.provider, STALE.dialect, STALE.rule, about, shown, unasked)


@pytest.mark.parametrize("of", [1, 2, 3, 7])
def test_parts_are_disjoint_and_whole_together(of: int) -> None:
    """Every unit of the shipped selection is in exactly one part, both modes in the same."""
    items = plan(targets(load_providers()), load_suites())
    shards = [Shard(number, of) for number in range(1, of + 1)]
    for unit in units(items):
        homes = {shard for shard in shards for item in unit if shard.holds(item.unit)}
        assert len(homes) == 1, unit[0].unit
        assert len({item.unit for item in unit}) == 1
    parts = [[item for item in items if shard.holds(item.unit)] for shard in shards]
    assert sum(map(len, parts)) == len(items)
    # By hash: no part is much larger than another.
    assert max(map(len, parts)) < 1.25 * min(map(len, parts))


def test_a_name_stays_in_its_part() -> None:
    """It is the first 64 bits of the name's SHA-256, as `sha256sum` has them, by the parts."""
    names = [f"acme/m::suite.case_{number}" for number in range(12)]
    assert [next(n for n in (1, 2, 3) if Shard(n, 3).holds(name)) for name in names] == [
        3, 3, 2, 2, 2, 2, 3, 1, 2, 2, 1, 1,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["0/3", "4/3", "1/0", "x", "", "1", "1/2/3", "-1/3", " 1/3", "1/3\n", "١/٣", "1/10000"]
)
def test_what_is_no_part_is_refused(text: str) -> None:
    """One line says what to write."""
    with pytest.raises(ToolwireError, match="write 2/3 for the second of three parts") as caught:
        Shard.parse(text)
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)


def test_a_part_is_written_as_it_is_read() -> None:
    """What a header says is what the option takes."""
    assert Shard.parse("2/3") == Shard(2, 3)
    assert Shard(2, 3).text == "2/3"


def test_a_header_names_one_part_several_or_none() -> None:
    """Merged results name all parts that are in them; nonsense is refused."""
    assert shards_of({}, "a.jsonl") == ()
    assert shards_of({"shard": "2/3"}, "a.jsonl") == (Shard(2, 3),)
    assert shards_of({"shard": ["3/3", "1/3"]}, "a.jsonl") == (Shard(1, 3), Shard(3, 3))
    for bad in ("4/3", 7, ["1/2", "1/3"], [["1/2"]]):
        with pytest.raises(ToolwireError, match=r"^a\.jsonl: |a\.jsonl"):
            shards_of({"shard": bad}, "a.jsonl")  # type: ignore[dict-item]


def divided(*parts: tuple[str, tuple[Looked, ...] | None]) -> tuple[Parts, ...]:
    """Return the runs that parts of one selection are of."""
    return parts_of(
        (f"run-{number}", {**SELECTION, "shard": text}, (Shard.parse(text),), told)
        for number, (text, told) in enumerate(parts)
    )


def test_all_parts_are_a_whole_run_in_any_order() -> None:
    """Nothing is missing, and the selection speaks of no parts."""
    (run,) = divided(("2/2", ()), ("1/2", ()))
    assert (run.missing, run.header_selection) == ((), SELECTION)


def test_missing_parts_are_named() -> None:
    """The selection says which parts are here, so that the others can join later."""
    (run,) = divided(("3/4", ()), ("1/4", ()))
    assert run.missing == (Shard(2, 4), Shard(4, 4))
    assert run.header_selection == {**SELECTION, "shard": ["1/4", "3/4"]}
    (one,) = divided(("3/4", ()))
    assert one.header_selection == {**SELECTION, "shard": "3/4"}


def test_parts_of_other_runs_do_not_complete_one() -> None:
    """Another selection, or another division of the same, is another run."""
    other = ("b", {"providers": ["other"]}, (Shard(2, 2),), ())
    first, third = ("a", SELECTION, (Shard(1, 2),), ()), ("c", SELECTION, (Shard(2, 3),), ())
    runs = parts_of([first, other, third])
    assert [len(run.missing) for run in runs] == [1, 1, 2]


def test_a_part_that_is_there_again_is_of_another_run() -> None:
    """Two months of one selection do not mix: each run has its own parts and its own id."""
    months = [
        (f"2026{month}-{part}", SELECTION, (Shard(part, 2),), ())
        for month in ("10", "11")
        for part in (1, 2)
    ]
    first, second = parts_of(months)
    assert (first.run, first.ids) == ("202610-1", ("202610-1", "202610-2"))
    assert (second.run, second.ids) == ("202611-1", ("202611-1", "202611-2"))
    assert not first.missing
    assert not second.missing


@pytest.mark.parametrize(
    ("parts", "stale"),
    [
        ([("1/2", (looked("a"),)), ("2/2", (looked("b"),))], [STALE]),
        ([("1/2", (looked(),)), ("2/2", ())], [STALE]),
        ([("1/2", (looked("a"),)), ("2/2", (looked("a", "b"),))], []),
        ([("1/2", (looked(),)), ("2/2", (looked(shown=True),))], []),
        ([("1/2", (looked(),))], []),
        ([("1/2", (looked(),)), ("2/2", None)], []),
        ([("1/2", (looked("a", about="m-1"),)), ("2/2", (looked("b", about="m-2"),))], []),
    ],
    ids=["together", "one had it all", "unasked", "shown", "alone", "silent", "two listings"],
)
def test_what_is_stale_is_known_when_all_parts_are_there(
    parts: list[tuple[str, tuple[Looked, ...] | None]], stale: list[Stale]
) -> None:
    """Not shown in any, and asked in one or another: then, and only then."""
    (run,) = divided(*parts)
    assert [*run.stale()] == stale


@pytest.mark.parametrize("unseen", [False, True])
def test_how_far_a_part_looked_fits_the_schema(unseen: bool) -> None:  # noqa: FBT001
    """The footer of a part says so in the words of the file contract, and nothing passed unseen."""
    one = Looked("acme", "openai-chat", "TC103", "m-1", unasked=("a",), unseen=unseen)
    footer = {"kind": "footer", "observations": 0, "finished_at": "2026-11-22T00:00:00+00:00"}
    assert problems({**footer, "looked": [one.as_json()]}, "results") == ()
    whole = one.with_(Looked("acme", "openai-chat", "TC103", "m-1"))
    assert whole.passed is not unseen
