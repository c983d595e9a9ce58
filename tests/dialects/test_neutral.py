"""Members of requests that change nothing: of each format, and what its own schema takes."""

from __future__ import annotations

from itertools import product

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.neutral import NeutralMembers
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint
from toolwire.rules.mutate.members_added import (
    header_of,
    query_of,
    with_headers,
    with_members,
    with_queries,
)

WRITTEN = [name for name in DIALECTS if load_dialect(name).wire.neutral is not None]
ASKED = Conversation((UserTurn("Hello."),), (Tool("f", "A tool.", {"type": "object"}),))


def neutral(name: str) -> NeutralMembers:
    """Return the members of a dialect."""
    found = load_dialect(name).wire.neutral
    assert found is not None
    return found


@pytest.mark.fast
@pytest.mark.parametrize("otherwise", [False, True])
@pytest.mark.parametrize("name", WRITTEN)
def test_the_published_type_takes_all_of_them(name: str, *, otherwise: bool) -> None:
    """With every member a request still fits it, and says the same."""
    dialect = load_dialect(name)
    plain = dialect.encode(ASKED, Endpoint("https://api.example.invalid", "some-model"))
    members = neutral(name).others if otherwise else neutral(name).members
    full = with_members(dialect, plain, [one.place for one in members])
    assert validator(name, "request").is_valid(parse(full.body))
    before, after = dialect.read_request(plain), dialect.read_request(full)
    assert before is not None
    assert after is not None
    assert after.turns == before.turns
    # One more tool may be offered, or none.
    none = any(one.path == ("tools",) and not one.value for one in members)
    assert [one.name for one in after.tools[:1]] == ([] if none else [before.tools[0].name])


@pytest.mark.fast
@pytest.mark.parametrize("name", WRITTEN)
def test_a_degree_fits_the_published_type_as_it_usually_stands_and_otherwise(name: str) -> None:
    """It takes the place of what usually stands there."""
    dialect = load_dialect(name)
    for one in neutral(name).degrees:
        assert one.instead is not None
        endpoint = Endpoint("https://api.example.invalid", "some-model", extra=one.instead)
        usual = dialect.encode(ASKED, endpoint)
        other = with_members(dialect, usual, [one.place])
        assert parse(other.body) != parse(usual.body)
        assert validator(name, "request").is_valid(parse(usual.body))
        assert validator(name, "request").is_valid(parse(other.body))


@pytest.mark.fast
@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_new_fits_the_published_type_and_says_the_same(name: str) -> None:
    """So does what stands behind the address, which changes no byte of the body."""
    dialect = load_dialect(name)
    plain = dialect.encode(ASKED, Endpoint("https://api.example.invalid", "some-model"))
    before = dialect.read_request(plain)
    assert before is not None
    for one in neutral(name).latest:
        other = with_members(dialect, plain, [one.place])
        assert validator(name, "request").is_valid(parse(other.body))
        after = dialect.read_request(other)
        assert after is not None
        assert after.turns == before.turns
    for words in neutral(name).queries:
        other = with_queries(dialect, plain, [query_of(words)])
        assert (other.url, other.body) == (f"{plain.url}?{words}", plain.body)
        # What stands there already under that name stands there once.
        assert with_queries(dialect, other, [query_of(words)]).url == other.url
    for header, value in neutral(name).headers:
        other = with_headers(dialect, plain, [header_of(header, value)])
        assert other.header(header) == value != plain.header(header)
        assert (other.url, other.body) == (plain.url, plain.body)
    assert with_headers(dialect, plain, []) is plain


@pytest.mark.fast
@pytest.mark.parametrize("name", WRITTEN)
def test_each_stands_once_and_its_document_is_named(name: str) -> None:
    """One place is one member, unless it stands there in another form."""
    places = [one.place for one in neutral(name).every]
    assert len(places) == len(set(places))
    assert neutral(name).source.startswith("https://")


@pytest.mark.fast
@pytest.mark.parametrize(
    ("name", "model", "without"),
    [
        ("openai-chat", "o3-mini", "/parallel_tool_calls"),
        ("openai-chat", "openai/gpt-5", "/top_p"),
        ("openai-responses", "gpt-5.4", "/temperature"),
        ("anthropic-messages", "claude-opus-5", "/top_k"),
        ("bedrock-converse", "eu.anthropic.claude-sonnet-4", "/inferenceConfig/topP"),
    ],
)
def test_a_model_that_is_documented_to_refuse_one_is_not_asked(
    name: str, model: str, without: str
) -> None:
    """Others are."""

    def asked(of: str) -> set[str]:
        both = (neutral(name).of(of, stream=False, otherwise=other) for other in (False, True))
        return {one.place for found in both for one in found}

    assert without not in asked(model)
    assert without in asked("qwen3")


@pytest.mark.fast
@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("anthropic-messages", {"/temperature", "/top_p"}),
        ("bedrock-converse", {"/inferenceConfig/temperature", "/inferenceConfig/topP"}),
    ],
)
def test_what_a_model_may_take_one_of_is_asked_apart(name: str, places: set[str]) -> None:
    """Claude refuses a temperature beside top_p, and a name of a gateway's own does not say that it is Claude."""
    members = neutral(name)
    assert places <= {one.place for one in members.every}
    for stream, otherwise in product((False, True), repeat=2):
        asked = {one.place for one in members.of("house", stream=stream, otherwise=otherwise)}
        assert len(asked & places) <= 1


@pytest.mark.fast
@pytest.mark.parametrize(
    ("model", "marked"),
    [
        ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", True),
        ("claude-opus-5", True),
        ("anthropic.claude-3-7-sonnet-20250219-v1:0", True),
        ("anthropic.claude-3-haiku-20240307-v1:0", False),
        ("amazon.nova-pro-v1:0", False),
        ("reference-model", False),
    ],
)
def test_a_cache_point_is_asked_of_models_that_take_it_everywhere(
    model: str, *, marked: bool
) -> None:
    """AWS refuses one on the tools of Nova, and any of a model that caches nothing."""
    asked = {one.place for one in neutral("bedrock-converse").of(model, stream=False)}
    assert any("cachePoint" in place for place in asked) is marked


@pytest.mark.fast
def test_what_only_a_stream_has_is_asked_of_streams() -> None:
    """A whole reply with it is refused by OpenAI."""
    whole, streamed = (
        {one.place for one in neutral("openai-chat").of("m", stream=stream)}
        for stream in (False, True)
    )
    assert streamed - whole == {"/stream_options"}


def test_a_stream_is_asked_for_as_an_array_where_its_address_asks_for_events_otherwise() -> None:
    """Google's streams are events for `alt=sse`, and one array for `alt=json`, as they are where nothing is said."""
    dialect = load_dialect("gemini-generate")
    asked = dialect.encode(
        Conversation(turns=(UserTurn("Hello."),), stream=True),
        Endpoint("https://api.example.invalid", "reference-model"),
    )
    assert asked.url.endswith("?alt=sse")
    said, left_out, behind = neutral("gemini-generate").stream_queries
    plain = asked.url.removesuffix("?alt=sse")
    assert with_queries(dialect, asked, [query_of(said)]).url == f"{plain}?alt=json"
    assert with_queries(dialect, asked, [query_of(left_out)]).url == plain
    assert (
        with_queries(dialect, asked, [query_of(behind)]).url == f"{plain}?prettyPrint=false&alt=sse"
    )
