"""A refusal that is about what another case asks by itself is told of there, and once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.jobs.audit.beside.alternatives import ALTERNATIVES
from toolwire.jobs.audit.beside.broken_calls import BROKEN_CALLS
from toolwire.jobs.audit.beside.earlier_lines import EARLIER_LINES
from toolwire.jobs.audit.beside.result_parts import RESULT_PARTS
from toolwire.jobs.audit.beside.right_requests import RIGHT_REQUESTS
from toolwire.jobs.audit.controls.control import controls
from toolwire.jobs.audit.judge import judge
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import AssistantTurn, ResultsTurn, ToolCall, ToolResult, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.mutate.probe_edit import PNG
from toolwire.suites import load_suites
from toolwire.transport import StaleCassetteError

LINES = "Room 214 until Friday, ref k7d2\nLocker 38 beside platform q4x9"
CHAT, GEMINI, RESPONSES = "openai-chat", "gemini-generate", "openai-responses"


def case(name: str, suite: str, case_id: str) -> Item:
    """Return what asks a case of a suite."""
    held = next(one for one in load_suites() if one.id == suite)
    found = next(one for one in held.cases if one.id == case_id)
    return Item(target(name), held, found, Mode.BLOCKING)


def beside(name: str, case_id: str) -> Item:
    """Return what asks a case that is asked besides."""
    every = (
        one
        for suite in (ALTERNATIVES, BROKEN_CALLS, EARLIER_LINES, RESULT_PARTS, RIGHT_REQUESTS)
        for one in suite.items([target(name)], load_suites())
    )
    return next(one for one in every if one.case.id == case_id)


def told(
    item: Item,
    refuses: Callable[[Request], bool],
    says: Callable[[Request], str] = lambda _: "Yes.",
    returned: str = "18 C",
    recorded: Callable[[Request], bool] = lambda _: True,
) -> tuple[list[str], Verdict]:
    """Return what is said of a server that refuses some requests and answers others, and the verdict."""
    dialect = load_dialect(item.target.provider.dialect)

    def answer(request: Request) -> Reading:
        refusal = Refusal(400, "invalid_request", "This is refused.")
        planned = Answer(refusal=refusal) if refuses(request) else Answer(text=says(request))
        evidence = Evidence(EvidenceLevel.LIVE, "test")
        return dialect.decode(Exchange(request, dialect.respond(request, planned), evidence))

    async def send(request: Request) -> Reading:
        if not recorded(request):
            raise StaleCassetteError("nothing was recorded")
        return answer(request)

    step = item.case.steps[-1]
    turns: tuple[UserTurn | AssistantTurn | ResultsTurn, ...] = (UserTurn(step.user or ""),)
    if step.results:
        tool = item.case.tools[0].name
        call = ToolCall(tool, "call_1", {"location": "Paris"})
        asked = UserTurn(item.case.steps[0].user or "")
        results = ResultsTurn((ToolResult("call_1", tool, returned),))
        turns = (asked, AssistantTurn(None, (call,)), results)
    reading = answer(request_of(item, step, turns))
    known = asyncio.run(controls(item, step, turns, reading, send))
    result = judge(step, reading, known)
    verdict = next((one.verdict for one in result.outcomes), Verdict.CONFORMANT)
    return [one.rule for one in result.findings if one.rule == step.question], verdict


def calls(request: Request) -> list[str]:
    """Return the words by which a request makes each call of its history."""
    body = object_of(parse(request.body))
    messages = map(object_of, items_of(body.get("messages")))
    return [str(call) for one in messages for call in items_of(one.get("tool_calls"))]


def items(request: Request) -> list[dict[str, object]]:
    """Return the calls of an input."""
    every = map(object_of, items_of(object_of(parse(request.body)).get("input")))
    return [{**one} for one in every if one.get("type") == "function_call"]


def test_null_is_not_to_blame_for_what_stands_beside_it() -> None:
    """Who refuses the arguments of a call, or its id, refuses it beside words as well."""
    null = case(CHAT, "history_forms", "null_content")
    assert told(null, lambda request: b"null" in request.body) == (["TC702"], Verdict.FAILED)
    assert told(null, lambda request: bool(calls(request))) == ([], Verdict.INCONCLUSIVE)


def test_broken_arguments_are_not_to_blame_for_a_call_that_no_id_is_said_of() -> None:
    """The same call with arguments that are JSON is refused as well."""
    broken = beside(RESPONSES, "broken_arguments")

    def cut(request: Request) -> bool:
        return any(one["arguments"] == '{"location": "Par' for one in items(request))

    def without_id(request: Request) -> bool:
        return not all("id" in one for one in items(request))

    assert told(broken, cut) == (["TC799"], Verdict.NON_STRICT)
    assert told(broken, without_id) == ([], Verdict.INCONCLUSIVE)


def test_several_tools_are_not_to_blame_for_one_without_parameters() -> None:
    """Such a tool is asked alone."""
    many = case(CHAT, "multi_tool", "one_of_many")

    def bare(request: Request) -> bool:
        return b'"properties":{}' in request.body

    def several(request: Request) -> bool:
        return len(items_of(object_of(parse(request.body)).get("tools"))) > 1

    assert told(many, several) == (["TC658"], Verdict.NON_STRICT)
    assert told(many, bare) == ([], Verdict.INCONCLUSIVE)


@pytest.mark.parametrize("name", ["chatml", "prompted"])
def test_several_tools_in_words_are_not_to_blame_where_one_is_refused(name: str) -> None:
    """A server that takes no system prompt refuses each; what was recorded before is told as it was."""
    many = case(name, "multi_tool", "one_of_many")

    def several(request: Request) -> bool:
        asked = load_dialect(name).read_request(request)
        return asked is not None and len(asked.tools) > 1

    assert told(many, several) == (["TC658"], Verdict.NON_STRICT)
    assert told(many, lambda _: True) == ([], Verdict.INCONCLUSIVE)
    assert told(many, several, recorded=lambda _: False) == (["TC658"], Verdict.NON_STRICT)


def test_no_case_is_to_blame_for_the_other_place_of_a_schema() -> None:
    """Gemini's `parameters` takes no JSON Schema; who refuses the member that does is told of by its form."""
    form = next(
        one.case.id
        for one in ALTERNATIVES.items([target(GEMINI)], load_suites())
        if one.case.id.startswith("form_json_schema")
    )

    def json_schema(request: Request) -> bool:
        return b'"parametersJsonSchema"' in request.body

    assert told(beside(GEMINI, form), json_schema) == (["TC748"], Verdict.NON_STRICT)
    nested, many = (
        case(GEMINI, "argument_fidelity", "nested"),
        case(GEMINI, "multi_tool", "one_of_many"),
    )
    for item in (nested, many):
        assert told(item, json_schema) == ([], Verdict.INCONCLUSIVE)
    assert told(beside(GEMINI, "form_usual_bare"), json_schema) == ([], Verdict.INCONCLUSIVE)
    # Who takes it has something else against the request.
    only = told(nested, lambda request: json_schema(request) and b"Paris" not in request.body)
    assert only == ([], Verdict.FAILED)
    older = told(nested, json_schema, recorded=lambda request: not json_schema(request))
    assert older == ([], Verdict.FAILED)


