"""Forms that a right request may have besides the plainest, and members at their places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import parse
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    ResultsTurn,
    Tool,
    ToolChoice,
    UserTurn,
)
from toolwire.model.exchange import Endpoint
from toolwire.rules.mutate.addition import (
    ADDITIONS,
    BEFORE,
    BY_NAME,
    CALLED_WITH,
    HISTORY,
    IN_A_ROW,
    IN_ONE_STEP,
    LONG,
    NAMES,
    OF_MANY,
    RESULTS,
    SAID_ALONE,
    SAID_BESIDE,
    SAID_OTHERWISE,
    SAID_PARTS,
    TITLES,
    TOOLS,
    UNNUMBERED,
    WITH_RESULTS,
    WORDS_BEHIND,
    added,
    carries,
    said,
)
from toolwire.rules.mutate.members_added import LARGE, with_members
from toolwire.rules.mutate.placed import placed

TOOL = Tool("get_weather", "Weather.", {"type": "object", "properties": {}})
ASKED = Conversation(
    (UserTurn("Call get_weather({})."),),
    (TOOL,),
    choice=ToolChoice(ChoiceMode.NAMED, "get_weather"),
)
ASKED_FREELY = replace(ASKED, choice=None)
pytestmark = pytest.mark.fast


def test_every_form_is_of_one_request() -> None:
    """Each is asked with others of its sort, and none is left out."""
    titles = [name for names in TITLES for name in names]
    assert {
        *(*NAMES, *titles, *TOOLS, *RESULTS, *HISTORY, *LONG, *OF_MANY),
        *(BY_NAME, CALLED_WITH, IN_A_ROW, LARGE, SAID_ALONE, SAID_BESIDE, SAID_PARTS),
        *(SAID_OTHERWISE, WITH_RESULTS, IN_ONE_STEP, *BEFORE),
        WORDS_BEHIND,
    } == set(ADDITIONS)
    assert len({form.said for form in ADDITIONS.values()}) == len(ADDITIONS)


def test_a_large_body_is_another_request_of_as_few_words() -> None:
    """Its blanks are no part of what is said, so that its words tell it from the plain one."""
    dialect, asked = load_dialect("openai-chat"), added(ASKED, (LARGE,))
    request = dialect.encode(asked, Endpoint("https://api.example.invalid", "some-model"))
    large = with_members(dialect, request, (LARGE,))
    assert len(large.body) == 131_072
    assert parse(large.body) == parse(request.body)
    assert asked.turns != ASKED.turns
    assert with_members(dialect, request, ()) == request


@pytest.mark.parametrize("key", [*NAMES, *TITLES[0], *TITLES[1]])
def test_a_name_is_told_everywhere(key: str) -> None:
    """In the tool, in the user's words and in the choice."""
    other = added(ASKED, (key,))
    name = other.tools[0].name
    assert name != TOOL.name
    assert other.turns == (UserTurn(f"Call {name}({{}})."),)
    assert other.choice == ToolChoice(ChoiceMode.NAMED, name)


def test_of_many_tools_the_first_or_the_last_is_asked_for() -> None:
    """In the user's words and in the choice; the tools are the same, the first as it was."""
    first, last = (added(ASKED, (key,)) for key in OF_MANY)
    assert first.tools == last.tools
    assert (first.turns, first.choice) == (ASKED.turns, ASKED.choice)
    name = last.tools[-1].name
    assert name != TOOL.name
    assert last.turns == (UserTurn(f"Call {name}({{}})."),)
    assert last.choice == ToolChoice(ChoiceMode.NAMED, name)


def test_the_longest_name_is_as_long_as_it_says() -> None:
    """No format takes more that names a limit of its own."""
    assert len(added(ASKED, ("longest_name",)).tools[0].name) == 64


def test_there_are_as_many_tools_as_told() -> None:
    """However many others are added, and each has a name of its own."""
    names = [tool.name for tool in added(ASKED, TOOLS).tools]
    assert len(names) == len(set(names)) == 16


@pytest.mark.parametrize("some", [("long_words",), TOOLS])
def test_the_long_description_is_as_long_as_it_says(some: tuple[str, ...]) -> None:
    """Whatever else is told of the tool."""
    assert len(added(ASKED, some).tools[0].description or "") == 1_000


@pytest.mark.parametrize("some", [RESULTS, RESULTS[:1], RESULTS[1:2], RESULTS[3:], RESULTS[4:]])
def test_each_call_has_its_result(some: tuple[str, ...]) -> None:
    """Whichever forms of results are asked together."""
    _user, calls, results = added(ASKED, some).turns
    assert isinstance(calls, AssistantTurn)
    assert isinstance(results, ResultsTurn)
    assert [one.id for one in calls.calls] == [one.call_id for one in results.results]
    more = {"two_results", "bare_call", "failed_result"} & {*some}
    assert len(calls.calls) == 1 + len(more)
    assert bool(calls.text) is ("words_beside" in some)
    assert (len(results.results[0].content) > 16_000) == ("long_result" in some)


