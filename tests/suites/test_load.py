"""Suites: loading, overriding, case sets of others, and what users get wrong."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from toolwire.io.declarative import validator
from toolwire.jobs.lint.features import FEATURES
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Mode
from toolwire.suites import ArgumentTest, ExpectedCall, Suite, load_suite, load_suites
from toolwire.suites.faults import FAULTS
from toolwire.suites.load import shipped_suites

HEAD = "suite: mine\ntitle: Mine\nwhy: Because.\n"
CASE = HEAD + dedent(
    """
    cases:
      - id: one
        title: One
        tools: [get_weather]
        steps:
          - user: 'Call get_weather({"location": "Paris"}).'
            expect:
              calls: [{tool: get_weather, arguments: {location: Paris}}]
          - results: {get_weather: {by: location, Paris: sunny}}
            expect: {calls: none, text: {contains: sunny}}
    """
)


def _refusal(folder: Path, text: str) -> str:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ToolwireError) as caught:
        load_suites([folder])
    assert caught.value.exit_code == 3
    return str(caught.value).replace(str(folder), "DIR")


def _shipped() -> dict[str, Suite]:
    return {suite.id: suite for suite in load_suites()}


#: Cases that ask in one mode only, since the other adds nothing to their question.
ONE_MODE = {
    "argument_fidelity.marks_inside": Mode.STREAMING,
    "argument_fidelity.pieces_beside_other_calls": Mode.STREAMING,
    "tool_choice.foreign_word": Mode.BLOCKING,
    "tool_choice.widest_form": Mode.BLOCKING,
}


def test_the_shipped_suites() -> None:
    """Each suite is there with two to fifteen cases, probes of forms in one mode, others in both."""
    suites = _shipped()
    files = {path.stem for path in shipped_suites().glob("*.yaml")}
    assert {*suites, "tools"} == files
    assert len(suites) > 10
    for suite in suites.values():
        assert suite.pairs or 2 <= len(suite.cases) <= 15
        for case in suite.cases:
            forms = Mode.BLOCKING if suite.id in ("history_forms", "schema_forms") else None
            only = ONE_MODE.get(case.name, forms)
            assert case.modes == ((only,) if only is not None else tuple(Mode))
            assert case.suite == suite.id
    assert suites["legacy_function_call"].dialects == ("openai-chat",)
    assert all(case.legacy for case in suites["legacy_function_call"].cases)


def test_the_schema_knows_the_features_of_the_code() -> None:
    """A new feature has to be entered in the schema, where typos are caught."""
    forms = validator("suite").schema["properties"]
    known = set(forms["shown_by"]["items"]["enum"])
    assert known == {*FEATURES, "error_status"}
    assert all(set(suite.shown_by) <= known for suite in _shipped().values())


def test_hard_arguments_keep_their_types() -> None:
    """Numbers, booleans, lists and accents of a suite file arrive as what they are."""
    case = next(c for c in _shipped()["tool_definition"].cases if c.id == "hard_schema")
    calls = case.steps[0].expect.calls
    assert calls is not None
    tests = calls[0].arguments
    assert ("restaurant", ArgumentTest("equals", 'Café "Zoë" 東京')) in tests
    assert ("guests", ArgumentTest("equals", 4)) in tests
    assert ("guests", ArgumentTest("type", "integer")) in tests
    assert ("outdoor", ArgumentTest("equals", value=True)) in tests


def test_a_tool_without_parameters_declares_none() -> None:
    """Leaving `parameters` out is kept apart from declaring an empty object."""
    case = next(c for c in _shipped()["tool_definition"].cases if c.id == "no_parameters")
    assert case.tools[0].parameters is None


def test_choices_are_read_in_every_form() -> None:
    """Words and a named tool become the neutral tool choice."""
    choices = [case.steps[0].choice for case in _shipped()["single_call"].cases]
    assert choices == [
        ToolChoice(ChoiceMode.AUTO),
        ToolChoice(ChoiceMode.REQUIRED),
        ToolChoice(ChoiceMode.NAMED, "get_local_time"),
        ToolChoice(ChoiceMode.NONE),
        None,
    ]


def test_what_only_some_cases_say_is_read() -> None:
    """A dialect of the case's own, faults, allowed refusals, kept state and extra members."""
    suites = _shipped()
    native, prompted, *_ = suites["prompt_fallback"].cases
    assert (native.dialect, prompted.dialect) == ("openai-chat", "prompted")
    assert (native.steps[0].expect.may_refuse, native.steps[0].expect.refused) == (True, False)
    faults = [case.steps[0].fault for case in suites["request_validation"].cases]
    assert sorted(filter(None, faults)) == sorted(FAULTS)
    for case in suites["request_validation"].cases:
        (step,) = case.steps
        assert step.expect.refused is (step.probe is None)
    for case in suites["reasoning_state"].cases:
        assert [step.expect.echo for step in case.steps][:2] == [True, False]
        assert case.extra["ollama-chat"] == {"think": True}
    assert suites["single_call"].cases[0].extra == {}


