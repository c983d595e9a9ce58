"""What asks a target for the other documented forms of a request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, Dialect, Refusal, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.alternative import otherwise, passed_over
from toolwire.jobs.audit.beside.alternatives import ALTERNATIVES, SUITE
from toolwire.jobs.audit.beside.earlier_lines import PROBED
from toolwire.jobs.audit.judge import judge
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import JsonObject, UserTurn
from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Mode,
    Request,
    Response,
)
from toolwire.model.observation import Finding, Severity
from toolwire.rules import RULES
from toolwire.rules.mutate.alternatives import meaning
from toolwire.rules.mutate.other_form import LEFT_OUT, SAID
from toolwire.rules.proof.exchanges import NO_PLACE
from toolwire.suites import load_suites
from toolwire.suites.model import Alternative

#: Dialects in which something is documented in two forms.
ASKED = [name for name in DIALECTS if name in RULES["TC748"].severity]
#: Those of them in which a history is.
USUALLY = [name for name in DIALECTS if name in RULES["TC749"].severity]


@cache
def all_asked(name: str) -> tuple[Item, ...]:
    """Return what asks a dialect, usual forms as well."""
    return tuple(ALTERNATIVES.items([target(name)], load_suites()))


def form(item: Item) -> Alternative:
    """Return the form that an item asks for."""
    (step,) = item.case.steps
    assert step.alternative is not None
    return step.alternative


def asked(name: str) -> tuple[Item, ...]:
    """Return what asks a dialect for other forms."""
    return tuple(item for item in all_asked(name) if form(item).form)


def usual(name: str) -> tuple[Item, ...]:
    """Return what asks a dialect for usual forms."""
    return tuple(item for item in all_asked(name) if not form(item).form)


def request(item: Item, *, probing: bool) -> Request:
    """Return the request of an item, in its other form or in the usual one."""
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),), probing=probing)


def body(sent: Request) -> JsonObject:
    """Return what a request holds."""
    return object_of(parse(sent.body))


def numbered(dialect: Dialect) -> bool:
    """Return whether a result needs the id of its call, though it names its tool."""
    form = dialect.wire.request
    return form is None or not form.named_or_numbered


def test_results_that_name_their_tool_come_without_an_id_where_a_format_documents_that() -> None:
    """Ollama's page has them so; in others a result without the id of its call answers none."""
    place = "form_left_out_messages_tool_tool_call_id"
    assert {name for name in ASKED if place in {one.case.id for one in asked(name)}} == {
        "ollama-chat"
    }


def test_calls_of_ollama_come_without_a_content_as_its_client_sends_them() -> None:
    """ollama-python leaves an empty content out, which stands beside calls."""
    places = {form(item).place for item in asked("ollama-chat") if form(item).form == LEFT_OUT}
    assert "/messages/*[assistant]/content" in places
    assert "/messages/*[user]/content" not in places


def test_a_call_that_takes_nothing_is_asked_without_arguments_where_they_are_optional() -> None:
    """Of Gemini's call only the name has to stand; in other formats arguments have to."""
    marks = ("_args", "_arguments", "_input")
    found = {
        (name, item.case.id)
        for name in ASKED
        for item in asked(name)
        if form(item).form == "left_out"
        and form(item).place.endswith(tuple("/" + m[1:] for m in marks))
    }
    assert found == {
        ("gemini-generate", "form_left_out_contents_model_parts_functionCall_args"),
    }


def test_another_spelling_is_asked_where_the_answer_shows_who_passes_over_it() -> None:
    """Tools tell more than a template does; a choice forbids the call that the prompt asks for."""
    sent = {item.case.id: request(item, probing=True) for item in asked("gemini-generate")}
    tools = sent["form_respelled_tools_functionDeclarations"].body
    assert b"functionDeclarations" not in tools
    assert b'"allowedFunctionNames":["get_weather"]' in tools
    assert len(tools) > 4096
    assert (
        b'"tool_config":{"functionCallingConfig":{"mode":"NONE"}}'
        in sent["form_respelled_toolConfig"].body
    )


