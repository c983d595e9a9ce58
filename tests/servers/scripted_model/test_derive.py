"""Scripts of courses: joined where they agree, told apart by a result, written as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from servers.scripted_model import Call, Said, load_script
from servers.scripted_model.derive import Course, script_of, script_text
from toolwire.model.errors import ToolwireError

ASK = Said(calls=(Call("f", {"a": "é", "n": 9007199254740993}),))


def told(text: str) -> Said:
    """Return a reply of words."""
    return Said(text=text)


def test_courses_that_agree_are_one_entry() -> None:
    """The longer one stays, whichever comes first."""
    short, long = Course("Ask.", (ASK,)), Course("Ask.", (ASK, told("It is 7.")), ("7",))
    for courses in ([short, long], [long, short], [long, long]):
        (entry,) = script_of(courses).entries
        assert list(entry.reply.chain()) == [ASK, told("It is 7.")]
        assert entry.beside is None


def test_courses_that_part_after_a_result_are_told_by_it() -> None:
    """A word that only one of the results has makes the second an entry of its own."""
    one = Course("Ask.", (ASK, told("It is 7.")), ("7 in Rome",))
    other = Course("Ask.", (ASK, told("It is 9.")), ("9 in Oslo",))
    first, second = script_of([one, other, other]).entries
    assert (first.beside, second.beside) == (None, "Oslo")
    assert list(second.reply.chain()) == [ASK, told("It is 9.")]


def test_courses_that_part_at_once_are_an_error() -> None:
    """Nothing tells a model which of two replies to give to one prompt."""
    one, other = Course("Ask.", (told("Yes."),), where="a.one"), Course("Ask.", (told("No."),))
    with pytest.raises(ToolwireError, match=r"answered in another way in a\.one \(word one of"):
        script_of([one, other])


def test_a_script_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    """Every member of an entry, in a file that people can read and change."""
    script = script_of(
        [
            Course('Say "ü"\n: {now}', (Said("Hm.", "So:", ASK.calls, "Done."), ASK), ("1",)),
            Course("Ask.", (ASK, told("It is 7.")), ("7",), beside="In French"),
            Course("Hi.", (Said("Hm.", "Hello.", forced=ASK.calls[0]),)),
        ]
    )
    path = tmp_path / "replies.yaml"
    path.write_text(script_text(script), encoding="utf-8")
    read = load_script(path)
    assert read.otherwise == script.otherwise
    assert [(e.when, e.beside, e.reply.said) for e in read.entries] == [
        (e.when, e.beside, e.reply.said) for e in script.entries
    ]
    # Calls at the end of a chain get the reply of `load_script` behind them.
    (_, last, end) = read.entries[0].reply.chain()
    assert (last, end) == (ASK, told("The tools have answered."))
