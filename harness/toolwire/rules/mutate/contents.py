"""Calls and results that hold what servers change: letters, blanks, marks, numbers, what is empty.

What `verify` asks beside the suites, and what the proof of the rules about it is made with.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from toolwire.dialects import PlannedCall
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject, Tool

_TEXT: Final[JsonObject] = {"type": "string", "description": "A text, unchanged"}
_NUMBER: Final[JsonObject] = {"type": "number", "description": "A number, unchanged"}
_INTEGER: Final[JsonObject] = {"type": "integer", "description": "An integer, unchanged"}
_BOOLEAN: Final[JsonObject] = {"type": "boolean"}
_TEXTS: Final[JsonObject] = {"type": "array", "items": {"type": "string"}}
_INTEGERS: Final[JsonObject] = {"type": "array", "items": {"type": "integer"}}
_OBJECT: Final[JsonObject] = {"type": "object", "description": "An object, unchanged"}

#: In no order of letters, so that sorted names show.
_PROPERTIES: Final[JsonObject] = {
    "note": _TEXT,
    "summary": _TEXT,
    "long_text": _TEXT,
    "savedBy": _TEXT,
    "a_text_whose_name_is_longer_than_most": _TEXT,
    "nothing": {"type": ["string", "null"], "description": "A text, or null for none"},
    "blank": _TEXT,
    "id": _INTEGER,
    "ratio": _NUMBER,
    "count": _INTEGER,
    "below": _INTEGER,
    "sure": _BOOLEAN,
    "done": _BOOLEAN,
    "tags": _TEXTS,
    "steps": _TEXTS,
    "numbers": _INTEGERS,
    "none": _TEXTS,
    "tree": _OBJECT,
    "bare": _OBJECT,
}
#: What its schema does not require, though each prompt writes it out: gateways lose it. None is empty anywhere.
_OPTIONAL: Final = frozenset({"summary", "done", "steps", "numbers"})
TOOL: Final = Tool(
    "keep_everything_exactly_as_it_is_given",
    "Keep everything exactly as given, character by character and digit by digit.",
    {
        "type": "object",
        "properties": _PROPERTIES,
        "required": [name for name in _PROPERTIES if name not in _OPTIONAL],
    },
)


class Contents(NamedTuple):
    """A call that is written out, and what its tool returns."""

    call: PlannedCall
    result: str

    @property
    def prompt(self) -> str:
        """Return the words that ask for both."""
        written = f"{self.call.name}({dump(self.call.arguments).decode()})"
        return (
            f"Call {written} with exactly these arguments, then tell me what it returned, "
            "word for word."
        )


def _call(note: str, short: str, long: str, figures: JsonObject, **others: Json) -> PlannedCall:
    values: JsonObject = {
        "note": note,
        "summary": short,
        "long_text": long,
        "nothing": None,
        "blank": "",
        "count": 0,
        "sure": False,
        "done": True,
        "none": [],
        "bare": {},
        **figures,
        **others,
    }
    return PlannedCall(TOOL.name, {name: values[name] for name in _PROPERTIES})


#: What programs hide on the way to a model, as they do with the telephone numbers beside.
ADDRESS: Final = "ana@example.org"
_FIRST_NOTE: Final = (
    '  Café Émile, 東京 \U0001f680 "Don\'t stop"\n\n# Plan\n- **first** step,  then\t*rest*\n'
    "Ça va ? Oui ! Run git add . and cp ../a ./b\n"
    '```py\n  price_of = {"a": [1]}\n```\nC:\\new\\temp <b>5 &lt; 6</b> & {{name}} '
    f"costs $7 -- 50%20off... see https://example.org/a+b today, write to {ADDRESS} or call "
    "+1 202-555-0134\n"
)
_SECOND_NOTE: Final = (
    '  Zoë\'s garden \U0001f33b "Été" in 大阪\n\n# To do\n1. **dig**,  then\t*water* it\n'
    "Quoi ? Non ! Run git mv ../c . and ls ./d\n"
    "```py\n  left_over = {'b': [2, 3]}\n```\nD:\\rain\\net <b>2 &lt; 3</b> & {{place}} "
    "for $12 -- 10%20more... at https://example.com/x+y soon, ask ben@example.com or ring "
    "+1 202-555-0157\n"
)
_FIRST_SHORT: Final = (
    "The ferry leaves the old harbour at seven and calls at three small islands before noon, "
    "where the post is handed over, bread and lamp oil are taken ashore, and whoever waits on the "
    "pier may come aboard for a coin, so long as the wind stays south and the tide is high enough "
    "to pass"
)
_SECOND_SHORT: Final = (
    "Behind the mill the path divides: one branch follows the brook to a stone bridge, the other "
    "climbs through beeches to a clearing from which both valleys can be seen, and either of them "
    "brings a patient walker to the inn by evening if no snow has fallen since the gate was last "
    "opened"
)
_FIRST_LONG: Final = (
    "Every morning the keeper climbs the stairs of the lighthouse and writes down what he sees. "
    "Today the water is grey, with a thin line of silver where the clouds end. Two fishing boats "
    "went out before dawn and have not turned yet; their lamps were visible for most of an hour. "
    "A flock of terns passed from north to south, lower than usual, which often means rain before "
    "evening. The barometer fell a little during the night and has been steady since six. Of the "
    "four panes that the storm cracked last month, three have been replaced and the fourth is due "
    "on Thursday. The supply boat brought flour, paraffin, a bundle of newspapers and a letter for "
    "the assistant, who read it twice and then went to mend the rail of the gallery. Nothing was "
    "broken, nobody was late, and the log of the previous week has been copied in full. At noon "
    "the mirror will be cleaned and the clockwork wound; at four the fog bell will be tried. If "
    "the weather allows it, the boat will be painted tomorrow, and then the winter stores can be "
    "counted and entered in the book that lies open beside the window of the watch room"
)
_SECOND_LONG: Final = (
    "The library opens at nine, but the reading room is warm from eight, because the caretaker "
    "lights the stove on his way to the bakery. Most visitors come for the newspapers and stay for "
    "the chairs. On the upper floor there are maps of the county, some of them drawn by hand, with "
    "hills in brown ink and rivers in blue; one shows a road that was never built. Children are "
    "given cards of their own when they can write their names, and the cards are kept in a drawer "
    "with brass corners. Last winter the roof leaked above the travel books, so these were moved "
    "to the cellar and dried one after the other on a line of string. Nine were lost. The others "
    "smell of smoke now, and are borrowed more often than before. In spring a new catalogue will "
    "be begun, with a separate page for each author and a number for each shelf, so that whoever "
    "looks for a book can find it without asking. Until then the librarian knows where everything "
    "stands, and answers every question with a pencil behind one ear and a finger on the spine of "
    "whatever volume happened to be the last that somebody had brought back to the front desk"
)


def _beginning(text: str) -> str:
    """Return half of a long text, to the end of a sentence."""
    return text[: text.index(". ", len(text) // 2)]


_FIRST_RESULT: Final = (
    "Kept by Zoé at the 東京 desk \U0001f680 under \"shelf_7\" & 'box 4'.\n"
    "Weights: 3.14159265 kg and 0.123456789 kg, number 9007199254740993, path C:\\new\\temp, "
    "mark <b>*new*</b>, price $19.50, {slot: [2]}, 100%20 pieces,\tsee https://example.org/kept/a "
    "or write to desk@example.org, telephone +1 202-555-0168. "
    f"Then the page says: {_SECOND_SHORT}. It goes on: {_beginning(_FIRST_LONG)} and ends with code qx7f3a"
)
_SECOND_RESULT: Final = (
    "Stored at Noël's place in 大阪 \U0001f33b with \"label_9\" & 'tin 2'.\n"
    "Sizes: 2.71828183 m and 0.987654321 m, number 81234567890123457, path D:\\rain\\net, "
    "sign <i>*old*</i>, cost $7.25, {row: [5]}, 30%20 sheets,\tsee https://example.com/stored/b "
    "or write to hall@example.com, telephone +1 202-555-0179. "
    f"The note reads: {_FIRST_SHORT}. After that: {_beginning(_SECOND_LONG)} and closes with code wk91bc"
)
#: What is asked: each holds everything, so that two of them tell a server from a model.
CONTENTS: Final = (
    Contents(
        _call(
            _FIRST_NOTE,
            _FIRST_SHORT,
            _FIRST_LONG,
            {"id": 9007199254740993, "ratio": 0.123456789, "below": -3},
            savedBy="42",
            a_text_whose_name_is_longer_than_most="Rack 5",
            tags=["only"],
            steps=["wash", "cut", "", "boil", "cut"],
            numbers=[12, 5, 7, 1, 9, 3, 8, 2, 11, 4, 10, 6],
            tree={
                "leaf": {"colour": "red", "sizes": [4, None, 2]},
                "off": False,
                "zero": 0,
                "gone": None,
                "void": "",
                "rest": [],
                "bin": {},
            },
        ),
        _FIRST_RESULT,
    ),
    Contents(
        _call(
            _SECOND_NOTE,
            _SECOND_SHORT,
            _SECOND_LONG,
            {"id": 81234567890123457, "ratio": 2.718281828459, "below": -17},
            savedBy="true",
            a_text_whose_name_is_longer_than_most="Row 8",
            tags=["single"],
            steps=["sow", "hoe", "reap", "", "hoe"],
            numbers=[31, 14, 27, 9, 40, 2, 18, 6, 33, 21, 5, 12],
            tree={
                "branch": {"shape": "oval", "rings": [7, None, 3]},
                "open": False,
                "depth": 0,
                "moss": None,
                "name": "",
                "nests": [],
                "hole": {},
            },
        ),
        _SECOND_RESULT,
    ),
)
#: The same in few words, which is what a proof needs: no long texts.
SHORT: Final = Contents(
    PlannedCall(
        TOOL.name,
        {**CONTENTS[0].call.arguments, "summary": "Seven islands.", "long_text": "Two boats went."},
    ),
    f"{_FIRST_RESULT.partition('. Then the page')[0]} by noon, and ends with code qx7f3a",
)
