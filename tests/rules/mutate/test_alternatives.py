"""The same request in its other documented forms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import ChoiceMode, Conversation, Tool, ToolChoice, UserTurn
from toolwire.model.exchange import Endpoint, Mode, Request
from toolwire.rules.mutate.alternatives import (
    AlternativeRequest,
    alternatives,
    everywhere,
    meaning,
    sorted_place,
)
from toolwire.rules.mutate.document_edit import put
from toolwire.rules.mutate.scenarios import carried, clean

#: Members that an answer depends on.
DECISIVE = ("model", "max_tokens", "store", "stream_options")
ENDPOINT = Endpoint("https://api.example.invalid", "m")


def requests(name: str) -> Iterator[Request]:
    """Yield the clean requests of a dialect."""
    dialect = load_dialect(name)
    for scenario in carried(dialect):
        for mode in Mode:
            request = clean(dialect, scenario, mode).request
            assert request is not None
            yield request


def found(name: str, request: Request) -> dict[tuple[str, str], AlternativeRequest]:
    """Return the alternatives of a request by form and place."""
    return {(one.form, one.place): one for one in alternatives(load_dialect(name), request)}


@pytest.mark.parametrize("name", DIALECTS)
def test_each_fits_the_published_type_and_says_the_same(name: str) -> None:
    """It differs from the request, is read as the same conversation, and an answer may be alike.

    Nothing leaves out, or nulls, the model, a limit, or whether tokens are counted.
    """
    dialect, fits = load_dialect(name), validator(name, "request").is_valid
    made = 0
    for request in requests(name):
        body = object_of(parse(request.body))
        if not fits(body):
            continue
        decisive = [body.get(name) for name in DECISIVE]
        form = dialect.wire.request
        numbered = form is None or not form.named_or_numbered
        meant = meaning(dialect.read_request(request), numbered=numbered)
        for one in alternatives(dialect, request):
            made += 1
            other = object_of(parse(one.request.body))
            assert fits(other), one
            assert other != body, one
            assert [other.get(name) for name in DECISIVE] == decisive, one
            read = meaning(dialect.read_request(one.request), numbered=numbered)
            assert read == meant, one
            assert (one.request.url, one.request.headers) == (request.url, request.headers)
    assert made >= 10 or name == "cohere-v1"


def chat(system: str | None = None) -> Request:
    """Return a plain request of Chat Completions with a tool that is described."""
    tool = Tool("a_tool", "Words.", {"type": "object", "properties": {"text": {"type": "string"}}})
    free = ToolChoice(ChoiceMode.AUTO)
    turns = (UserTurn("Hi."),)
    asked = Conversation(turns=turns, tools=(tool,), choice=free, parallel=True, system=system)
    return load_dialect("openai-chat").encode(asked, ENDPOINT)


def test_the_forms_of_chat_completions() -> None:
    """Texts as parts, what may be null, what may be left out, and nothing inside of a schema."""
    tool = "/tools/*[function]/function"
    assert set(found("openai-chat", chat("Be brief."))) == {
        ("text_part", "/messages/*[system]/content"),
        ("text_part", "/messages/*[user]/content"),
        ("in_parts", "/messages/*[system]/content"),
        ("left_out", f"{tool}/description"),
        ("null", f"{tool}/strict"),
        ("left_out", "/tool_choice"),
        ("said", "/stream"),
        ("null", "/stream"),
        ("null", "/stream_options"),
    }


def test_what_the_user_and_the_system_say_comes_in_parts() -> None:
    """Clients add parts to both; the words together are what they were."""
    dialect = load_dialect("bedrock-converse")
    asked = Conversation((UserTurn("Be quick."),), system="Be brief.")
    forms = found("bedrock-converse", dialect.encode(asked, ENDPOINT))
    parts = {place for form, place in forms if form == "in_parts"}
    assert parts == {"/messages/*[user]/content", "/system"}


def test_neither_the_first_part_nor_the_last_says_much() -> None:
    """Who reads one of them alone has a word of the text."""
    dialect = load_dialect("anthropic-messages")
    asked = Conversation((UserTurn("Be quick now, please."),))
    forms = found("anthropic-messages", dialect.encode(asked, ENDPOINT))
    one = forms["in_parts", "/messages/*[user]/content"]
    (message,) = items_of(object_of(parse(one.request.body))["messages"])
    texts = [object_of(part)["text"] for part in items_of(object_of(message)["content"])]
    assert texts == ["Be ", "quick now, ", "please."]


def test_what_a_request_means_may_not_change() -> None:
    """A choice that says something is not left out."""
    body = object_of(parse(chat().body))
    body["tool_choice"] = "required"
    forms = found("openai-chat", Request("POST", "", (), dump(body)))
    assert ("left_out", "/tool_choice") not in forms
    assert ("text_part", "/messages/*[user]/content") in forms


def test_gemini_takes_both_spellings_and_no_null_of_its_sdk() -> None:
    """Names in snake_case are documented; an Optional of the SDK's types is none on the wire."""
    dialect = load_dialect("gemini-generate")
    request = dialect.encode(Conversation((UserTurn("Hi."),), system="Be brief."), ENDPOINT)
    forms = found("gemini-generate", request)
    assert ("respelled", "/systemInstruction") in forms
    assert ("alone", "/systemInstruction/parts") in forms
    assert not [place for form, place in forms if form == "null"]


def test_what_need_not_be_said_is_said_in_one_word() -> None:
    """Where several words say as much as none, none of them is what is meant."""
    dialect = load_dialect("openai-responses")
    request = dialect.encode(Conversation((UserTurn("Hi."),)), ENDPOINT)
    (message,) = (one for one in alternatives(dialect, request) if one.path[-1] == "type")
    assert (message.form, message.word) == ("said", "message")
    assert parse(message.request.body) == put(parse(request.body), ("input", 0, "type"), "message")
    history = clean(dialect, "round_trip", Mode.BLOCKING).request
    assert history is not None
    said = [place for form, place in found("openai-responses", history) if form == "said"]
    assert not [place for place in said if place.endswith("/status")]


def test_all_places_of_a_sort_are_written_otherwise() -> None:
    """Each of them, and no other place."""
    dialect = load_dialect("openai-chat")
    request = dialect.encode(Conversation((UserTurn("A."), UserTurn("B.")), system="C."), ENDPOINT)
    (one,) = (x for x in alternatives(dialect, request) if x.place == "/messages/*[user]/content")
    body = parse(request.body)
    wanted = put(body, ("messages", 1, "content"), [{"type": "text", "text": "A."}])
    assert parse(one.request.body) == wanted
    wanted = put(wanted, ("messages", 2, "content"), [{"type": "text", "text": "B."}])
    assert everywhere(dialect, body, one) == wanted


def test_a_place_has_no_numbers() -> None:
    """Elements are told apart by role and type, and by nothing where they have neither."""
    body = {"a": [{}, {"role": "user", "type": "text", "b": 1}]}
    assert sorted_place(body, ("a", 1, "b")) == "/a/*[user][text]/b"  # type: ignore[arg-type]
    assert sorted_place(body, ("a", 0, "gone")) == "/a/*/gone"  # type: ignore[arg-type]