def test_a_tool_that_is_gone_was_called_before_all_else() -> None:
    """Its call has a result and an id of its own, and the tool is not offered."""
    asked = added(ASKED, (*RESULTS, *BEFORE))
    _user, called, returned, _said, *rest = asked.turns
    assert asked.tools == added(ASKED, RESULTS).tools
    assert tuple(rest) == added(ASKED, RESULTS).turns
    assert isinstance(called, AssistantTurn)
    assert isinstance(returned, ResultsTurn)
    (call,), (result,) = called.calls, returned.results
    assert call.id == result.call_id
    assert call.name not in {tool.name for tool in asked.tools}
    assert all(call.id != one.id for turn in rest for one in getattr(turn, "calls", ()))


@pytest.mark.parametrize(
    ("name", "key", "there"),
    [
        ("openai-chat", "dashed_name", True),
        ("openai-chat", "digit_name", True),
        ("cohere-v2", "dashed_name", False),
        ("cohere-v2", "dashed_title", False),
        ("gemini-generate", "dashed_name", True),
        ("gemini-generate", "digit_name", False),
        ("gemini-generate", "enum_with_null", False),
        ("anthropic-messages", "open_parameters", True),
        ("openai-chat", "open_parameters", False),
        ("ollama-chat", "digit_name", False),
        ("cohere-v1", "closed", False),
        ("prompted", "many_tools", True),
        ("openai-chat", "no_more_tools", True),
        ("bedrock-converse", "no_more_tools", False),
        ("bedrock-converse", "two_user_turns", False),
    ],
)
def test_a_form_is_asked_where_the_format_has_it(name: str, key: str, *, there: bool) -> None:
    """What its document does not allow, and what it has no words for, is not."""
    assert carries(load_dialect(name), ASKED, key) is there


def test_names_that_show_everything_are_asked_where_none_is_demanded() -> None:
    """Those with a dash where the format allows it."""
    asked = replace(ASKED, choice=None)
    assert carries(load_dialect("ollama-chat"), asked, "dashed_title")
    assert carries(load_dialect("cohere-v2"), asked, "title")
    assert not carries(load_dialect("cohere-v2"), asked, "dashed_title")


def test_a_schema_without_properties_is_asked_where_it_is_known_to_be_taken() -> None:
    """Of Anthropic's and Ollama's formats; OpenAI says that the properties are missing."""
    asked = replace(ASKED, choice=None)
    found = [name for name in DIALECTS if carries(load_dialect(name), asked, "open_parameters")]
    assert found == ["anthropic-messages", "ollama-chat"]


@pytest.mark.parametrize(
    ("path", "after"),
    [
        (("a",), {"a": 1, "t": [{"n": 1}, {}]}),
        (("b", "c"), {"t": [{"n": 1}, {}], "b": {"c": 1}}),
        (("t", "*", "n"), {"t": [{"n": 1}, {"n": 1}]}),
        (("none", "*", "n"), {"t": [{"n": 1}, {}], "none": []}),
        (("t", "+last"), {"t": [{"n": 1}, {}, 1]}),
    ],
)
def test_a_member_stands_where_its_path_says(path: tuple[str, ...], after: Json) -> None:
    """Objects on the way are made, items of lists are not."""
    assert placed({"t": [{"n": 1}, {}]}, path, 1) == after


def test_the_last_words_are_the_users_own() -> None:
    """What is said before is before them, and a call and its result are behind."""
    turns = added(ASKED, HISTORY).turns
    assert [type(turn) for turn in turns] == [
        *(UserTurn, AssistantTurn, UserTurn, UserTurn, AssistantTurn, ResultsTurn)
    ]
    assert turns[3] == ASKED.turns[0]
    assert added(ASKED, HISTORY).tools == ()


def test_one_more_item_is_told_by_its_list() -> None:
    """A pointer to it would say nothing."""
    assert said("/messages/+system") == "one more of /messages (system)"


def test_a_call_without_an_id_goes_by_its_tool() -> None:
    """Neither the call nor the result has one, and the result names its tool."""
    _user, calls, results = added(ASKED, (UNNUMBERED,)).turns
    assert isinstance(calls, AssistantTurn)
    assert isinstance(results, ResultsTurn)
    assert [one.id for one in calls.calls] == [one.call_id for one in results.results] == [None]
    assert [one.name for one in results.results] == [TOOL.name]
    asked = replace(ASKED, choice=None)
    assert carries(load_dialect("ollama-chat"), asked, UNNUMBERED)
    assert carries(load_dialect("gemini-generate"), asked, UNNUMBERED)
    assert not carries(load_dialect("cohere-v2"), asked, UNNUMBERED)
    assert not carries(load_dialect("openai-chat"), asked, UNNUMBERED)


def test_results_stand_beside_words_where_a_format_has_a_step_for_it() -> None:
    """No other format has words for that."""
    kept = {name for name in DIALECTS if carries(load_dialect(name), ASKED_FREELY, IN_ONE_STEP)}
    assert kept == {"cohere-v1"}