def test_a_choice_is_not_to_blame_for_a_tool_without_parameters() -> None:
    """One of those among which Cohere's widest form chooses has none."""
    widest = case("cohere-v2", "tool_choice", "widest_form")

    def bare(request: Request) -> bool:
        return b'"properties":{}' in request.body

    def choosing(request: Request) -> bool:
        return "tool_choice" in object_of(parse(request.body))

    assert told(widest, choosing) == (["TC604"], Verdict.NON_STRICT)
    assert told(widest, bare) == ([], Verdict.INCONCLUSIVE)
    # A cassette that is older than this question is judged as it was.
    older = told(widest, bare, recorded=lambda request: bare(request) or not choosing(request))
    assert older == (["TC604"], Verdict.NON_STRICT)


@pytest.mark.parametrize("case_id", ["line_said_1", "line_called_1", "right_history"])
def test_a_right_request_is_not_to_blame_for_its_calls(case_id: str) -> None:
    """Who wants each call to have an id, or takes none, is told of by the usual form of a call."""
    item = beside(RESPONSES, case_id)

    def without_id(request: Request) -> bool:
        return not all("id" in one for one in items(request))

    assert told(item, without_id) == ([], Verdict.INCONCLUSIVE)
    assert told(item, lambda request: bool(items(request))) == ([], Verdict.INCONCLUSIVE)