def test_own_suites_come_first_and_replace_shipped_ones(tmp_path: Path) -> None:
    """A user's suite of the same id takes the place of ours; its tools win too."""
    (tmp_path / "tools.yaml").write_text("tools: {get_weather: {description: Mine.}}\n")
    (tmp_path / "a.yaml").write_text(
        "suite: single_call\ntitle: Own\nwhy: Mine.\ncases:\n"
        "  - id: x\n    title: X\n    tools: [get_weather, get_local_time]\n"
        "    steps: [{user: Hello, expect: {calls: none}}]\n"
    )
    suites = load_suites([tmp_path])
    assert suites[0].title == "Own"
    assert [suite.id for suite in suites].count("single_call") == 1
    assert [tool.description for tool in suites[0].cases[0].tools] == [
        "Mine.",
        "Get the local time of one city.",
    ]


def test_one_file_can_be_loaded(tmp_path: Path) -> None:
    """A single file works where a folder does."""
    path = tmp_path / "mine.yaml"
    path.write_text(CASE, encoding="utf-8")
    suite = load_suite(path)
    assert suite.cases[0].name == "mine.one"
    assert load_suites([path])[0] == suite
    assert suite.cases[0].steps[0].expect.calls == (
        ExpectedCall("get_weather", (("location", ArgumentTest("equals", "Paris")),)),
    )
    assert suite.cases[0].steps[1].expect.calls == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[get_weather]", "[get_wether]", "8: unknown tool 'get_wether' (did you mean get_weath"),
        ("tools:", "toolz:", "8: unknown key 'toolz' (did you mean tools?"),
        ("  - id: one", "  - id: one\n    id: two", "7: key 'id' stands here and on line 6"),
        ("id: one", "id: One!", "6: 'One!' does not fit: an id is lower-case"),
        ("title: One", "title: 1", "7: 'title' has to be text, not 1"),
        ("results:", "user: x\n        results:", "13: a step has `user` or `results`, and not"),
        ("- results: {get_w", "- resultz: {get_w", "13: "),
        ("{tool: get_weather,", "{tool: get_local_time,", "12: tool 'get_local_time' is not off"),
        ("{location: Paris}", "{locatio: Paris}", "12: tool 'get_weather' has no argument"),
        ("{location: Paris}", "{location: Rome}", "13: no answer for the call of 'get_weather' w"),
        ("{location: Paris}", "{}", "13: answers go by argument 'location', which the expected"),
        ("by: location, Paris: sunny", "by: location", "13: `by` needs answers"),
        ("by: location, Paris: sunny", "bye: location", "13: unknown key 'bye' (did you mean by"),
        ("{get_weather: {by", "{get_wether: {by", "13: tool 'get_wether' is not expected"),
        ("calls: none", "calls: nothing", "14: 'calls' cannot be 'nothing' (known: none)"),
        ("contains: sunny", "containing: sunny", "14: unknown key 'containing' (did you mean"),
        ("calls: [{tool", "order: some\n          calls: [{tool", "12: 'order' cannot be 'some'"),
        ("{location: Paris}", "{location: {like: Paris}}", "12: unknown key 'like'"),
        ("tools: [", "modes: [fast]\n    tools: [", "8: entry 0 cannot be 'fast'"),
        ("tools: [", "attempts: 99\n    tools: [", "8: 'attempts' is 99, which breaks maximum 10"),
        ("why: Because.", "why: Because.\nshown_by: [magic]", "4: entry 0 cannot be 'magic'"),
        ("why: Because.", "why: Because.\ndialects: [openai]", "4: entry 0 cannot be 'openai' (d"),
        ("why: Because.", "", "1: the key 'why' is missing"),
        ("tools: [", "dialect: morse\n    tools: [", "8: 'dialect' cannot be 'morse'"),
        ("why: Because.", "why: Because.\nextra: {morse: {a: 1}}", "4: "),
        (
            "      - user:",
            "      - break: bad_nam\n        user:",
            "10: 'break' cannot be 'bad_nam' (d",
        ),
        (
            "      - user:",
            "      - break: bad_name\n        user:",
            "10: a request that is wrong on",
        ),
        ("- results: {get", "- break: bad_name\n        results: {get", "13: a request that is"),
        (
            "      - user:",
            "      - probe: TC999\n        user:",
            "10: 'probe' cannot be 'TC999' (d",
        ),
        (
            "      - user:",
            "      - probe: TC401\n        user:",
            "10: 'probe' cannot be 'TC401' (d",
        ),
        ("{calls: none, text: {contains: sunny}}", "{}", "14: 'expect' is empty"),
        ("        expect: {calls: none, text: {contains: sunny}}", "", "13: a step needs `ex"),
        (
            "expect: {calls: none, text: {contains: sunny}}",
            "probe: TC701\n        expect: {refused: true}",
            "15: a step with a `probe` leaves",
        ),
        ("calls: [{tool", "echo: lost\n          calls: [{tool", "12: 'echo' cannot be 'lost'"),
        ("{calls: none,", "{echo: kept, calls: none,", "14: what is kept shows in a next step"),
        ("{calls: none,", "{refused: maybe, calls: none,", "14: 'refused' cannot be 'maybe'"),
    ],
)
def test_mistakes_are_told_with_line_and_remedy(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    """Every kind of mistake in a suite is one line naming the file and the line of the part."""
    assert CASE.count(old) >= 1
    assert _refusal(tmp_path, CASE.replace(old, new, 1)).startswith(f"DIR/mine.yaml:{told}")


def test_duplicate_cases_and_suites_are_refused(tmp_path: Path) -> None:
    """A case id stands once in a suite, a suite id once in a folder."""
    twice = CASE + "  - {id: one, title: Again, steps: [{user: Hi, expect: {calls: none}}]}\n"
    assert "mine.yaml:15: case 'one' stands at" in _refusal(tmp_path, twice)
    (tmp_path / "also.yaml").write_text(CASE, encoding="utf-8")
    assert "another file of this folder is suite 'mine'" in _refusal(tmp_path, CASE)


def test_results_need_calls_before_them(tmp_path: Path) -> None:
    """A conversation cannot begin with results, and an unexpected call has no answer."""
    first = HEAD + (
        "cases:\n  - id: one\n    title: One\n    tools: [get_weather]\n    steps:\n"
        "      - results: {get_weather: sunny}\n        expect: {calls: none}\n"
    )
    assert "mine.yaml:9: results answer calls" in _refusal(tmp_path, first)
    lacking = CASE.replace(
        "[{tool: get_weather, arguments: {location: Paris}}]",
        "[{tool: get_weather, arguments: {location: Paris}}, {tool: get_local_time}]",
    ).replace("tools: [get_weather]", "tools: [get_weather, get_local_time]")
    assert "the call of 'get_local_time' has no answer" in _refusal(tmp_path, lacking)


def test_a_named_choice_has_to_be_offered_unless_the_request_is_to_be_refused(
    tmp_path: Path,
) -> None:
    """Naming a tool that is not offered is a mistake, except to see it refused."""
    text = HEAD + (
        "cases:\n  - id: one\n    title: One\n    tools: [get_weather]\n    steps:\n"
        "      - {user: Hi, tool_choice: {tool: get_time}, expect: {EXPECT}}\n"
    )
    told = _refusal(tmp_path, text.replace("EXPECT", "calls: none"))
    assert "mine.yaml:9: tool 'get_time' is not offered" in told
    (tmp_path / "mine.yaml").write_text(text.replace("EXPECT", "refused: true"))
    assert load_suite(tmp_path / "mine.yaml").cases[0].steps[0].expect.refused


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tools: {a: {parameters: {type: strin}}}", "tools.yaml:1: not a JSON Schema"),
        ("tools: {a: {parameters: {type: string}}}", "have to be of type object"),
        ("tools: {a: {parameter: {}}}", "unknown key 'parameter' (did you mean parameters?)"),
    ],
)
def test_bad_tools_are_refused(tmp_path: Path, text: str, told: str) -> None:
    """The shared tools of a folder are checked like its suites."""
    (tmp_path / "tools.yaml").write_text(text)
    assert told in _refusal(tmp_path, CASE)


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """A folder that is not there is an error, not an empty selection."""
    with pytest.raises(ToolwireError, match="no such folder of suites"):
        load_suites([tmp_path / "nowhere"])