def test_tools_are_asked_apart_and_the_one_amid_the_others_is_demanded() -> None:
    """Who reads the first object alone, or the last, has not got it."""
    sent = {item.case.id: request(item, probing=True) for item in asked("gemini-generate")}
    apart = object_of(parse(sent["form_apart_tools"].body))
    names = [
        object_of(one)["name"]
        for tool in items_of(apart["tools"])
        for one in items_of(object_of(tool)["functionDeclarations"])
    ]
    assert len(items_of(apart["tools"])) == len(names) == 3
    config = object_of(object_of(apart["toolConfig"])["functionCallingConfig"])
    assert config["allowedFunctionNames"] == names[1:2] == ["get_weather"]


def test_a_plain_schema_is_asked_where_geminis_format_has_a_json_schema() -> None:
    """Other formats have one place for it."""
    forms = {name: {form(item).form for item in asked(name)} for name in ASKED}
    assert [name for name in ASKED if "json_schema" in forms[name]] == ["gemini-generate"]


def _told(words: str, response: Callable[[Dialect, Request], Response]) -> list[tuple[str, str]]:
    """Return the verdicts and messages of an answer to tools that stand apart."""
    dialect = load_dialect("gemini-generate")
    item = next(one for one in asked("gemini-generate") if one.case.id == "form_apart_tools")
    (step,) = item.case.steps
    sent = request(item, probing=True)
    exchange = Exchange(sent, response(dialect, sent), Evidence(EvidenceLevel.DOCUMENTED, words))
    result = judge(step, dialect.decode(exchange))
    return [(one.rule, one.message) for one in result.findings]


def _refusing(words: str) -> Callable[[Dialect, Request], Response]:
    refusal = Refusal(400, "invalid_request", words)
    return lambda dialect, sent: dialect.respond(sent, Answer(refusal=refusal))


def test_who_passes_over_tools_that_stand_apart_is_told_of() -> None:
    """Who says that it does not support them is believed."""
    place = ": /tools as a list of one object for each tool."
    words = _told("words", lambda dialect, sent: dialect.respond(sent, Answer(text="Sunny.")))
    assert words == [("TC602", f"A call of one tool was demanded and none came{place}")]
    unknown = _told("unknown", _refusing("allowed_function_names: unknown function"))
    assert unknown == [("TC748", f"A documented form of a request is refused{place}")]
    assert not _told("lacking", _refusing("Multiple tools are supported only for search."))


def test_a_whole_answer_to_a_stream_in_the_usual_form_is_judged() -> None:
    """A server that answers in one piece is told of elsewhere; its case does not end in a failure of our own."""
    dialect = load_dialect("ollama-chat")
    item = next(one for one in usual("ollama-chat") if one.mode is Mode.STREAMING)
    (step,) = item.case.steps
    sent = request(item, probing=True)
    in_one = replace(sent, body=dump({**object_of(parse(sent.body)), "stream": False}))
    whole = dialect.respond(in_one, Answer(text="Sunny."))
    exchange = Exchange(sent, whole, Evidence(EvidenceLevel.DOCUMENTED, "in one piece"))
    assert not judge(step, dialect.decode(exchange)).findings


@pytest.mark.parametrize("name", ASKED)
def test_each_is_right_and_says_what_its_control_says(name: str) -> None:
    """Both fit the published type and are read alike, and they differ in one place."""
    dialect, fits = load_dialect(name), validator(name, "request").is_valid
    assert asked(name)
    for item in asked(name):
        usual, other = request(item, probing=False), request(item, probing=True)
        assert fits(body(usual)), item.id
        assert fits(body(other)), item.id
        assert body(usual) != body(other), item.id
        meant, told = (
            meaning(dialect.read_request(one), numbered=numbered(dialect)) for one in (usual, other)
        )
        assert meant == told, item.id


@pytest.mark.parametrize("name", ASKED)
def test_no_question_is_asked_twice(name: str) -> None:
    """Cases have names of their own, requests differ, and no other probe rule asks the same."""
    items = all_asked(name)
    assert len({(item.case.id, item.mode) for item in items}) == len(items)
    assert len({request(item, probing=True).body for item in items}) == len(items)
    items = asked(name)
    for rule in RULES.values():
        ask = rule.probing.get(name)
        # Who refuses the form that a question about a line has is told of here.
        if ask is None or rule.id in {
            "TC388",
            "TC748",
            "TC749",
            "TC774",
            "TC794",
            "TC797",
            *PROBED.values(),
        }:
            continue
        for item in items:
            changed = body(request(item, probing=False))
            try:
                ask(changed)
            except NO_PLACE:
                continue
            assert changed != body(request(item, probing=True)), (rule.id, item.id)