def test_what_is_wrong_with_a_right_request_alone_is_told() -> None:
    """A plain call and its result are taken then."""
    item = beside(RESPONSES, "line_said_1")
    assert told(item, lambda request: len(items(request)) > 1) == (["TC762"], Verdict.NON_STRICT)
    words = beside(RESPONSES, "line_reply_1")
    assert told(words, lambda request: b"Tell me one thing" in request.body) == (
        ["TC762"],
        Verdict.NON_STRICT,
    )


def test_the_plainest_history_is_asked_once() -> None:
    """What tells whether another case is to blame tells of the history's kind as well."""
    sent: list[bytes] = []

    def kept(request: Request) -> bool:
        sent.append(bytes(request.body))
        return True

    item = beside(RESPONSES, "line_said_1")
    told(item, lambda request: len(items(request)) > 1, recorded=kept)
    assert len(sent) == len(set(sent)) == 3


@pytest.mark.parametrize("name", RULES["TC764"].severity)
def test_an_image_is_not_to_blame_for_lists_that_are_lost(name: str) -> None:
    """A server that reads no list of parts loses the text beside an image as well, and so does one that fails."""
    item = beside(name, "parts_image_1")

    def image(request: Request) -> bool:
        return PNG[:24].encode() in request.body

    def of_image(request: Request) -> str:
        return "I cannot tell." if image(request) else LINES

    def no_result(_request: Request) -> str:
        return "I cannot tell."

    assert told(item, lambda _: False, of_image, LINES)[0] == ["TC764"]
    assert told(item, lambda _: False, no_result, LINES)[0] == []
    assert told(item, lambda _: False, lambda _: LINES, LINES)[0] == []


def test_where_no_other_form_is_asked_nobody_else_tells() -> None:
    """Cohere's v1 has one form of everything."""
    item = beside("cohere-v1", "line_said_1")
    found, _ = told(item, lambda request: b"tool_calls" in request.body)
    assert found == ["TC762"]


def _returned_image(request: Request) -> bool:
    """Return whether an image stands in a result of a request."""
    body = object_of(parse(request.body))
    messages = map(object_of, items_of(body.get("messages")))
    blocks = [object_of(block) for one in messages for block in items_of(one.get("content"))]
    results = [one for one in blocks if one.get("type") == "tool_result" or "toolResult" in one]
    return any(PNG in str(one) for one in results)


def test_an_image_that_only_a_result_may_not_have_is_told() -> None:
    """Claude sees the images of results as it sees those of the user; a gateway drops the form."""
    item = beside("anthropic-messages", "parts_image_1")
    assert told(item, _returned_image) == (["TC764"], Verdict.NON_STRICT)


def test_a_model_without_eyes_refuses_every_image() -> None:
    """That is no matter of its place."""
    item = beside("anthropic-messages", "parts_image_1")
    rules, verdict = told(item, lambda request: PNG.encode() in request.body)
    assert rules == []
    assert verdict is not Verdict.NON_STRICT


def test_where_models_differ_in_it_a_refused_image_is_an_answer() -> None:
    """Of AWS's models Claude and Nova take images in results, others in the user's words alone."""
    item = beside("bedrock-converse", "parts_image_1")
    rules, verdict = told(item, _returned_image)
    assert rules == []
    assert verdict is not Verdict.NON_STRICT


@pytest.mark.parametrize("member", ["keep_alive", "options", "think"])
def test_null_is_not_to_blame_for_its_member(member: str) -> None:
    """A member that is refused with a value as well is told of once, as what a right request may have."""
    null = beside("ollama-chat", f"form_null_{member}")

    def sends(request: Request) -> bool:
        return member in object_of(parse(request.body))

    def sends_null(request: Request) -> bool:
        return sends(request) and object_of(parse(request.body))[member] is None

    assert told(null, sends_null) == (["TC748"], Verdict.NON_STRICT)
    assert told(null, sends) == ([], Verdict.INCONCLUSIVE)
