"""What a right request may have besides the plainest: members that change nothing, and forms of its
tools and words.

A form knows nothing of a dialect. Which members change nothing each dialect tells in its `wire`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from toolwire.dialects import Dialect
from toolwire.dialects.neutral import MORE
from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint
from toolwire.rules.mutate.added_tools import CLOCK, DAYS, MAYBE, OPEN, PLACE, SUNNY, TEXT
from toolwire.rules.mutate.history import (
    called_twice,
    called_what_is_gone,
    unnumbered,
    with_history,
    with_words,
)
from toolwire.rules.mutate.long_text import (
    LONG_TEXT,
    TALK,
    TALKS,
    before_last,
    behind_results,
    in_arguments,
    in_history,
    in_members,
    in_parameters,
    in_system,
    in_tools,
)
from toolwire.rules.mutate.members_added import LARGE, LARGE_BODY, QUERY
from toolwire.rules.mutate.said_lines import (
    asked_with_results,
    called_with_lines,
    returned_by_name,
    said_alone,
    said_beside_calls,
    told_behind_results,
    told_directly_before,
)
from toolwire.rules.mutate.tool_changes import (
    Change,
    of_schema,
    of_tool,
    with_parameter,
    with_tool,
)
from toolwire.rules.mutate.tool_names import MANY, last_of_many, many, named
from toolwire.rules.mutate.words_with_results import amid_words

#: Where a pointer tells of one more item.
APPENDED: Final = f"/{MORE}"
_NOWHERE: Final = Endpoint("https://api.example.invalid", "reference-model")
#: Fit the strictest vendor (Mistral: nine letters and digits): the id is never what is refused.
_BARE_ID: Final = "required3"
_FAILED_ID: Final = "required4"
#: What a coding assistant's tool returns for a file of some four hundred lines; in words, which take a
#: known number of tokens at least, so that a result that is cut shows (TC146).
_LONG: Final = 16_384
#: What every format takes of those that name a limit.
_LONGEST_NAME: Final = 64
_LONG_NAME: Final = "_of_the_named_city_now_and_for_each_of_the_next_seven_days"
#: What every format takes of those that name a limit of a tool's description (OpenAI: 1,024).
_LONG_WORDS: Final = 1_000
_LINE: Final = "12:00 18 C, sunny, wind from the west. "


@dataclass(frozen=True, slots=True)
class Addition:
    """A form of a conversation's tools, words or results.

    Attributes:
        said: how a message tells of it.
        apply: puts it into a conversation with a tool, and leaves what it has.
    """

    said: str
    apply: Change


def _worded(asked: Conversation) -> Conversation:
    turns = list(asked.turns)
    for place, turn in enumerate(turns):
        if isinstance(turn, UserTurn):
            turns[place] = replace(turn, text=f"Hello \N{WAVING HAND SIGN}\n\n{turn.text}")
    return replace(asked, turns=tuple(turns))


def _described(words: str) -> str:
    return f"{words} Returns lines such as: {_LINE * _LONG_WORDS}"[:_LONG_WORDS]


def _and(call: ToolCall, result: ToolResult) -> Change:
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
    call = ToolCall(CLOCK.name, _BARE_ID, {})
    result = ToolResult(_BARE_ID, CLOCK.name, '{"time": "12:00"}')
    return _and(call, result)(with_tool(CLOCK)(asked))


def _failed(asked: Conversation) -> Conversation:
    tool = asked.tools[0]
    call = ToolCall(tool.name, _FAILED_ID, sample_arguments(tool))
    result = ToolResult(_FAILED_ID, tool.name, "The service did not answer.", error=True)
    return _and(call, result)(asked)


def _returned(content: JsonObject) -> Change:
    """Make a change of what the first result says."""

    def change(asked: Conversation) -> Conversation:
        *before, results = with_history(asked).turns
        assert isinstance(results, ResultsTurn)
        first, *others = results.results
        told = object_of(parse(first.content.encode()))
        first = replace(first, content=dump({**told, **content}).decode())
        return replace(asked, turns=(*before, ResultsTurn((first, *others))))

    return change


def _without_tools(asked: Conversation) -> Conversation:
    """Offer no tools behind a call and its result, as for an agent's last words."""
    return replace(with_history(asked), tools=(), choice=None, parallel=None)


