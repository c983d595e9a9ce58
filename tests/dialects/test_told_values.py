"""What a prompt leaves to a tool's definition, and what this tells."""

from __future__ import annotations

from toolwire.dialects.told_values import ToldBy, ToldValue, told_values
from toolwire.model.conversation import JsonObject, Tool

PROMPT = (
    "Call open_gate({}) and fill in the only code that its schema allows, the badge that its own description names, "
    "the lane that the tool's description names, the seal with the only marks that their schema allows and the only glaze besides null that its schema allows, "
    "and the only wing that its definition allows, and the only dial that its constant allows, and the only turns that its bounds allow."
)


def tool(words: str | None = 'Its lane is "left".', **properties: object) -> Tool:
    """Return a tool with a description and properties."""
    return Tool("open_gate", words, {"type": "object", "properties": properties})  # type: ignore[dict-item]


def seal(*marks: str) -> dict[str, object]:
    """Return a parameter that is an object, with what its marks may be."""
    listed = {"type": "array", "items": {"enum": [*marks]}}
    return {"type": "object", "properties": {"marks": listed}}


def test_each_is_found_where_it_stands() -> None:
    """In the schema, in a parameter's description, in the tool's own, in what an object lists and in an alternative."""
    badge, glaze = (
        {"description": 'Always "otter".'},
        {"anyOf": [{"enum": ["ash"]}, {"type": "null"}]},
    )
    told = told_values(
        PROMPT,
        tool(
            code={"enum": ["heron"]},
            badge=badge,
            seal=seal("wax"),
            glaze=glaze,
            wing={"enum": ["south"]},
            dial={"const": "left"},
            turns={"minimum": 83, "maximum": 83},
        ),
    )
    assert list(told) == [
        ToldValue(ToldBy.SCHEMA, "code", "heron"),
        ToldValue(ToldBy.DESCRIPTION, "badge", "otter"),
        ToldValue(ToldBy.TOOL, "lane", "left"),
        ToldValue(ToldBy.WITHIN, "seal", "wax", "marks"),
        ToldValue(ToldBy.EITHER, "glaze", "ash"),
        ToldValue(ToldBy.DEFINED, "wing", "south"),
        ToldValue(ToldBy.CONSTANT, "dial", "left"),
        ToldValue(ToldBy.BOUND, "turns", "83"),
    ]


def test_none_is_known_where_it_is_lost_or_one_of_several() -> None:
    """Which one is meant nobody knows."""
    lost = tool(None, code={"enum": ["heron", "gull"]}, badge={"description": 7}, seal={})
    told = told_values(PROMPT, lost)
    assert [(one.by, one.value) for one in told] == [(by, None) for by in ToldBy]


def test_a_definition_is_found_by_its_reference() -> None:
    """Or where a server has written it out; one that is not there tells nothing."""
    only = {"enum": ["south"]}
    schema = {"properties": {"wing": {"$ref": "#/$defs/wing"}}, "$defs": {"wing": only}}
    prompt = "the only wing that its definition allows"
    for parameters, value in (
        (schema, "south"),
        ({"properties": {"wing": only}}, "south"),
        ({**schema, "$defs": {}}, None),
        ({**schema, "$defs": {"wing": {"$ref": "#/$defs/wing"}}}, None),
    ):
        asked = Tool("open_vault", None, parameters)  # type: ignore[arg-type]
        assert list(told_values(prompt, asked)) == [ToldValue(ToldBy.DEFINED, "wing", value)]


def test_a_constant_may_be_written_as_an_enum() -> None:
    """A server that knows the one word alone has lost nothing."""
    prompt = "the only dial that its constant allows"
    for known, value in (({"const": "left"}, "left"), ({"enum": ["left"]}, "left"), ({}, None)):
        (told,) = told_values(prompt, tool(dial=known))
        assert told.value == value


def test_bounds_tell_a_number_where_they_leave_one() -> None:
    """Which a server may write as an enum; it is given as a number, and made up where none is told."""
    prompt = "the only turns that its bounds allow"
    for known, value, given in (
        ({"minimum": 83, "maximum": 83}, "83", 83),
        ({"enum": [83]}, "83", 83),
        ({"minimum": 83}, None, 1),
        ({"minimum": 83, "maximum": 84}, None, 1),
        ({}, None, 1),
    ):
        (told,) = told_values(prompt, tool(turns=known))
        assert (told.value, told.given) == (value, given)


def test_what_stands_at_an_object_lists_the_text() -> None:
    """A member that nothing tells is made up, as a model does that has to fill it in."""
    assert ToldValue(ToldBy.WITHIN, "seal", "wax", "marks").given == {"marks": ["wax"]}
    assert ToldValue(ToldBy.WITHIN, "seal", None, "marks").given == {"marks": ["example"]}
    assert ToldValue(ToldBy.EITHER, "glaze", None).given == "example"
    assert ToldValue(ToldBy.SCHEMA, "code", "heron").given == "heron"


def test_a_prompt_that_leaves_nothing_has_none() -> None:
    """Words of other prompts are not taken for one."""
    assert list(told_values("Call open_gate({}) and nothing else.", tool())) == []


def test_a_member_of_listed_objects_and_of_a_definition_is_found() -> None:
    """Also where the list has lost what it is made of: then nothing is known of it, and a list comes all the same."""
    prompt = "the straps with the only buckle that their schema allows"
    iron: JsonObject = {"type": "object", "properties": {"buckle": {"enum": ["iron"]}}}
    for known, value in (
        ({"type": "array", "items": iron}, "iron"),
        ({"items": {}}, None),
        ({"type": "ARRAY"}, None),
    ):
        (told,) = told_values(prompt, tool(straps=known))
        assert told == ToldValue(ToldBy.WITHIN, "straps", value, "buckle", listed=True)
        assert told.given == [{"buckle": value or "example"}]
    schema: JsonObject = {"properties": {"guard": {"$ref": "#/$defs/guard"}}}
    prompt = "the guard with the only buckle that their definition allows"
    for defined, value in (({"guard": iron}, "iron"), ({"guard": {"type": "object"}}, None)):
        (told,) = told_values(prompt, Tool("open_vault", None, {**schema, "$defs": defined}))
        assert told == ToldValue(ToldBy.DEFINED, "guard", value, "buckle")
        assert told.given == {"buckle": value or "example"}


def test_several_of_one_sort_are_found_in_their_order() -> None:
    """Two alternatives, of which the second is the first of its own."""
    prompt = "the only glaze besides null that its schema allows and the only slip besides null that its schema allows"
    either: JsonObject = {"anyOf": [{"type": "null"}, {"enum": ["clay"]}]}
    told = told_values(prompt, tool(glaze={"anyOf": [{"enum": ["ash"]}]}, slip=either))
    assert [(one.parameter, one.value) for one in told] == [("glaze", "ash"), ("slip", "clay")]
