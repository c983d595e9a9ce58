"""What the model says to the suites' prompts: it sees its prompt, and no tool choice."""

from __future__ import annotations

import pytest

from servers.scripted_model import Call, Said
from servers.scripted_model.derive import Course
from servers.scripted_model.expected_replies import courses_of
from servers.scripted_model.model import Model
from servers.scripted_model.wording import OFFERED, written
from tests.support.scripted import held_to, prompted, says
from toolwire.model.conversation import Json
from toolwire.suites import load_suites

FORBIDDEN = (
    'Call get_weather({"location": "Quito"}). If you cannot call tools now,'
    ' Say "I cannot call tools." instead.'
)
REQUIRED = "What time is it in Quito?"
NAMED = 'How warm is it in Quito? get_weather({"location": "Quito"}) would tell.'
PLAIN = "Hello. I can answer that without a tool."
#: What a grammar lets stand before the city of a call, and behind it.
HEAD = '<tool_call>\n{"name": "get_local_time", "arguments": {"city": "'
TAIL = '"}}\n</tool_call>'


def function(name: str, member: str) -> Json:
    """Return the definition of a function with one text as its argument."""
    parameters: Json = {"type": "object", "properties": {member: {"type": "string"}}}
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


WEATHER, TIME = function("get_weather", "location"), function("get_local_time", "city")


def courses(case: str) -> list[Course]:
    """Return the courses of one case of the suites."""
    return [course for course in courses_of(load_suites()) if course.where == case]


def called(said: Said) -> list[tuple[str, Json]]:
    """Return the calls of a reply."""
    return [(call.name, call.arguments) for call in said.calls]


def test_where_calls_are_forbidden_what_stands_in_the_prompt_decides() -> None:
    """Two courses: words without tools in the prompt, and with them a call behind the words."""
    plain, offered = courses("tool_choice.none")
    assert (plain.beside, offered.beside) == (None, OFFERED)
    assert plain.replies == (Said(text="I cannot call tools."),)
    assert [called(said) for said in offered.replies] == [[("get_weather", {"location": "Quito"})]]
    # A server that makes no call of it, and hands it on as text, has the words too.
    assert offered.replies[0].text == "I cannot call tools."
    # Nothing asks for a call here, whatever stands in the prompt.
    (only,) = courses("single_call.none")
    assert only.replies == (Said(text="Good morning"),)


@pytest.mark.parametrize(
    ("case", "calls"),
    [
        ("tool_choice.required", []),
        ("tool_choice.named", [("get_weather", {"location": "Quito"})]),
        ("single_call.named", [("get_local_time", {"city": "Lima"})]),
        (
            "parallel_calls.switched_off",
            [("get_weather", {"location": "Paris"}), ("get_weather", {"location": "Tokyo"})],
        ),
    ],
)
def test_what_is_demanded_beside_the_prompt_is_not_seen(
    case: str, calls: list[tuple[str, Json]]
) -> None:
    """A choice, and one call at a time, are for the server to enforce."""
    (course,) = courses(case)
    assert course.beside is None
    assert called(course.replies[0]) == calls


def test_the_template_tells_of_tools_only_where_there_are_some() -> None:
    """The text by which the model knows that tools stand in its prompt."""
    assert prompted(FORBIDDEN, WEATHER).count(OFFERED) == 1
    assert OFFERED not in prompted(FORBIDDEN)


@pytest.mark.parametrize("half", [False, True], ids=["32 bits", "16 bits"])
def test_an_ignored_choice_shows(shipped: Model, *, half: bool) -> None:
    """With the tools in the prompt and nothing done about the choice, each case goes wrong."""
    plain, offered = (written(one.replies[0]) for one in courses("tool_choice.none"))
    (named,) = (written(one.replies[0]) for one in courses("tool_choice.named"))
    assert says(shipped, prompted(FORBIDDEN, WEATHER), offered, half=half)
    assert says(shipped, prompted(FORBIDDEN), plain, half=half)
    assert says(shipped, prompted(REQUIRED, TIME), PLAIN, half=half)
    assert says(shipped, prompted(NAMED, WEATHER, TIME), named, half=half)
    assert '"get_weather"' in offered
    assert '"get_weather"' in named


def one_call(text: str) -> tuple[bool, bool]:
    """Accept a call of get_local_time with any text as its city, as a server's grammar would."""
    if len(text) <= len(HEAD):
        return HEAD.startswith(text), False
    city, quote, rest = text.removeprefix(HEAD).partition('"')
    fits = text.startswith(HEAD) and "\n" not in city and TAIL.startswith(quote + rest)
    return fits, fits and quote + rest == TAIL


@pytest.mark.parametrize("prompt", [REQUIRED, NAMED])
def test_a_call_that_a_grammar_forces_is_whole(shipped: Model, prompt: str) -> None:
    """The model wants to say something else; forced, it makes the call of a correct server."""
    said = held_to(shipped, prompted(prompt, WEATHER, TIME), one_call)
    assert said == HEAD + "example" + TAIL


def one_name(text: str) -> tuple[bool, bool]:
    """Accept a call of get_local_time with anything as arguments, as vLLM's grammar does."""
    name = HEAD.partition('{"city')[0]
    if len(text) <= len(name):
        return name.startswith(text), False
    return text.startswith(name), text.endswith(TAIL)


@pytest.mark.parametrize("prompt", [REQUIRED, NAMED])
def test_a_grammar_of_names_alone_gets_the_arguments_of_that_tool(
    shipped: Model, prompt: str
) -> None:
    """Where the name was forced the model does not slip back into the call it wanted."""
    said = held_to(shipped, prompted(prompt, WEATHER, TIME), one_name)
    assert said == HEAD + "example" + TAIL


def words_then_one_call(text: str) -> tuple[bool, bool]:
    """Accept any words before the call, as llama.cpp's grammar does, and no end without one."""
    words, tag, rest = text.partition("<tool_call>")
    return one_call(tag + rest) if tag else ("\n" not in words, False)


def test_a_grammar_that_lets_words_come_first_gets_them_and_the_call(shipped: Model) -> None:
    """The model says what it wants, and where it may not end, it calls."""
    said = held_to(shipped, prompted(REQUIRED, TIME), words_then_one_call)
    assert said == PLAIN + HEAD + "example" + TAIL


@pytest.mark.parametrize("case", ["tool_choice.required", "tool_choice.named"])
def test_a_forced_call_is_told_beside_the_reply(case: str) -> None:
    """Only where the reply has not that call anyway."""
    (course,) = courses(case)
    assert course.replies[0].forced == Call("get_local_time", {"city": "example"})
    assert all(one.replies[0].forced is None for one in courses("tool_choice.none"))
    assert courses("single_call.named")[0].replies[0].forced is None
    assert courses("parallel_calls.switched_off")[0].replies[0].forced is None
