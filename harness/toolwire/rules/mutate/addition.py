"""What a right request may have besides the plainest: members that change nothing, and forms of its tools and words.

A form knows nothing of a dialect. Which members change nothing each dialect tells in its `wire`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from toolwire.dialects import Dialect
from toolwire.dialects.neutral import NeutralMember
from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request
from toolwire.rules.mutate.history import with_history

_Change: TypeAlias = "Callable[[Conversation], Conversation]"
_NOWHERE: Final = Endpoint("https://api.example.invalid", "reference-model")
#: Fit the strictest vendor (Mistral: nine letters and digits): the id is never what is refused.
#: Beside the id of the first call.
_OTHER_ID: Final = "required2"
_BARE_ID: Final = "required3"
_FAILED_ID: Final = "required4"
#: What a coding assistant's tool returns for a file of some four hundred lines.
_LONG: Final = 16_384
_MANY: Final = 16
#: What every format takes of those that name a limit.
_LONGEST_NAME: Final = 64
_LONG_NAME: Final = "_of_the_named_city_now_and_for_each_of_the_next_seven_days"
_LINE: Final = "12:00 18 C, sunny, wind from the west. "
#: Some 1,500 words: more than the tokens that a template writes around a plain request.
LONG_TEXT: Final = " ".join(
    f"Day {day}: fog over the harbour until ten, then sun and a light wind from the west."
    for day in range(1, 101)
)


@dataclass(frozen=True, slots=True)
class Addition:
    """A form of a conversation's tools, words or results.

    Attributes:
        said: how a message tells of it.
        apply: puts it into a conversation with a tool, and leaves what it has.
    """

    said: str
    apply: _Change


def _tool(change: Callable[[Tool], Tool]) -> _Change:
    """Make a change of the first tool."""
    return lambda asked: replace_tools(asked, (change(asked.tools[0]), *asked.tools[1:]))


def replace_tools(asked: Conversation, tools: tuple[Tool, ...]) -> Conversation:
    """Return a conversation with other tools."""
    return replace(asked, tools=tools)


def _schema(change: Callable[[JsonObject], JsonObject]) -> _Change:
    """Make a change of the first tool's schema."""
    return _tool(lambda tool: replace(tool, parameters=change(tool.parameters or {})))


def _parameter(name: str, schema: JsonObject, beside: JsonObject | None = None) -> _Change:
    """Make a change that gives the first tool another parameter, which need not be sent."""

    def change(parameters: JsonObject) -> JsonObject:
        properties = {**object_of(parameters.get("properties")), name: schema}
        return {**parameters, "properties": properties, **(beside or {})}

    return _schema(change)


def _another(tool: Tool) -> _Change:
    return lambda asked: replace_tools(asked, (*asked.tools, tool))


def _many(asked: Conversation) -> Conversation:
    first = asked.tools[0]
    more = (
        replace(first, name=f"{first.name}_{number}")
        for number in range(len(asked.tools) + 1, _MANY + 1)
    )
    return replace_tools(asked, (*asked.tools, *more))


def _named(rename: Callable[[str], str]) -> _Change:
    """Make a change of the first tool's name, wherever it is told."""

    def change(asked: Conversation) -> Conversation:
        old = asked.tools[0].name
        new, choice = rename(old), asked.choice
        turns = tuple(
            replace(turn, text=turn.text.replace(old, new)) if isinstance(turn, UserTurn) else turn
            for turn in asked.turns
        )
        if choice is not None and choice.name == old:
            choice = replace(choice, name=new)
        tools = (replace(asked.tools[0], name=new), *asked.tools[1:])
        return replace(asked, turns=turns, tools=tools, choice=choice)

    return change


def _worded(asked: Conversation) -> Conversation:
    turns = list(asked.turns)
    for place, turn in enumerate(turns):
        if isinstance(turn, UserTurn):
            turns[place] = replace(turn, text=f"Hello \N{WAVING HAND SIGN}\n\n{turn.text}")
    return replace(asked, turns=tuple(turns))


def _twice(asked: Conversation) -> Conversation:
    *before, calls, results = with_history(asked).turns
    assert isinstance(calls, AssistantTurn)
    assert isinstance(results, ResultsTurn)
    call, result = calls.calls[0], results.results[0]
    calls = replace(calls, calls=(call, replace(call, id=_OTHER_ID)))
    results = ResultsTurn((result, replace(result, call_id=_OTHER_ID)))
    return replace(asked, turns=(*before, calls, results))


