"""Asking for calls with all that their tools require, at each level, and no more."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.needed import needed_calls
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.audit.beside.needed_members import NEEDED_MEMBERS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange
from toolwire.model.reply import Reading
from toolwire.rules import RULES, judge
from toolwire.rules.groups import EVERYWHERE
from toolwire.suites import load_suites

VARIANCE = RULES["TC399"].variance
assert VARIANCE is not None
assert VARIANCE.shown is not None
COULD, SHOWN = VARIANCE.could, VARIANCE.shown
ALONE = RULES["TC398"].variance
assert ALONE is not None
assert ALONE.shown is not None
ALONE_SHOWN = ALONE.shown
#: What the first tool requires.
RIGHT: JsonObject = {
    "trays": [{"knob": "horn-8", "edge": "lace-51"}],
    "lid": {"rim": "bone-12", "lock": "flax-9"},
}
TRAY: JsonObject = {"cloth": "felt-27", "knob": "horn-8", "edge": "lace-51"}
LID: JsonObject = {"hinge": "tin-64", "lock": "flax-9", "rim": "bone-12"}


def items(name: str) -> list[Item]:
    """Return all that asks a dialect."""
    return list(NEEDED_MEMBERS.items([target(name)], load_suites()))


def read(item: Item, arguments: JsonObject | None) -> Reading:
    """Return a reply with a call of the tool, or without any."""
    dialect = load_dialect(item.target.provider.dialect)
    (step,), (tool,) = item.case.steps, item.case.tools
    request = request_of(item, step, (UserTurn(step.user or ""),))
    calls = () if arguments is None else (PlannedCall(tool.name, arguments),)
    response = dialect.respond(request, Answer(calls=calls, text=None if calls else "No."))
    return dialect.decode(Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test")))


def found(one: Reading) -> list[str]:
    """Return the ids of the rules that a reply breaks."""
    return [each.rule for each in judge(one)]


@pytest.mark.parametrize("name", RULES["TC399"].severity)
def test_the_reference_has_what_is_required_at_each_level(name: str) -> None:
    """In both modes; of the named members it makes the same, whatever the schema requires."""
    asked = items(name)
    assert len(asked) == 8
    for item in asked:
        (step,), (tool,) = item.case.steps, item.case.tools
        (call,) = needed_calls(step.user or "", (tool,))
        one = read(item, object_of(call.arguments))
        assert found(one) == []
        assert SHOWN(one) == COULD(one)


def test_what_is_required_first_is_not_the_first_property() -> None:
    """So who fills in the first of what there is has not the first of what is required."""
    for item in items("openai-chat"):
        left = [object_of(item.case.tools[0].parameters)]
        while left:
            known = object_of(left[0].get("items")) or left[0]
            left = [*left[1:], *map(object_of, object_of(known.get("properties")).values())]
            if "required" in known:
                assert items_of(known["required"])[0] != next(iter(object_of(known["properties"])))
    words = {item.case.steps[0].user for item in items("openai-chat")}
    assert len(words) == 4


@pytest.mark.parametrize("name", RULES["TC399"].severity)
@pytest.mark.parametrize(
    "lost",
    [
        {"trays": RIGHT["trays"]},
        {**RIGHT, "lid": {}},
        {**RIGHT, "lid": {"rim": "bone-12"}},
        {**RIGHT, "trays": [{}]},
        {**RIGHT, "trays": [{"knob": "horn-8"}]},
    ],
)
def test_a_part_of_what_is_required_is_told(name: str, lost: JsonObject) -> None:
    """The second entry of a list, or what an object requires; of TC309 and TC398 it is not told as well."""
    one = read(items(name)[0], lost)
    assert found(one) == ["TC399"]
    assert COULD(one)
    assert not SHOWN(one)


@pytest.mark.parametrize(
    "arguments",
    [
        {"tag": "pine-3", "trays": [TRAY], "lid": LID},
        {},
        {**RIGHT, "trays": []},
        {**RIGHT, "lid": "bone-12"},
        {"trays": [{"knob": "mine"}], "lid": {}},
    ],
)
def test_all_there_is_or_nothing_or_made_up_is_not_counted(arguments: JsonObject) -> None:
    """A model fills in whatever there is; that nothing is required is another rule's."""
    one = read(items("openai-chat")[0], arguments)
    assert "TC399" not in found(one)
    assert not COULD(one)
    assert not SHOWN(one)
    assert not COULD(read(items("openai-chat")[0], None))


@pytest.mark.parametrize(
    "arguments",
    [
        {"tag": "pine-3"},
        {"lid": RIGHT["lid"]},
        {**RIGHT, "lid": {"hinge": "tin-64"}},
        {**RIGHT, "trays": [{"cloth": "felt-27"}]},
    ],
)
def test_a_model_that_picks_what_it_likes_clears_the_server(arguments: JsonObject) -> None:
    """It has something, and not what stands first among what is required."""
    one = read(items("openai-chat")[0], arguments)
    assert "TC399" not in found(one)
    assert SHOWN(one)


def test_a_model_that_has_not_the_members_which_words_name_clears_the_server() -> None:
    """And for what is required at the first level such a call says nothing either way."""
    item = items("openai-chat")[-1]
    frame: JsonObject = {"sheet": "paper-15", "joint": "wax-63"}
    assert not SHOWN(read(item, {"frame": frame}))
    for arguments in (None, {}, {"frame": {}}, {"frame": {**frame, "spar": "reed-8"}}):
        one = read(item, arguments)
        assert SHOWN(one)
        assert not ALONE_SHOWN(one)
    assert not COULD(read(item, {"frame": frame}))


def test_it_is_asked_where_schemas_require_members() -> None:
    """Ollama's type of a property had no such word, and Cohere's v1 says it of each parameter."""
    asked = {name for name in EVERYWHERE if items(name)}
    assert asked == {*EVERYWHERE} - {"cohere-v1", "ollama-chat"}
    assert not items("chatml")