def _reworded(asked: Conversation) -> Conversation:
    """Have the user say a little more: blanks alone make no other request."""
    *before, last = asked.turns
    assert isinstance(last, UserTurn)
    return replace(asked, turns=(*before, replace(last, text=f"It is late. {last.text}")))


#: Where a name stands that the format's document may not allow; a key of `ADDITIONS`.
NAMES: Final = ("dashed_name", "upper_name", "underscored_name", "digit_name", "longest_name")
#: Names that show each way in which gateways spell names: with an underscore and a dash, and where that is not
#: allowed without.
TITLES: Final = (("dashed_title", "other_dashed_title"), ("title", "other_title"))
#: Of many tools, the one that is asked for: who passes on the first few, or the last, has none of the name.
OF_MANY: Final = ("first_of_many", "last_of_many")
#: A schema without `properties`, as tools of MCP have that take nothing.
OPEN_PARAMETERS: Final = "open_parameters"
TOOLS: Final = (
    *("type_list", "enum_with_null", "any_of", "nested", "definitions", "closed"),
    *("empty_required", "no_parameters", OPEN_PARAMETERS, "untold_parameters", "many_tools"),
    *("tool_words", "long_words", "user_words"),
)
BARE_CALL: Final = "bare_call"
#: A call and its result.
RESULT: Final = "result"
RESULTS: Final = (
    *(RESULT, "words_beside", "result_words", "long_result", "two_results", BARE_CALL),
    "failed_result",
)
#: What stands before all of them.
BEFORE: Final = ("gone_tool",)
UNNUMBERED: Final = "unnumbered_calls"
#: An earlier exchange in words.
TALKED: Final = "words_before"
#: Two messages of the user in a row.
TWO_USERS: Final = "two_user_turns"
HISTORY: Final = (TALKED, TWO_USERS, "no_more_tools", UNNUMBERED)
#: Words of the model beside its calls, of which a question asks a line (TC772).
SAID_BESIDE: Final = "said_beside"
#: The same, in a list of parts (TC797).
SAID_PARTS: Final = "said_parts"
#: Answers of the model without a call, of which a question asks a line (TC774).
SAID_ALONE: Final = "said_alone"
#: The same, in the other form that the format has for them (TC794).
SAID_OTHERWISE: Final = "said_otherwise"
#: Calls of before with a line as a value, of which a question asks one (TC769).
CALLED_WITH: Final = "called_with"
#: Results that go by the tool's name alone, of which a question asks a line (TC773).
BY_NAME: Final = "results_by_name"
#: Words of the user behind results, in several parts, of which a question asks a line (TC776).
WORDS_BEHIND: Final = "words_behind"
#: A message of the user directly before the question, which asks for a line of it (TC778).
IN_A_ROW: Final = "in_a_row"
#: A question in the message of a result, which asks for a line of each (TC780, TC781).
WITH_RESULTS: Final = "words_with_results"
#: Results beside the words that asked for them, and no further step.
IN_ONE_STEP: Final = "in_one_step"
#: A history with lines -> the form that has no more than its kind of turns: where that is refused,
#: too, it is to blame.
PLAINER: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys((SAID_BESIDE, CALLED_WITH, WORDS_BEHIND), "result"),
        **dict.fromkeys((SAID_ALONE, SAID_OTHERWISE), TALKED),
        BY_NAME: UNNUMBERED,
        IN_A_ROW: TWO_USERS,
    }
)
#: A long text in one place, a request each: what does not reach the model is not counted (TC146).
LONG: Final = (
    *("long_system", "long_history", "long_arguments", "long_behind"),
    *("long_tools", "long_parameters", "long_members"),
)
#: All that make a prompt much longer.
LENGTHENING: Final = frozenset(
    {*LONG, "long_result", "first_of_many", "last_of_many", "many_tools"}
)
#: Key -> form, all that is of one request; names are added to (`longest_name`) where they are asked.
ADDITIONS: Final[Mapping[str, Addition]] = MappingProxyType(
    {
        "dashed_name": Addition(
            "a tool's name with a dash", named(lambda name: name.replace("_", "-"))
        ),
        "upper_name": Addition("a tool's name in capitals", named(str.upper)),
        "underscored_name": Addition(
            "a tool's name that begins with an underscore", named(lambda name: f"_{name}")
        ),
        "digit_name": Addition(
            "a tool's name that begins with a digit", named(lambda name: f"2_{name}")
        ),
        "longest_name": Addition(
            f"a tool's name of {_LONGEST_NAME} characters",
            named(lambda name: f"{name}{_LONG_NAME}"[:_LONGEST_NAME]),
        ),
        "dashed_title": Addition(
            "a tool's name with a dash and capitals",
            named(lambda _: "Look-Up_Weather"),
        ),
        "other_dashed_title": Addition(
            "a tool's name with capitals and a dash",
            named(lambda _: "Weather-Report_Now"),
        ),
        "title": Addition("a tool's name with capitals", named(lambda _: "Look_Up_Weather")),
        "other_title": Addition(
            "another tool's name with capitals", named(lambda _: "Weather_Report")
        ),
        "type_list": Addition(
            "a parameter whose type is a list of two types", with_parameter("note", MAYBE)
        ),
        "enum_with_null": Addition(
            "an enum with null", with_parameter("unit", {**MAYBE, "enum": ["C", "F", None]})
        ),
        "any_of": Addition(
            "a parameter with anyOf", with_parameter("hint", {"anyOf": [TEXT, {"type": "null"}]})
        ),
        "nested": Addition("a parameter that is a list of objects", with_parameter("days", DAYS)),
        "definitions": Addition(
            "$defs and a $ref to one",
            with_parameter("near", {"$ref": "#/$defs/place"}, {"$defs": {"place": PLACE}}),
        ),
        "closed": Addition(
            "additionalProperties: false",
            of_schema(lambda parameters: {**parameters, "additionalProperties": False}),
        ),
        "empty_required": Addition("a tool whose `required` is empty", with_tool(OPEN)),
        "no_parameters": Addition("a tool without parameters", with_tool(CLOCK)),
        OPEN_PARAMETERS: Addition(
            "a tool whose schema has no `properties`",
            with_tool(replace(CLOCK, name="get_date", parameters={"type": "object"})),
        ),
        "untold_parameters": Addition(
            "a tool whose parameters are left out",
            with_tool(replace(CLOCK, name="get_day", parameters=None)),
        ),
        "many_tools": Addition(f"{MANY} tools", many),
        "first_of_many": Addition(f"a call of the first of {MANY} tools", many),
        "last_of_many": Addition(f"a call of the last of {MANY} tools", last_of_many),
        "tool_words": Addition(
            "an emoji and line breaks in a tool's description",
            of_tool(lambda tool: replace(tool, description=SUNNY)),
        ),
        "long_words": Addition(
            f"a tool's description of {_LONG_WORDS:,} characters",
            of_tool(lambda tool: replace(tool, description=_described(tool.description or ""))),
        ),
        "user_words": Addition("an emoji and line breaks in the user's words", _worded),
        RESULT: Addition("a call and its result", with_history),
        "words_beside": Addition("words beside a call and its result", with_words),
        "result_words": Addition(
            "an emoji and line breaks in a result",
            _returned({"note": "Sunny \N{BLACK SUN WITH RAYS}\N{SPARKLES}\n\n- no rain"}),
        ),
        "long_result": Addition(
            f"a result of {_LONG // 1024} kB", _returned({"log": (f"{LONG_TEXT} " * 3)[:_LONG]})
        ),
        "two_results": Addition("two calls and their results", called_twice),
        BARE_CALL: Addition("a call without arguments and its result", _bare),
        "failed_result": Addition("the result of a call that failed", _failed),
        "gone_tool": Addition(
            "an earlier call of a tool that is no longer offered", called_what_is_gone
        ),
        TALKED: Addition("an earlier answer in words", lambda asked: before_last(asked, *TALK)),
        TWO_USERS: Addition(
            "two messages of the user in a row",
            lambda asked: before_last(asked, UserTurn("I have a question.")),
        ),
        "no_more_tools": Addition(
            "no tools behind a call and its result in the history", _without_tools
        ),
        UNNUMBERED: Addition("a call without an id and its result by the tool's name", unnumbered),
        LARGE: Addition(f"a body of {LARGE_BODY // 1024} kB, nearly all of it blanks", _reworded),
        SAID_BESIDE: Addition("words of the model beside calls", said_beside_calls),
        SAID_PARTS: Addition("words of the model beside calls, as parts", said_beside_calls),
        CALLED_WITH: Addition("earlier calls with a text as a value", called_with_lines),
        SAID_ALONE: Addition("earlier answers of the model", said_alone),
        SAID_OTHERWISE: Addition("earlier answers of the model in another form", said_alone),
        BY_NAME: Addition(
            "calls without an id and their results by the tool's name", returned_by_name
        ),
        WORDS_BEHIND: Addition("words of the user behind results, in parts", told_behind_results),
        IN_A_ROW: Addition("a message of the user before the last one", told_directly_before),
        WITH_RESULTS: Addition("words of the user in the message of a result", asked_with_results),
        IN_ONE_STEP: Addition(
            "a result beside the user's words, with force_single_step", with_history
        ),
        "long_system": Addition("a long system prompt", in_system),
        "long_history": Addition(f"{TALKS} earlier questions and answers", in_history),
        "long_arguments": Addition("a call of the history with a long text", in_arguments),
        "long_behind": Addition("a long text of the user behind a result", behind_results),
        "long_tools": Addition("long descriptions of tools", in_tools),
        "long_parameters": Addition("long descriptions of parameters", in_parameters),
        "long_members": Addition("a parameter that is an object of many members", in_members),
    }
)


