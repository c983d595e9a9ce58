"""The table of hostile scenarios: it objects where it must, and its quick rows are as expected."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from fuzz.hostile.__main__ import GROUPS, objections, played
from fuzz.hostile.command import Measured
from fuzz.hostile.outcome import Outcome
from fuzz.hostile.page import page
from fuzz.hostile.row import Row
from fuzz.hostile.stage import Stage
from fuzz.item import KEY

ROWS = [row for rows in GROUPS.values() for row in rows]
QUICK = [row for row in ROWS if row.quick]


@pytest.mark.parametrize("row", QUICK, ids=[row.name for row in QUICK])
def test_a_quick_scenario_is_as_expected(row: Row) -> None:
    """Exit code, words, time and memory; no key, traceback or control character anywhere."""
    done = played(row)
    assert objections(row, done) == (), done


def test_there_are_enough_of_every_kind() -> None:
    """Fifty-one scenarios and more, each with a name of its own."""
    assert len(ROWS) > 51
    assert Counter(row.name for row in ROWS).most_common(1)[0][1] == 1
    assert all(len(rows) >= 10 for rows in GROUPS.values())


FINE = Outcome(2, "not-run: closed", 1.0, 60.0)
ROW = Row("row", "something", lambda _: FINE, (2,), "closed")


@pytest.mark.parametrize(
    ("changes", "objection"),
    [
        ({"code": 1}, "exit 1, not 2"),
        ({"output": "clean"}, "does not say 'closed'"),
        ({"seconds": 21.0}, "21.0 s, more than 20"),
        ({"megabytes": 301.0}, "301 MB, more than 300"),
        ({"broken": "a traceback"}, "a traceback"),
    ],
)
def test_what_differs_is_objected_to(changes: dict[str, object], objection: str) -> None:
    """Each of the five expectations fails a row by itself."""
    assert objections(ROW, FINE) == ()
    assert objections(ROW, replace(FINE, **changes)) == (objection,)  # type: ignore[arg-type]


def test_a_key_on_the_screen_or_in_a_file_is_noticed(tmp_path: Path) -> None:
    """Typed as an argument it is masked; printed or in a file of the output folder it is told."""
    stage = Stage(tmp_path, 30)
    clean = stage.run("list", "suites")
    assert (clean.code, clean.broken) == (0, "")
    assert stage.run("explain", KEY).broken == ""
    (stage.folder / ".stdout").write_text(f"x {KEY[12:]}")
    assert stage.outcome(Measured(0, 0.1, 1, ended=False)).broken == "the key on the screen"
    stage.out.mkdir()
    (stage.out / "a.csv").write_text(f"x,{KEY[:-2]}")
    assert stage.run("list", "suites").broken == "the key in a.csv"


def test_a_command_that_does_not_end_is_ended(tmp_path: Path) -> None:
    """It is killed, measured, and said to have been."""
    done = Stage(tmp_path, 1.5).run("serve", "-d", "openai-chat", "--port", "0")
    assert done.code == -9
    assert done.broken == "had to be ended after 1.5 s"
    assert 1.4 < done.seconds < 10
    assert 20 < done.megabytes < 300


def test_the_page_shows_hostile_words_as_text() -> None:
    """Markup and bars of what toolwire says do not act in the table."""
    said = replace(FINE, output="<script>a|b</script>\nmore")
    text = page([("Servers", [(ROW, said)])])
    assert "| `row` | something | &lt;script>a\\|b&lt;/script> | 2 | 1.0 | 60 |" in text
    assert re.search(r"^1 scenarios, all as expected\.", text, re.MULTILINE)
    assert "all but 1 as expected: not row." in page([("Servers", [(ROW, said)])], ["row"])
