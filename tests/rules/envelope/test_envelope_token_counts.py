"""TC152, TC124 and TC188: answers without a count of tokens, counts that are no whole numbers, and what is billed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import changed
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.places import Place

GEMINI = load_dialect("gemini-generate")


def told(usage: Json, scenario: str = "single_call") -> list[tuple[str, Severity]]:
    """Return what is said of an answer with other counts."""

    def counted(body: JsonObject) -> None:
        body["usageMetadata"] = usage
        if usage is None:
            del body["usageMetadata"]

    exchange = edit.body(counted)(clean(GEMINI, scenario, Mode.BLOCKING))
    found = judge(GEMINI.decode(exchange))
    return [(one.rule, one.counted) for one in found if one.rule in {"TC124", "TC152"}]


def test_one_answer_may_count_nothing() -> None:
    """That no answer of a run has a count is the server's doing, and what one lacks shows nothing."""
    assert told(None) == [("TC152", Severity.INFO)]
    assert told(object_of({"totalTokenCount": 29})) == [("TC152", Severity.INFO)]


@pytest.mark.parametrize("lost", ["candidatesTokenCount", "promptTokenCount"])
def test_one_answer_may_lack_a_count(lost: str) -> None:
    """Protobuf leaves a count of none out; none of a run with words has none, so it counts over a run."""
    usage = object_of({"promptTokenCount": 20, "candidatesTokenCount": 9, "totalTokenCount": 29})
    assert told(usage) == []
    del usage[lost]
    assert told(usage) == [("TC152", Severity.INFO)]


@pytest.mark.parametrize("lost", ["eval_count", "prompt_eval_count"])
@pytest.mark.parametrize("mode", Mode)
def test_an_answer_of_ollamas_is_counted(lost: str, mode: Mode) -> None:
    """One may lack a count: a prompt that a cache had is left out by older versions. A run has both."""
    dialect = load_dialect("ollama-chat")

    def drop(_name: str, where: Place) -> None:
        for document in edit.objects(where):
            document.pop(lost, None)

    without = changed(drop)
    found = judge(dialect.decode(without("ollama-chat", mode)(clean(dialect, "plain_text", mode))))
    assert [one.counted for one in found if one.rule == "TC152"] == [Severity.INFO]


def test_a_prompt_that_the_other_mode_counts_was_in_a_cache() -> None:
    """Older versions leave the count out of the second of two equal requests."""
    dialect = load_dialect("ollama-chat")

    def drop(_name: str, where: Place) -> None:
        for document in edit.objects(where):
            document.pop("prompt_eval_count", None)

    first = dialect.decode(clean(dialect, "plain_text", Mode.BLOCKING))
    staged = clean(dialect, "plain_text", Mode.STREAMING)
    second = dialect.decode(changed(drop)("ollama-chat", Mode.STREAMING)(staged))
    for twin, due in ((first, []), (None, ["TC152"])):
        found = judge(replace(second, twin=twin))
        assert [one.rule for one in found if one.rule == "TC152"] == due


@pytest.mark.parametrize(("said", "due"), [("\n", 0), (" ", 0), ("1", 1)])
def test_white_space_is_no_word(said: str, due: int) -> None:
    """Google counts none for the end of a line alone, and its JSON leaves a zero out."""

    def spoken(body: JsonObject) -> None:
        edit.put(body, ("candidates", 0, "content", "parts"), [{"text": said}])
        body["usageMetadata"] = {"promptTokenCount": 20, "totalTokenCount": 20}

    exchange = edit.body(spoken)(clean(GEMINI, "plain_text", Mode.BLOCKING))
    found = judge(GEMINI.decode(exchange))
    assert [one.rule for one in found if one.rule == "TC152"] == ["TC152"] * due


def test_a_prompt_is_counted_to_the_end() -> None:
    """Counts of a stream are those of the answer so far, and no shares that a client adds up."""
    staged = clean(GEMINI, "plain_text", Mode.STREAMING)

    def shares(frames: list[edit.Frame]) -> None:
        for number, (_, payload) in enumerate(frames):
            prompt = 20 if number == 0 else 0
            object_of(payload)["usageMetadata"] = {
                "promptTokenCount": prompt,
                "candidatesTokenCount": 1,
                "totalTokenCount": prompt + 1,
            }

    found = judge(GEMINI.decode(edit.frames(shares)(staged)))
    assert [(one.rule, one.counted) for one in found] == [("TC124", Severity.WARNING)]