def _and(call: ToolCall, result: ToolResult) -> _Change:
    """Make a change that has one more call made and answered, beside what was called."""

    def change(asked: Conversation) -> Conversation:
        *before, calls, results = with_history(asked).turns
        assert isinstance(calls, AssistantTurn)
        assert isinstance(results, ResultsTurn)
        calls = replace(calls, calls=(*calls.calls, call))
        return replace(asked, turns=(*before, calls, ResultsTurn((*results.results, result))))

    return change


def _bare(asked: Conversation) -> Conversation:
    """Have a tool called that takes nothing."""
    call = ToolCall(_CLOCK.name, _BARE_ID, {})
    result = ToolResult(_BARE_ID, _CLOCK.name, '{"time": "12:00"}')
    return _and(call, result)(_another(_CLOCK)(asked))


def _failed(asked: Conversation) -> Conversation:
    tool = asked.tools[0]
    call = ToolCall(tool.name, _FAILED_ID, sample_arguments(tool))
    result = ToolResult(_FAILED_ID, tool.name, "The service did not answer.", error=True)
    return _and(call, result)(asked)


def _returned(content: JsonObject) -> _Change:
    """Make a change of what the first result says."""

    def change(asked: Conversation) -> Conversation:
        *before, results = with_history(asked).turns
        assert isinstance(results, ResultsTurn)
        first, *others = results.results
        told = object_of(parse(first.content.encode()))
        first = replace(first, content=dump({**told, **content}).decode())
        return replace(asked, turns=(*before, ResultsTurn((first, *others))))

    return change


def _told_before(asked: Conversation) -> Conversation:
    """Have the user tell something long, and the model take note, before anything else."""
    told = (UserTurn(f"Keep this log in mind.\n{LONG_TEXT}"), AssistantTurn("I will."))
    return replace(asked, turns=(*told, *asked.turns))


def _told_behind(asked: Conversation) -> Conversation:
    """Have the user tell something long directly behind the result of a call."""
    asked = with_history(asked)
    return replace(asked, turns=(*asked.turns, UserTurn(f"Keep this log in mind.\n{LONG_TEXT}")))


def _sent_before(asked: Conversation) -> Conversation:
    """Have a call of the history send something long."""
    *before, calls, results = with_history(asked).turns
    assert isinstance(calls, AssistantTurn)
    first, *others = calls.calls
    first = replace(first, arguments={**object_of(first.arguments), "location": LONG_TEXT})
    return replace(asked, turns=(*before, replace(calls, calls=(first, *others)), results))


_TEXT: Final[JsonObject] = {"type": "string"}
_MAYBE: Final[JsonObject] = {"type": ["string", "null"]}
_DAYS: Final[JsonObject] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"date": _TEXT, "hours": {"type": "array", "items": {"type": "integer"}}},
        "required": ["date"],
    },
}
_PLACE: Final[JsonObject] = {"type": "object", "properties": {"name": _TEXT}}
_CLOCK: Final = Tool("get_time", "Time in a zone.", {"type": "object", "properties": {}})
_OPEN: Final = Tool(
    "get_zone",
    "Time zone of a city.",
    {"type": "object", "properties": {"city": _TEXT}, "required": []},
)
_SUNNY: Final = "Weather of a city \N{BLACK SUN WITH RAYS}\N{SPARKLES}.\n\n- one line for each day"

#: Where a name stands that the format's document may not allow; a key of `ADDITIONS`.
NAMES: Final = ("dashed_name", "upper_name", "underscored_name", "digit_name", "longest_name")
TOOLS: Final = (
    *("type_list", "enum_with_null", "nested", "definitions", "closed", "empty_required"),
    *("no_parameters", "untold_parameters", "many_tools", "tool_words", "user_words"),
)
RESULTS: Final = (
    *("result", "result_words", "long_result", "two_results", "bare_call", "failed_result"),
)
#: Asked only where the format's document allows it: many a template of an open model raises over it.
TURNS: Final = ("turns_in_a_row",)
#: A long text in one place, a request each: what does not reach the model is not counted (TC146).
LONG: Final = ("long_system", "long_before", "long_arguments", "long_behind")

