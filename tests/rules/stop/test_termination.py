"""Rules about how replies end: the accepted words, and what is left to other rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Fidelity, Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body, frames, put, tool_uses
from toolwire.rules.mutate.faults import stop
from toolwire.rules.mutate.scenarios import clean

CHAT, ANTHROPIC, GEMINI = "openai-chat", "anthropic-messages", "gemini-generate"
MODES = (Mode.BLOCKING, Mode.STREAMING)


def ending(name: str, scenario: str, word: Json, mode: Mode) -> list[str]:
    """Return the rules that speak when a clean exchange ends with another word."""
    exchange = stop(word)(name, mode)(clean(load_dialect(name), scenario, mode))
    return [finding.rule for finding in judge(load_dialect(name).decode(exchange))]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "word", ["length", "content_filter", "insufficient_system_resource", "aborted"]
)
def test_a_cut_reply_with_calls_may_say_so(word: str, mode: Mode) -> None:
    """A reply with calls that was cut short does not have to end with tool_calls."""
    assert ending(CHAT, "single_call", word, mode) == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("word", ["stop", "tool_calls"])
def test_after_a_choice_by_name_both_words_are_accepted(word: str, mode: Mode) -> None:
    """OpenAI answers stop after a tool choice by name; servers that say tool_calls are right too."""
    assert ending(CHAT, "named_choice", word, mode) == []


@pytest.mark.parametrize("mode", MODES)
def test_a_required_call_that_ends_with_stop_is_a_fault(mode: Mode) -> None:
    """Only a choice by name excuses stop; required does not."""
    assert ending(CHAT, "required_choice", "stop", mode) == ["TC401"]


def test_without_the_request_nobody_knows_the_choice() -> None:
    """Stop beside a call is not judged when the tool choice is not known."""
    exchange = stop("stop")(CHAT, Mode.BLOCKING)(
        clean(load_dialect(CHAT), "single_call", Mode.BLOCKING)
    )
    assert judge(load_dialect(CHAT).decode(replace(exchange, request=None))) == ()


@pytest.mark.parametrize("mode", MODES)
def test_a_word_outside_of_the_vocabulary_is_one_finding(mode: Mode) -> None:
    """An unknown word beside a call is TC405's and not TC401's as well."""
    assert ending(CHAT, "single_call", "tool_use", mode) == ["TC405"]
    assert ending(CHAT, "single_call", 7, mode)[:1] == ["TC405"]


def test_null_is_a_word_of_chunks_only() -> None:
    """A body that was not streamed has ended and has to say why."""
    assert ending(CHAT, "plain_text", None, Mode.BLOCKING) == ["TC405"]


def test_a_chunk_without_the_key_is_milder_than_a_wrong_word() -> None:
    """SDKs read an absent finish_reason in a chunk as null, so that it is no more than a note."""

    def drop(stream: list[tuple[str | None, Json]]) -> None:
        for _, payload in stream:
            for choice in map(object_of, items_of(object_of(payload).get("choices"))):
                if choice.get("finish_reason", 0) is None:
                    del choice["finish_reason"]

    exchange = frames(drop)(clean(load_dialect(CHAT), "plain_text", Mode.STREAMING))
    (finding,) = judge(load_dialect(CHAT).decode(exchange))
    assert (finding.rule, finding.severity) == ("TC405", Severity.INFO)
    assert judge(load_dialect(CHAT).decode(replace(exchange, fidelity=Fidelity.EDITED))) == ()


def test_calls_of_the_wrong_shape_are_not_missing_calls() -> None:
    """tool_calls that cannot be read are another rule's finding, not a lack of calls."""

    def text(value: JsonObject) -> None:
        put(value, ("choices", 0, "message", "tool_calls"), {"function": {}})

    exchange = body(text)(clean(load_dialect(CHAT), "single_call", Mode.BLOCKING))
    assert "TC404" not in {f.rule for f in judge(load_dialect(CHAT).decode(exchange))}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("word", ["max_tokens", "refusal", "pause_turn"])
def test_anthropic_replies_with_calls_may_be_cut_or_paused(word: str, mode: Mode) -> None:
    """Only an ordinary end contradicts a tool_use block."""
    assert ending(ANTHROPIC, "single_call", word, mode) == []
    assert ending(ANTHROPIC, "single_call", "stop_sequence", mode) == ["TC406"]


def test_calls_out_of_code_execution_do_not_have_to_end_the_turn() -> None:
    """A tool_use block whose caller is the code execution tool is answered while it runs."""

    def called_by_code(message: JsonObject) -> None:
        tool_uses(message)[0]["caller"] = {"type": "code_execution_20250825", "tool_id": "x"}
        message["stop_reason"] = "end_turn"

    def called_directly(message: JsonObject) -> None:
        called_by_code(message)
        tool_uses(message)[0]["caller"] = {"type": "direct"}

    base = clean(load_dialect(ANTHROPIC), "single_call", Mode.BLOCKING)
    decode = load_dialect(ANTHROPIC).decode
    assert judge(decode(body(called_by_code)(base))) == ()
    assert [f.rule for f in judge(decode(body(called_directly)(base)))] == ["TC406"]


@pytest.mark.parametrize("mode", MODES)
def test_gemini_may_report_a_malformed_call_without_one(mode: Mode) -> None:
    """Saying that a call failed is right; sending the call with it is not."""
    assert ending(GEMINI, "plain_text", "MALFORMED_FUNCTION_CALL", mode) == []
    assert ending(GEMINI, "single_call", "UNEXPECTED_TOOL_CALL", mode) == ["TC407"]


def test_an_adapter_may_report_a_malformed_call_as_an_error_word() -> None:
    """The native word beside content_filter is a failure that is told."""

    def told(value: JsonObject) -> None:
        put(value, ("choices", 0, "native_finish_reason"), "MALFORMED_FUNCTION_CALL")
        put(value, ("choices", 0, "finish_reason"), "content_filter")

    exchange = body(told)(clean(load_dialect(CHAT), "plain_text", Mode.BLOCKING))
    # The adapter's own member is drift.
    assert [f.rule for f in judge(load_dialect(CHAT).decode(exchange))] == ["TC190"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("word", ["model_length", "error"])
def test_words_that_mistral_documents_are_no_fault(word: str, mode: Mode) -> None:
    """Its context ran out, or its server failed: both say that the reply was broken off."""
    assert ending(CHAT, "single_call", word, mode) == []
    assert load_dialect(CHAT).stops[word] == {"model_length": "length", "error": "cut"}[word]


@pytest.mark.parametrize("word", ["SAFETY", "MALFORMED_RESPONSE", "TOO_MANY_TOOL_CALLS", "SPII"])
def test_what_google_breaks_off_is_cut(word: str) -> None:
    """A filter or a failure is neither an ordinary end nor a limit."""
    assert load_dialect(GEMINI).stops[word] == "cut"