def test_a_prompt_that_a_cache_has_whole_is_counted() -> None:
    """Anthropic tells what a cache had beside the tokens that were read anew, which may be none."""
    anthropic = load_dialect("anthropic-messages")
    for cached, rules in ((90, []), (0, ["TC124"])):
        usage: JsonObject = {"input_tokens": 0, "output_tokens": 9}
        usage |= {"cache_read_input_tokens": cached, "cache_creation_input_tokens": 0}
        exchange = edit.body(lambda body, usage=usage: edit.put(body, ("usage",), usage))(
            clean(anthropic, "single_call", Mode.BLOCKING)
        )
        found = [one for one in judge(anthropic.decode(exchange)) if one.rule == "TC124"]
        assert [one.rule for one in found] == rules
        assert {one.pointer for one in found} <= {"/usage/input_tokens"}


@pytest.mark.parametrize(
    ("first", "last", "rules"),
    [
        ({"input_tokens": 0, "output_tokens": 1}, {"input_tokens": 14}, ["TC124"]),
        (
            {"input_tokens": 0, "output_tokens": 1, "cache_read_input_tokens": 0},
            {"input_tokens": 14},
            ["TC124"],
        ),
        ({"input_tokens": 0, "cache_read_input_tokens": 90}, {"input_tokens": 14}, []),
        ({"input_tokens": 14, "output_tokens": 1}, {"input_tokens": 14}, []),
        ({"output_tokens": 1}, {"input_tokens": 14}, []),
    ],
)
def test_a_stream_counts_its_request_where_it_begins(
    first: JsonObject, last: JsonObject, rules: list[str]
) -> None:
    """Clients read there how full a context is; what a cache had is counted, and what is not told is no zero."""
    anthropic = load_dialect("anthropic-messages")

    def late(frames: list[edit.Frame]) -> None:
        for _, payload in frames:
            document = object_of(payload)
            if "message" in document:
                object_of(document["message"])["usage"] = first
            if "usage" in document:
                object_of(document["usage"]).update(last)

    staged = clean(anthropic, "single_call", Mode.STREAMING)
    found = judge(anthropic.decode(edit.frames(late)(staged)))
    assert [one.rule for one in found if one.rule == "TC124"] == rules


def test_a_count_is_a_whole_number() -> None:
    """Readers of integers, Go's among them, refuse `9.0`."""
    usage = object_of({"promptTokenCount": 20, "candidatesTokenCount": 9.0, "totalTokenCount": 29})
    assert told(usage) == [("TC124", Severity.WARNING)]


def cohere(usage: Json) -> list[str]:
    """Return what is said of an answer of Cohere's with another usage."""
    dialect = load_dialect("cohere-v2")

    def counted(body: JsonObject) -> None:
        body["usage"] = usage

    found = judge(dialect.decode(edit.body(counted)(clean(dialect, "single_call", Mode.BLOCKING))))
    return [one.rule for one in found if one.rule in {"TC152", "TC188"}]


def test_cohere_bills_what_it_counts() -> None:
    """A usage that counts says what is billed; one that is not there counts nothing at all."""
    both: JsonObject = {"input_tokens": 20, "output_tokens": 9}
    assert cohere({"tokens": both, "billed_units": both}) == []
    assert cohere({"tokens": both, "billed_units": {**both, "search_units": 1}}) == []
    lacking: list[Json] = [None, {}, {"input_tokens": 20}, {**both, "input_tokens": None}, 7]
    for billed in lacking:
        assert cohere({"tokens": both, "billed_units": billed}) == ["TC188"]
    assert cohere({"billed_units": both}) == []
    assert cohere(None) == ["TC152"]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("put", "url", "due"),
    [
        ({}, "https://api.cohere.com/v1/chat", 1),
        ({"meta": {"api_version": {"version": "1"}}}, "https://api.cohere.com/v1/chat", 1),
        ({"meta": {"billed_units": {"input_tokens": 4, "output_tokens": 2}}}, "", 0),
        ({"token_count": {"prompt_tokens": 83, "response_tokens": 63}}, "", 0),
        (
            {},
            "https://bedrock-runtime.us-east-1.amazonaws.com/model/cohere.command-r-v1:0/invoke",
            0,
        ),
    ],
)
def test_an_answer_of_coheres_v1_is_counted(
    mode: Mode, put: JsonObject, url: str, due: int
) -> None:
    """In meta, in 2023 in token_count, and by AWS in headers."""
    dialect = load_dialect("cohere-v1")

    def told_so(_name: str, where: Place) -> None:
        for document in edit.objects(where):
            for holder in (document, object_of(document.get("response"))):
                if holder.pop("meta", None) is not None:
                    holder.update(put)

    exchange = changed(told_so)("cohere-v1", mode)(clean(dialect, "plain_text", mode))
    assert exchange.request is not None
    request = replace(exchange.request, url=url or exchange.request.url)
    found = judge(dialect.decode(replace(exchange, request=request)))
    assert [one.counted for one in found if one.rule == "TC152"] == [Severity.INFO] * due
