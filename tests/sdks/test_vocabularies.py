"""Every closed set of words has all that the vendors' SDKs say, and none that nobody says.

Run by `nox -s vocabularies`, which installs the SDKs at the versions of `locks/sdks.txt` and lets
none be missing. Elsewhere what cannot be compared is left out aloud.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from tests.sdks.own_words import closed_places, words_at
from tests.sdks.sdk_words import NoSourceError, words_of
from tests.sdks.vocabularies.table import UNTOLD, VOCABULARIES
from tests.sdks.vocabulary import Vocabulary
from toolwire.dialects import DIALECTS

# Whatever the SDKs deprecate in each other is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")

#: Set where all SDKs have to be there.
REQUIRED = "TOOLWIRE_SDKS_REQUIRED"
EVERY = pytest.mark.parametrize(
    "vocabulary", [pytest.param(v, id=f"{v.dialect}: {v.name}") for v in VOCABULARIES]
)


def told(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words of the SDKs; skip where one is not installed and need not be."""
    try:
        return frozenset().union(*map(words_of, vocabulary.theirs))
    except ModuleNotFoundError as error:
        if os.environ.get(REQUIRED):
            raise
        pytest.skip(f"LEFT OUT: no {error.name} here; `nox -s vocabularies` installs it")


def differences(vocabulary: Vocabulary, theirs: frozenset[str]) -> list[str]:
    """Return a line for every word that only one side has, and for every reason without one."""
    found: list[str] = []
    for place in vocabulary.ours:
        ours = words_at(vocabulary.dialect, place)
        sides = (
            (theirs - ours, vocabulary.unread, "the SDKs have and we lack"),
            (ours - theirs, vocabulary.older, "we have and no SDK has"),
        )
        for only, excused, said in sides:
            found += [f"{place}: {said} {word!r}" for word in sorted(only - excused.keys())]
            gone = sorted(excused.keys() - only)
            found += [f"{place}: {word!r} is excused and need not be" for word in gone]
    return found


@EVERY
def test_our_words_are_those_of_the_sdks(vocabulary: Vocabulary) -> None:
    """A word that is missing, or that nobody says, fails by its name."""
    assert differences(vocabulary, told(vocabulary)) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_closed_set_is_compared(dialect: str) -> None:
    """A new `enum` of a schema, or set of a wire, needs a line in the table of vocabularies."""
    mine = [one for one in VOCABULARIES if one.dialect == dialect]
    compared = {part for one in mine for place in one.ours for part in place.split(" + ")}
    untold = UNTOLD.get(dialect, {}).keys()
    assert closed_places(dialect) - compared == untold


def test_no_vocabulary_is_named_twice() -> None:
    """Dialect and name tell which set differs."""
    assert max(Counter((one.dialect, one.name) for one in VOCABULARIES).values()) == 1


STOPS = Vocabulary("ollama-chat", "stops", ("wire:stop_words.words",), ())


def test_a_word_that_we_lack_is_named() -> None:
    """The check can fail: a word more on their side is a line."""
    theirs = frozenset({"stop", "length", "load", "unload", "paused"})
    assert differences(STOPS, theirs) == [
        "wire:stop_words.words: the SDKs have and we lack 'paused'"
    ]


def test_a_word_that_nobody_says_is_named() -> None:
    """A word more on our side is a line, unless somebody is named who says it."""
    theirs = frozenset({"stop", "length", "load"})
    assert differences(STOPS, theirs) == ["wire:stop_words.words: we have and no SDK has 'unload'"]
    excused = Vocabulary(STOPS.dialect, "", STOPS.ours, (), older={"unload": "docs"})
    assert differences(excused, theirs) == []


def test_an_excuse_that_is_not_needed_is_named() -> None:
    """What is excused and equal is told, so that the table does not grow stale."""
    excused = Vocabulary(STOPS.dialect, "", STOPS.ours, (), unread={"stop": "once"})
    theirs = frozenset({"stop", "length", "load", "unload"})
    assert differences(excused, theirs) == [
        "wire:stop_words.words: 'stop' is excused and need not be"
    ]


THIS = "tests.sdks.example_types"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("Stop", {"end", "cut"}),
        ("Event#type", {"begin", "more", "over"}),
        ("Begin.role", {"user", "model"}),
        ("Holder.blocks#type", {"begin", "more"}),
        ("Begin{}", {"type", "role"}),
        ("Colour", {"RED", "BLUE"}),
    ],
)
def test_words_are_read_out_of_types(source: str, words: set[str]) -> None:
    """Literals, enumerations, members and the alternatives of a union, through every wrapper."""
    assert words_of(f"{THIS}:{source}") == words


@pytest.mark.parametrize("source", ["no source", "Nowhere", "Begin.text", "Holder#type"])
def test_a_source_without_words_is_an_error(source: str) -> None:
    """What an SDK renames is told, and not taken for a set without words."""
    with pytest.raises(NoSourceError):
        words_of(f"{THIS}:{source}")


def test_words_are_read_out_of_a_botocore_model() -> None:
    """Enumerations, members of a shape, and the shape of a member."""
    model = "botocore.bedrock-runtime"
    assert words_of(f"{model}:ToolResultStatus") == {"error", "success"}
    assert words_of(f"{model}:ToolResultBlock.status") == {"error", "success"}
    assert {"any", "auto", "tool"} <= words_of(f"{model}:ToolChoice{{}}")
    for wrong in ("Nowhere", "ToolResultBlock.colour", "ToolResultBlock"):
        with pytest.raises(NoSourceError):
            words_of(f"{model}:{wrong}")