LINES = HEAD + "cases_from: set.jsonl\n"


def test_case_sets_of_others_need_no_code(tmp_path: Path) -> None:
    """Lines of prompt, tool and arguments become cases; null means that no call may come."""
    (tmp_path / "set.jsonl").write_text(
        '{"prompt": "Weather in Oslo?", "tool": "get_weather", "arguments": {"location": "Oslo"}}\n'
        "\n"
        '{"id": "chat", "prompt": "Hello", "tool": null, "tools": ["get_local_time"]}\r\n',
        encoding="utf-8",
    )
    (tmp_path / "mine.yaml").write_text(LINES)
    first, second = load_suite(tmp_path / "mine.yaml").cases
    assert (first.id, first.tools[0].name, first.steps[0].user) == (
        "line_1",
        "get_weather",
        "Weather in Oslo?",
    )
    assert first.steps[0].expect.calls == (
        ExpectedCall("get_weather", (("location", ArgumentTest("equals", "Oslo")),)),
    )
    assert first.steps[0].expect.stop == "tool_call"
    assert (second.id, second.steps[0].expect.calls) == ("chat", ())
    assert [tool.name for tool in second.tools] == ["get_local_time"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"prompt": "x"', "set.jsonl:2: not JSON"),
        ("[]", "set.jsonl:2: the file has to be a mapping"),
        ('{"prompt": "x"}', "set.jsonl:2: the key 'tool' is missing"),
        ('{"promt": "x", "prompt": "x", "tool": null}', "unknown key 'promt' (did you mean"),
        ('{"prompt": "x", "tool": "get_wether"}', "unknown tool 'get_wether' (did you mean"),
        (
            '{"prompt": "x", "tool": "get_weather", "tools": ["get_local_time"]}',
            "set.jsonl:2: tool 'get_weather' is not offered",
        ),
        ('{"id": "a", "prompt": "x", "tool": null}', "case 'a' is there already (line 1)"),
    ],
)
def test_mistakes_in_case_sets_name_their_line(tmp_path: Path, line: str, told: str) -> None:
    """A bad line of a case set is one error naming the file and that line."""
    good = '{"id": "a", "prompt": "x", "tool": null}\n'
    (tmp_path / "set.jsonl").write_text(good + line + "\n", encoding="utf-8")
    assert told in _refusal(tmp_path, LINES)