def said(key: str) -> str:
    """Return how a message tells of a form or a member."""
    form = ADDITIONS.get(key)
    if key.startswith(QUERY) and "=" not in key:
        return f"no `{key.removeprefix(QUERY)}` behind the address"
    if form is None and APPENDED in key:
        place, _, word = key.partition(APPENDED)
        return f"one more of {place} ({word})"
    return key if form is None else form.said


def added(conversation: Conversation, keys: Collection[str]) -> Conversation:
    """Return a conversation with some forms, in the order of their table."""
    for key, form in ADDITIONS.items():
        if key in keys:
            conversation = form.apply(conversation)
    return conversation


def carries(dialect: Dialect, conversation: Conversation, key: str) -> bool:
    """Return whether a dialect has words for a form, and its document allows it."""
    neutral = dialect.wire.neutral
    if neutral is None or key in neutral.unasked:
        return False
    in_a_row = key == IN_A_ROW and TWO_USERS in neutral.unasked
    if in_a_row or (key == WITH_RESULTS and not amid_words(dialect)):
        return False
    form = dialect.wire.request
    numbered = key in {UNNUMBERED, BY_NAME} and (form is None or not form.named_or_numbered)
    if numbered or (key == IN_ONE_STEP and (form is None or form.one_step is None)):
        return False
    asked = added(conversation, (key,))
    if key in (*NAMES, *TITLES[0], *TITLES[1]) and not _allowed(dialect, asked.tools[0].name):
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