@pytest.mark.parametrize("name", USUALLY)
def test_usual_forms_are_asked_once_each_with_others_instead(name: str) -> None:
    """Each other form is asked instead of one usual form, and differs from it in its place."""
    items = usual(name)
    instead = [other for item in items for other in form(item).instead]
    keeps = load_dialect(name).wire.keeps
    unkept = [other for other in instead if keeps and other.path == (keeps,)]
    assert len(unkept) == bool(keeps)
    neutral = load_dialect(name).wire.neutral
    unsaid = {member for member, _ in neutral.left_out} if neutral is not None else set()
    more = [other for other in instead if other.form == SAID and other.path[-1] in unsaid]
    assert {other.path[-1] for other in more} == unsaid
    beyond = [*unkept, *more]
    assert [one for one in instead if one not in beyond] == [form(item) for item in asked(name)]
    for item in items:
        (step,) = item.case.steps
        assert step.question == "TC749"
        sent = request(item, probing=True)
        assert sent == request(item, probing=False)
        bodies = [otherwise(sent, other).body for other in form(item).instead]
        assert len({sent.body, *bodies}) == len(bodies) + 1, item.id


def test_a_text_that_goes_uncounted_names_the_form_that_hid_it() -> None:
    """What is long stands in that form alone; of the usual one, and of other rules, nothing is added."""
    alternative = Alternative("respelled", ("systemInstruction",), None, "/systemInstruction", "")
    uncounted, other = (
        Finding(rule, Severity.WARNING, "", "Fewer are counted.") for rule in ("TC146", "TC404")
    )
    named, kept = passed_over((uncounted, other), alternative)
    assert named.message.startswith("Fewer are counted: /systemInstruction in snake_case")
    assert kept is other
    assert passed_over((uncounted,), replace(alternative, form="")) == (uncounted,)


def test_a_choice_that_is_not_kept_names_the_form_that_hid_it() -> None:
    """In the usual spelling it is kept, which other cases ask."""
    alternative = Alternative("respelled", ("toolConfig",), None, "/toolConfig", "")
    called = Finding("TC603", Severity.ERROR, "", "A call came although calls were forbidden.")
    (named,) = passed_over((called,), alternative)
    assert named.message.startswith(
        "A call came although calls were forbidden: /toolConfig in snake_case"
    )


def test_tool_content_as_parts_is_asked_by_its_own_rule() -> None:
    """TC705 asks it of Chat Completions; of other formats this does."""
    chat = [item.case.id for item in asked("openai-chat")]
    assert not [name for name in chat if "tool_content" in name]
    assert "form_text_part_messages_user_content_tool_result_content" in [
        item.case.id for item in asked("anthropic-messages")
    ]


def test_streams_are_asked_for_what_only_they_have() -> None:
    """Ollama's streams alone may leave out that they are streams."""
    streamed = {item.case.id for item in asked("ollama-chat") if item.mode is Mode.STREAMING}
    assert streamed == {"form_null_stream", "form_left_out_stream"}


def test_nothing_is_asked_where_nothing_has_two_forms_or_without_the_suite() -> None:
    """A route in words shares its path with another format, which is asked; v1 has one form."""
    assert all_asked("prompted") == all_asked("cohere-v1") == ()
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(ALTERNATIVES.items([target("openai-chat")], others))


def test_what_was_asked_before_is_asked_of_its_cassettes(tmp_path: Path) -> None:
    """Those whose answers a folder keeps, and no others."""
    suites, (first, *_) = load_suites(), all_asked("openai-chat")
    assert not list(ALTERNATIVES.kept([target("openai-chat")], suites, tmp_path))
    kept = tmp_path / first.cassette
    kept.parent.mkdir(parents=True)
    kept.write_bytes(dump({}))
    found = list(ALTERNATIVES.kept([target("openai-chat")], suites, tmp_path))
    assert [item.case.id for item in found] == [first.case.id]