def test_case_sets_stay_in_their_folder(tmp_path: Path) -> None:
    """A suite cannot point out of its folder, at nothing, or at an empty file."""
    assert "named without a path" in _refusal(tmp_path, HEAD + "cases_from: ../set.jsonl\n")
    assert "cannot be read" in _refusal(tmp_path, LINES)
    (tmp_path / "set.jsonl").write_text("\n")
    assert "the file has no cases" in _refusal(tmp_path, LINES)
    assert "a suite needs `cases` or `cases_from`" in _refusal(tmp_path, HEAD)


def test_the_comparison_of_modes_has_no_cases_of_its_own(tmp_path: Path) -> None:
    """`pairs` is one suite's word, and needs no cases beside it."""
    head = HEAD.replace(HEAD.split()[1], "streaming_equals_blocking", 1)
    (tmp_path / "both.yaml").write_text(f"{head}pairs: true\n")
    suite = load_suite(tmp_path / "both.yaml")
    assert (suite.pairs, suite.cases) == (True, ())
    told = "`pairs` belongs to the suite streaming_equals_blocking"
    assert told in _refusal(tmp_path, f"{HEAD}pairs: true\n")
    assert told in _refusal(tmp_path, f"{head}pairs: true\ncases_from: a.jsonl\n")
    assert "'pairs' cannot be False" in _refusal(tmp_path, f"{head}pairs: false\n")
