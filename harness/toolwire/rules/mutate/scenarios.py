"""Clean exchanges: what was asked, and what a correct server answers.

Rules mutate these; the kill matrix and `selftest` run every rule over all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from toolwire.dialects import Answer, Dialect, PlannedCall, Refusal
from toolwire.dialects.ending import shaped
from toolwire.dialects.quoted import SAYS_IT_FAILED, WHICH_FAILED
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    JsonObject,
    ResultsTurn,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from toolwire.rules.mutate.contents import SHORT, TOOL
from toolwire.rules.mutate.json_results import JSON_RESULTS
from toolwire.rules.mutate.long_text import SAYABLE
from toolwire.rules.mutate.scenario_tools import (
    APART,
    NOTE,
    ONE,
    PAGE,
    PASSED_ON,
    RESULTS,
    SPELT_OUT,
    STRICT_WEATHER,
    TAG,
    TITLED,
    TOOLS,
    TWO,
    TYPED,
    WEATHER,
)
from toolwire.rules.mutate.told_scenarios import TOLD_SCENARIOS
from toolwire.rules.mutate.twin_lines import TWINS, told, wanted


def _ask(text: str, **changes: object) -> Conversation:
    return replace(Conversation((UserTurn(text),), TOOLS), **changes)  # type: ignore[arg-type]


def _written(call: PlannedCall) -> str:
    return f"{call.name}({dump(call.arguments).decode()})"


def _history(dialect: Dialect, scenario: str) -> tuple[AssistantTurn, ResultsTurn]:
    first = dialect.decode(clean(dialect, _AFTER[scenario], Mode.BLOCKING)).reply
    failed = _FAILED.get(scenario)
    returned = [(content, False) for content in _RETURNED.get(scenario, RESULTS)]
    if failed is not None:
        returned[len(first.tool_calls) - 1 :] = [(failed, True)]
    results = zip(first.tool_calls, returned, strict=False)
    told = (ToolResult(call.id, call.name, *content) for call, content in results)
    return AssistantTurn(first.text, first.tool_calls, first.echo), ResultsTurn(tuple(told))


_TOLD = "word for word"
_LINE, _LINE_HERE = "Gauge: shelf 4d1e", "Valve: shed 9f27"
_ASK_LINE = (
    f'{_LINE_HERE}\nRepeat the line that begins with "Gauge:" and the line that begins with "Valve:", '
    "both exactly as they stand."
)
#: The same of an argument in `parallel_calls`, without a whole word of it.
_ASK_CALLED = (
    f'{_LINE_HERE}\nRepeat the line that begins with "Tō" and the line that begins with "Valve:", '
    "both exactly as they stand."
)
_BOTH_LINES = Answer(text=f"{_LINE}\n{_LINE_HERE}")
#: The same of three lines of a text: at its beginning, amid and at its end.
_THREE = f"Rotor: loft 6c2b\n{_LINE}\nMotor: roof 8a5f"
_ASK_THREE = _ASK_LINE.replace(
    "Repeat",
    'Repeat the line that begins with "Rotor:", the line that begins with "Motor:",',
)
_ALL_LINES = Answer(text=f"{_THREE}\n{_LINE_HERE}")
#: The same of the first message as well.
_FIRST = "Wedge: barn 5e7d"
_ASK_FIRST = _ASK_THREE.replace("Repeat", 'Repeat the line that begins with "Wedge:",')
#: The same of what the model says in `mixed_content`.
_SAID = "I will look that up."
_ASK_SAID = (
    f'{_LINE_HERE}\nRepeat the line that begins with "I will" and the line that begins with "Valve:", '
    "both exactly as they stand."
)
#: Lines whose blanks mean something, of a result and of a question.
_BLOCK, _BLOCK_HERE = "Gauge:  shelf\n\tat 4d1e", "Valve:  shed\n\tat 9f27"
_ASK_BLOCKS = 'then repeat the text from "Gauge:" to "4d1e" and the text from "Valve:" to "9f27", both blank by blank.'
#: What a tool says in two parts.
_LINES = "18 C at gauge 4d1e\n21 C next to 9f27"


#: Scenario name -> what is asked and answered. Those of `_AFTER` get a history.
SCENARIOS: Mapping[str, tuple[Conversation, Answer]] = {
    "single_call": (_ask("Weather in Paris?"), Answer(calls=(ONE,))),
    "parallel_calls": (_ask("Weather in Paris and Tokyo?"), Answer(calls=(ONE, TWO))),
    "equal_calls": (_ask(f"Call {_written(ONE)} and {_written(ONE)}."), Answer(calls=(ONE, ONE))),
    "no_arguments": (_ask("What time is it?"), Answer(calls=(PlannedCall("get_time", {}),))),
    "mixed_content": (
        _ask("Say what you do, then do it."),
        Answer(text=_SAID, calls=(ONE,)),
    ),
    "strict_call": (
        _ask("Weather in Paris?", tools=(STRICT_WEATHER,)),
        Answer(calls=(PlannedCall("get_weather", {"location": "Paris", "unit": "celsius"}),)),
    ),
    "named_choice": (
        _ask("Weather?", choice=ToolChoice(ChoiceMode.NAMED, "get_weather")),
        Answer(calls=(ONE,)),
    ),
    "required_choice": (
        _ask("Weather?", choice=ToolChoice(ChoiceMode.REQUIRED)),
        Answer(calls=(ONE,)),
    ),
    "none_choice": (
        _ask(
            'Weather? Say "I was asked not to look that up." and nothing else.',
            choice=ToolChoice(ChoiceMode.NONE),
        ),
        Answer(text="I was asked not to look that up."),
    ),
    "one_at_a_time": (
        _ask("Weather in Paris and Tokyo?", parallel=False),
        Answer(calls=(ONE,)),
    ),
    "plain_text": (_ask("Hello."), Answer(text="Hello. How can I help?")),
    "cut_text": (_ask("Tell a long story."), Answer(text="Once upon a", cut=True)),
    "round_trip": (_ask("Weather in Paris?"), Answer(text="It is 18 C in Paris.", turn=1)),
    "second_call": (_ask("Weather in Paris?"), Answer(calls=(TWO,), turn=1)),
    "chained": (
        _ask(
            f"Call {_written(ONE)}. Then call {_written(PASSED_ON)} with what it returned in the place "
            "of <that>. One call in each reply.",
            tools=(WEATHER, NOTE),
        ),
        Answer(calls=(PlannedCall("keep_note", {"text": "18 C"}),), turn=1),
    ),
    "two_results": (
        _ask("Weather in Paris and Tokyo? Tell me only what the last call returned."),
        Answer(text="It is 23 C in Tokyo.", turn=2),
    ),
    "spelt_out": (
        _ask(f"Call {', '.join(map(_written, SPELT_OUT))}, all in this one reply."),
        Answer(calls=SPELT_OUT),
    ),
    "spelt_alone": (
        _ask(f"Call {_written(SPELT_OUT[1])}."),
        Answer(calls=SPELT_OUT[1:2]),
    ),
    "spelt_alike": (
        _ask(f"Call {' and '.join(map(_written, (ONE, TWO)))}."),
        Answer(calls=(ONE, TWO)),
    ),
    "spelt_apart": (
        _ask(f"Call {' and '.join(map(_written, APART))}.", tools=(NOTE, TAG)),
        Answer(calls=APART),
    ),
    "spelt_closely": (
        _ask(f"Call {_written(TYPED)}.", tools=(PAGE,)),
        Answer(calls=(TYPED,)),
    ),
    "spelt_titled": (
        _ask(f"Call {_written(TITLED)}.", tools=(replace(PAGE, name=TITLED.name),)),
        Answer(calls=(TITLED,)),
    ),
    **TOLD_SCENARIOS,
    "spelt_fully": (
        _ask(SHORT.prompt, tools=(TOOL,)),
        Answer(calls=(SHORT.call,)),
    ),
    "said_at_length": (
        _ask(f'Say "{SAYABLE}." and then call {_written(ONE)}.'),
        Answer(text=f"{SAYABLE}.", calls=(ONE,)),
    ),
    "say_so": (
        _ask('No tool is needed here. Say "The tide is low at noon." and nothing else.'),
        Answer(text="The tide is low at noon."),
    ),
    "say_closely": (
        _ask("No tool is needed. Say \"Zoë's café & bar isn't far.\" and nothing else."),
        Answer(text="Zoë's café & bar isn't far."),
    ),
    "told_back": (
        _ask(f"Call {_written(ONE)}, then tell me what it returned, {_TOLD}."),
        Answer(text="It returned 18 C.", turn=1),
    ),
    "told_in_lines": (
        _ask(f"Call {_written(ONE)}, then tell me what it returned, {_TOLD}."),
        Answer(text=_LINES, turn=1),
    ),
    "told_as_json": (
        _ask(f"Call {_written(ONE)}, then tell me what it returned, {_TOLD}."),
        Answer(text=JSON_RESULTS[0], turn=1),
    ),
    "told_each": (
        _ask(
            f"Call {_written(ONE)} and {_written(TWO)}, then tell me what each returned, {_TOLD}."
        ),
        Answer(text="They returned 18 C and 23 C.", turn=2),
    ),
    "told_fully": (
        _ask(SHORT.prompt, tools=(TOOL,)),
        Answer(text=f"It returned: {SHORT.result}", turn=1),
    ),
    "told_blanks": (
        _ask(f"{_BLOCK_HERE}\nCall {_written(ONE)}, {_ASK_BLOCKS}"),
        Answer(text=f"{_BLOCK}\n\n{_BLOCK_HERE}", turn=1),
    ),
    "told_failed": (
        _ask(f"Call {_written(ONE)}, then tell me what it returned, {_TOLD}."),
        Answer(text="It failed: no such place (fault 4d8e).", turn=1),
    ),
    "told_marked": (
        _ask(
            f"Call {_written(ONE)} and {_written(TWO)}, then say of each whether it failed, {WHICH_FAILED}."
        ),
        Answer(text="failed, failed", turn=2),
    ),
    "asked_again": (
        _ask(f"Call {_written(ONE)}, then tell me what it returned, {_TOLD}."),
        Answer(calls=(TWO,), turn=1),
    ),
    "thanked": (
        _ask(f"Call {_written(ONE)}, then tell me what it returned, {_TOLD}."),
        Answer(text="You are welcome.", turn=1),
    ),
    "line_of_result": (
        _ask(f'Call {_written(ONE)}, then say "Noted." and nothing else.'),
        replace(_ALL_LINES, turn=1),
    ),
    "line_beside": (_ask("Weather in Paris?"), replace(_BOTH_LINES, turn=1)),
    "line_of_said": (
        _ask("Say what you do, then do it."),
        Answer(text=f"{_SAID}\n{_LINE_HERE}", turn=1),
    ),
    "line_of_words": (
        _ask(_LINE, turns=(UserTurn(_THREE), AssistantTurn("Noted."), UserTurn(_ASK_THREE))),
        _ALL_LINES,
    ),
    "line_of_first": (
        _ask(
            _LINE,
            turns=(
                UserTurn(f"Keep this.\n{_FIRST}\nThat is all."),
                AssistantTurn("Noted."),
                *(UserTurn(_THREE), AssistantTurn("Noted."), UserTurn(_ASK_FIRST)),
            ),
        ),
        Answer(text=f"{_FIRST}\n{_ALL_LINES.text}"),
    ),
    "line_in_a_row": (_ask(_LINE, turns=(UserTurn(_LINE), UserTurn(_ASK_LINE))), _BOTH_LINES),
    "line_of_reply": (
        _ask("Hi", turns=(UserTurn("Hi"), AssistantTurn(_LINE), UserTurn(_ASK_LINE))),
        _BOTH_LINES,
    ),
    "line_of_call": (
        _ask("Weather in Paris and Tokyo?"),
        Answer(text=f"{TWO.arguments['location']}\n{_LINE_HERE}", turn=2),
    ),
    "line_of_system": (_ask(_ASK_THREE, system=f"Be brief.\n{_THREE}\nThat is all!"), _ALL_LINES),
    "line_of_system_called": (
        _ask(_ASK_LINE, system=f"Be brief.\n{_LINE}\nThat is all!"),
        replace(_BOTH_LINES, turn=1),
    ),
    "line_of_twin": (
        _ask(wanted(TWINS[0][0]), system=told(TWINS[0][0])),
        Answer(text=TWINS[0][0]),
    ),
    "refused": (
        _ask("Weather in Paris?"),
        Answer(refusal=Refusal(400, "invalid_request", "The request is not valid.")),
    ),
    "legacy_call": (_ask("Weather in Paris?", legacy=True), Answer(calls=(ONE,))),
    "legacy_forced": (
        _ask("Weather?", legacy=True, choice=ToolChoice(ChoiceMode.NAMED, "get_weather")),
        Answer(calls=(ONE,)),
    ),
}

#: Scenario -> the scenario whose calls, and their results, came before.
_AFTER: Mapping[str, str] = {
    "round_trip": "single_call",
    "second_call": "single_call",
    "chained": "single_call",
    "two_results": "parallel_calls",
    "told_back": "single_call",
    "told_in_lines": "single_call",
    "told_as_json": "single_call",
    "told_each": "parallel_calls",
    "told_blanks": "single_call",
    "told_failed": "single_call",
    "told_marked": "parallel_calls",
    "told_fully": "spelt_fully",
    "asked_again": "single_call",
    "thanked": "single_call",
    "line_of_result": "single_call",
    "line_beside": "single_call",
    "line_of_said": "mixed_content",
    "line_of_call": "parallel_calls",
    "line_of_system_called": "single_call",
}
#: Scenario -> what the tool says there whose result is marked as failed, the last one.
_FAILED: Mapping[str, str] = {"told_failed": "no such place (fault 4d8e)", "told_marked": "23 C"}
#: Scenario -> what each tool says there whose result is not.
_RETURNED: Mapping[str, tuple[str, ...]] = {
    "chained": ('{"that":"18 C"}',),
    "told_fully": (SHORT.result,),
    "told_marked": (f"{SAYS_IT_FAILED} no such place",),
    "told_in_lines": (_LINES,),
    "told_as_json": JSON_RESULTS[:1],
    "told_blanks": (_BLOCK,),
    "line_of_result": (_THREE,),
    "line_beside": (_LINE,),
}
#: Scenario -> the turns that follow these.
_THEN: Mapping[str, tuple[Turn, ...]] = {
    "asked_again": (
        AssistantTurn("It returned 18 C."),
        UserTurn(f"Now call {_written(TWO)} and nothing else."),
    ),
    "thanked": (
        AssistantTurn("It returned 18 C."),
        UserTurn('Thank you. Say "You are welcome." and nothing else.'),
    ),
    "line_of_result": (AssistantTurn("Noted."), UserTurn(_ASK_THREE)),
    "line_beside": (UserTurn(_ASK_LINE),),
    "line_of_said": (AssistantTurn("I have noted it."), UserTurn(_ASK_SAID)),
    "line_of_call": (AssistantTurn("Noted."), UserTurn(_ASK_CALLED)),
}
_ENDPOINT = Endpoint("https://api.example.invalid", "reference-model")


def clean(
    dialect: Dialect,
    scenario: str,
    mode: Mode,
    probing: Callable[[JsonObject], None] | None = None,
) -> Exchange:
    """Build one clean exchange through the dialect's own encoder and responder.

    Args:
        dialect: who speaks.
        scenario: name in `SCENARIOS`.
        mode: how the response is asked for.
        probing: an in-place change of the request's body before it is answered.
    """
    conversation, answer = SCENARIOS[scenario]
    if scenario in _AFTER:
        before = _history(dialect, scenario)
        turns = conversation.turns + before + _THEN.get(scenario, ())
        conversation = replace(conversation, turns=turns)
    conversation = replace(conversation, stream=mode is Mode.STREAMING)
    request = dialect.encode(conversation, _ENDPOINT)
    if probing is not None:
        body = parse(request.body)
        assert isinstance(body, dict)
        probing(body)
        request = replace(request, body=dump(body))
    return Exchange(
        request,
        dialect.respond(request, shaped(answer, dialect, parse(request.body))),
        Evidence(EvidenceLevel.DOCUMENTED, f"reference responder: {scenario}"),
    )


def every_clean(dialect: Dialect) -> Iterator[tuple[str, Mode, Exchange]]:
    """Yield every clean exchange of a dialect.

    The legacy API comes only where it exists.

    Raises:
        ToolwireError: the dialect refuses a scenario that its wire does not leave out.
    """
    for scenario in carried(dialect):
        for mode in Mode:
            yield scenario, mode, clean(dialect, scenario, mode)


def carried(dialect: Dialect) -> Iterator[str]:
    """Yield the names of the scenarios a dialect can carry."""
    refused = dialect.wire.left_out
    for scenario, (conversation, _) in SCENARIOS.items():
        if scenario not in refused and (dialect.legacy or not conversation.legacy):
            yield scenario