#: Key -> form, all that is of one request; names are added to (`longest_name`) where they are asked.
ADDITIONS: Final[Mapping[str, Addition]] = MappingProxyType(
    {
        "dashed_name": Addition(
            "a tool's name with a dash", _named(lambda name: name.replace("_", "-"))
        ),
        "upper_name": Addition("a tool's name in capitals", _named(str.upper)),
        "underscored_name": Addition(
            "a tool's name that begins with an underscore", _named(lambda name: f"_{name}")
        ),
        "digit_name": Addition(
            "a tool's name that begins with a digit", _named(lambda name: f"2_{name}")
        ),
        "longest_name": Addition(
            f"a tool's name of {_LONGEST_NAME} characters",
            _named(lambda name: f"{name}{_LONG_NAME}"[:_LONGEST_NAME]),
        ),
        "type_list": Addition(
            "a parameter whose type is a list of two types", _parameter("note", _MAYBE)
        ),
        "enum_with_null": Addition(
            "an enum with null", _parameter("unit", {**_MAYBE, "enum": ["C", "F", None]})
        ),
        "nested": Addition("a parameter that is a list of objects", _parameter("days", _DAYS)),
        "definitions": Addition(
            "$defs and a $ref to one",
            _parameter("near", {"$ref": "#/$defs/place"}, {"$defs": {"place": _PLACE}}),
        ),
        "closed": Addition(
            "additionalProperties: false",
            _schema(lambda parameters: {**parameters, "additionalProperties": False}),
        ),
        "empty_required": Addition("a tool whose `required` is empty", _another(_OPEN)),
        "no_parameters": Addition("a tool without parameters", _another(_CLOCK)),
        "untold_parameters": Addition(
            "a tool whose parameters are left out",
            _another(replace(_CLOCK, name="get_day", parameters=None)),
        ),
        "many_tools": Addition(f"{_MANY} tools", _many),
        "tool_words": Addition(
            "an emoji and line breaks in a tool's description",
            _tool(lambda tool: replace(tool, description=_SUNNY)),
        ),
        "user_words": Addition("an emoji and line breaks in the user's words", _worded),
        "result": Addition("a call and its result", with_history),
        "result_words": Addition(
            "an emoji and line breaks in a result",
            _returned({"note": "Sunny \N{BLACK SUN WITH RAYS}\N{SPARKLES}\n\n- no rain"}),
        ),
        "long_result": Addition(
            f"a result of {_LONG // 1024} kB", _returned({"log": _LINE * (_LONG // len(_LINE))})
        ),
        "two_results": Addition("two calls and their results", _twice),
        "turns_in_a_row": Addition(
            "two messages of the user in a row",
            lambda asked: replace(asked, turns=(UserTurn("Hello."), *asked.turns)),
        ),
        "long_system": Addition(
            "a long system prompt", lambda asked: replace(asked, system=LONG_TEXT)
        ),
        "long_before": Addition("a long text at the beginning of a conversation", _told_before),
        "long_arguments": Addition("a call of the history with a long text", _sent_before),
        "long_behind": Addition("a long text of the user behind a result", _told_behind),
        "bare_call": Addition("a call without arguments and its result", _bare),
        "failed_result": Addition("the result of a call that failed", _failed),
    }
)


def said(key: str) -> str:
    """Return how a message tells of a form or a member."""
    form = ADDITIONS.get(key)
    return key if form is None else form.said


def added(conversation: Conversation, keys: Collection[str]) -> Conversation:
    """Return a conversation with some forms, in the order of their table."""
    for key, form in ADDITIONS.items():
        if key in keys:
            conversation = form.apply(conversation)
    return conversation


def with_members(dialect: Dialect, request: Request, keys: Collection[str]) -> Request:
    """Return a request with some of the members that change nothing."""
    body = parse(request.body)
    for one in _members(dialect):
        if one.place in keys:
            body = placed(body, one.path, one.value)
    return replace(request, body=dump(body)) if keys else request


def placed(document: Json, path: tuple[str, ...], value: Json) -> Json:
    """Return a document with a value at a path, `*` for each item of a list; objects on it are made."""
    name, *rest = path
    if name == "*":
        items = document if isinstance(document, list) else []
        return [placed(item, tuple(rest), value) for item in items]
    held = object_of(document)
    return {**held, name: placed(held.get(name), tuple(rest), value) if rest else value}


def carries(dialect: Dialect, conversation: Conversation, key: str) -> bool:
    """Return whether a dialect has words for a form, and its document allows it."""
    neutral = dialect.wire.neutral
    if neutral is None or key in neutral.unasked or (key in TURNS and key not in neutral.allowed):
        return False
    asked = added(conversation, (key,))
    if key in NAMES and not _allowed(dialect, asked.tools[0].name):
        return False
    try:
        read = dialect.read_request(dialect.encode(asked, _NOWHERE))
    except ToolwireError:
        return False
    return read is not None and read.tools == asked.tools


def _allowed(dialect: Dialect, name: str) -> bool:
    form = dialect.wire.request.names if dialect.wire.request is not None else None
    if form is None:
        # Nobody says: then names are asked as other tools' protocols allow them (MCP).
        return not name[0].isdigit()
    most = form.older or form.limit or len(name)
    return form.pattern.fullmatch(name) is not None and len(name) <= most


def _members(dialect: Dialect) -> Iterator[NeutralMember]:
    neutral = dialect.wire.neutral
    yield from () if neutral is None else neutral.members
