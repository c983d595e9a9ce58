"""When an answer with calls of which nothing is signed is told of."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate import edit, request_edit
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.answer_parts import parts_of

GEMINI = load_dialect("gemini-generate")
OTHER, NEWEST = "reference-model", "gemini-3-flash-preview"


def told(model: str, *, thoughts: int, signed: str = "") -> list[Severity]:
    """Return how an answer of a model is told of that counts so many tokens of thoughts."""

    def change(body: JsonObject) -> None:
        for part in parts_of("", body):
            part.value.pop("thoughtSignature", None)
        if signed:
            (candidate,) = map(object_of, items_of(body["candidates"]))
            words: JsonObject = {"text": "I look it up.", "thoughtSignature": signed}
            items_of(object_of(candidate["content"])["parts"]).insert(0, words)
        object_of(body["usageMetadata"])["thoughtsTokenCount"] = thoughts

    def same(exchange: Exchange) -> Exchange:
        return edit.body(change)(exchange)

    named = request_edit.moved(lambda url: url.replace(OTHER, model), same)
    exchange = named(clean(GEMINI, "single_call", Mode.BLOCKING))
    return [one.severity for one in judge(GEMINI.decode(exchange)) if one.rule == "TC131"]


@pytest.mark.parametrize(("model", "severities"), [(OTHER, []), (NEWEST, [Severity.WARNING])])
def test_a_thinking_models_call_without_any_signature_is_told(
    model: str, severities: list[Severity]
) -> None:
    """Gemini 3 signs each first call; a server of other models may have nothing to sign with."""
    assert told(model, thoughts=40) == severities


@pytest.mark.parametrize("model", [OTHER, NEWEST])
def test_without_thoughts_or_with_words_that_are_signed_nothing_is_told(model: str) -> None:
    """Gemini without thoughts signs nothing, and words beside a call may have their own signature."""
    assert told(model, thoughts=0) == []
    assert told(model, thoughts=40, signed="c2lnbmF0dXJl") == []
