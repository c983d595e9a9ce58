"""TC155: thoughts-as-asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.count import count_of
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import EvidenceLevel, Exchange, Mode
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.faults import Change, changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Variance, Violation
from toolwire.rules.views.answer_parts import answer_parts
from toolwire.rules.views.asked_for import place_of
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.places import Place
from toolwire.rules.views.thought_tokens import counted_thoughts
from toolwire.rules.views.told_plan import told_plan

#: What is in the names of models that tell their thoughts unasked: Ollama documents that gpt-oss
#: passes over false.
_UNASKED: Final = ("image", "gemma-4", "gpt-oss")


#: Whose thoughts are parts of an answer; whose requests switch them off, where a model may think all the same, and
#: where the vendor sees to it.
_PARTS: Final = ("gemini-generate",)
_TOLD_THE_MODEL: Final = ("ollama-chat",)
_SWITCHED: Final = ("anthropic-messages", "cohere-v2")


def _as_asked(reading: Reading) -> Iterator[Violation]:
    conversation = reading.conversation
    yield from _untold(reading)
    if conversation is None or conversation.thinks or not _thoughts(reading):
        return
    if _thinks_aloud(reading) or _is_anothers(reading):
        return
    if not (reading.reply.text or reading.reply.tool_calls):
        return  # that all words of a run are marked so is TC510's
    if _silenced(reading):
        message = "Thoughts are told, though the request switches them off."
        shown = excerpt(_thoughts(reading))
        form = load_dialect(reading.dialect).wire.request
        varies = form is not None and form.told_the_model
        yield Violation(place_of(reading), message, "no thought", shown, variance=varies)
        return
    for part in answer_parts(reading):
        if part.value.get("thought") is True and part.value.get("text"):
            shown = excerpt(part.value["text"])
            message = "Thoughts are told that nobody asked for."
            yield Violation(f"{part.pointer}/thought", message, "no thought", shown)
            return


def _thoughts(reading: Reading) -> str:
    """Return what the model thought, without the plan beside its calls, which no request switches off."""
    return (reading.reply.reasoning or "").replace(told_plan(reading)[1], "", 1).strip()


def _thinks_aloud(reading: Reading) -> bool:
    """Return whether a model may answer that tells its thoughts unasked, as Google's for pictures do.

    So does Gemma 4, even where it is asked not to (google-gemini/cookbook#1198).
    """
    request = reading.request if isinstance(reading.request, dict) else {}
    kinds = items_of(object_of(request.get("generationConfig")).get("responseModalities"))
    sent = reading.exchange.request
    named = (reading.reply.model or "", "" if sent is None else sent.url)
    return "IMAGE" in kinds or any(mark in name for name in named for mark in _UNASKED)


def _is_anothers(reading: Reading) -> bool:
    """Return whether thoughts are told in one mode only (TC908), or in the text as well (TC508)."""
    thoughts, twin = _thoughts(reading), reading.twin
    one_mode = twin is not None and twin.ok and not twin.reply.reasoning
    return one_mode or thoughts in (reading.reply.text or "")


def _silenced(reading: Reading) -> bool:
    """Return whether an answer is to have no thoughts, as its request says in so many words."""
    form = load_dialect(reading.dialect).wire.request
    if form is None or not form.is_silenced(object_of(reading.request)) or not reading.ok:
        return False
    words = (reading.reply.text, reading.reply.tool_calls)
    return any(words) and not _thinks_aloud(reading)


def _could(reading: Reading) -> bool:
    return _silenced(reading) or _due(reading)


def _thinking_aloud(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        for candidate in items_of(document.get("candidates")):
            content = object_of(object_of(candidate).get("content"))
            parts = items_of(content.get("parts"))
            parts.insert(0, {"text": "Look it up.", "thought": True})
        return


def _due(reading: Reading) -> bool:
    """Return whether thoughts were asked for, and tokens of some are counted.

    What somebody recorded is one answer of many. Of 37 of Google's such, three tell no thoughts.
    """
    conversation = reading.conversation
    if conversation is None or not conversation.thinks or not reading.ok:
        return False
    if reading.exchange.evidence.level is EvidenceLevel.IMPORTED:
        return False
    return counted_thoughts(reading) > 0 and bool(reading.reply.text or reading.reply.tool_calls)


def _told(reading: Reading) -> bool:
    return bool(_thoughts(reading))


def _shown(reading: Reading) -> bool:
    """Return whether an answer has thoughts, or none where a request can say that it is to have none."""
    form = load_dialect(reading.dialect).wire.request
    can_silence = form is not None and bool(form.unthinking)
    return _silenced(reading) and not _told(reading) if can_silence else _told(reading)


def _untold(reading: Reading) -> Iterator[Violation]:
    if _due(reading) and not _told(reading):
        message = "Thoughts were asked for and are counted, and no part is marked as one."
        tokens = f"{counted_thoughts(reading)} tokens"
        yield Violation(place_of(reading), message, "a thought", tokens, variance=True)


def _unmarked(_name: str, where: Place) -> None:
    for document in edit.objects(where):
        counts = object_of(document.get("usageMetadata"))
        counts["thoughtsTokenCount"] = 40
        counts["totalTokenCount"] = 40 + (count_of(counts.get("totalTokenCount")) or 0)


def _asked(exchange: Exchange) -> Exchange:
    assert exchange.request is not None
    body = object_of(parse(exchange.request.body))
    asking: JsonObject = {"thinkingConfig": {"includeThoughts": True}}
    config: Json = {**object_of(body.get("generationConfig")), **asking}
    request = replace(exchange.request, body=dump({**body, "generationConfig": config}))
    return replace(exchange, request=request)


def _planted(dialect: str, mode: Mode) -> Change:
    plant = changed(_unmarked)(dialect, mode)
    return lambda exchange: plant(_asked(exchange))


def _switched_off(dialect: str, _mode: Mode) -> Change:
    spoken = load_dialect(dialect)
    form = spoken.wire.request
    assert form is not None
    off: JsonObject = dict(form.unthinking)

    def apply(exchange: Exchange) -> Exchange:
        assert exchange.request is not None
        body = {**object_of(parse(exchange.request.body)), **off}
        request = replace(exchange.request, body=dump(body))
        reply = spoken.decode(exchange).reply
        made = ((call.name, object_of(call.arguments)) for call in reply.tool_calls)
        calls = tuple(PlannedCall(name or "", arguments) for name, arguments in made)
        told = Answer(text=reply.text, calls=calls, reasoning="They want something.")
        return replace(exchange, request=request, response=spoken.respond(request, told))

    return apply


def _switched_off_whole(dialect: str, mode: Mode) -> Change:
    plant = _switched_off(dialect, mode)

    def apply(exchange: Exchange) -> Exchange:
        planted = plant(exchange)
        # It is the same answer, but for its thoughts.
        same = object_of(parse(exchange.response.body))["id"]
        body = dump({**object_of(parse(planted.response.body)), "id": same})
        return replace(planted, response=replace(planted.response, body=body))

    return apply


RULE = Rule(
    id="TC155",
    name="thoughts-as-asked",
    severity=dict.fromkeys((*_PARTS, *_TOLD_THE_MODEL, *_SWITCHED), Severity.WARNING),
    statement=(
        "No thoughts come where the request switches them off (`thinking` of the type `disabled`, "
        "of Anthropic and of Cohere's v2). Of Gemini, parts that are thoughts come only where the "
        "request asks for them (`thinkingConfig.includeThoughts`). Models that draw pictures, and "
        "Gemma 4, tell them unasked. Where it does, an answer that counts tokens of thoughts tells "
        "some; a model may tell none once, and that no answer of a run does is the server's doing. "
        "So is that each tells some where its request says `think: false` (Ollama), but of gpt-oss, "
        "which passes over it as documented."
    ),
    why=(
        "Clients that never asked for thoughts join the texts of all parts, and show the user what "
        "the model thought as its answer. They do so too with thoughts that lost their mark; those "
        "that a gateway leaves out the user pays for and never sees."
    ),
    breaks="clients that join parts without a look at `thought`, as code older than thoughts does",
    workaround="Leave out parts that are marked as thoughts.",
    source=Source(
        "docs",
        "Gemini API, ThinkingConfig.includeThoughts: whether to include thoughts in the response. None of "
        "48 recorded answers of Gemini with thoughts was asked without it; Google's Gemma 4 tells them always",
        "https://ai.google.dev/api/generate-content#ThinkingConfig",
        "2026-11-25",
    ),
    check=_as_asked,
    needs_request=True,
    variance=Variance(
        "answers that count thoughts that were asked for, or were to have none",
        _could,
        shown=_shown,
        partly=True,
    ),
    mutations=(
        *mutations_for("single_call", changed(_thinking_aloud), _PARTS, fault="unasked"),
        *mutations_for("plain_text", _planted, _PARTS, fault="untold"),
        *mutations_for("plain_text", _switched_off, _TOLD_THE_MODEL, fault="unwanted"),
        *mutations_for(
            "single_call", _switched_off_whole, _SWITCHED, (Mode.BLOCKING,), "switched off"
        ),
    ),
    cases="""
LiteLLM | streamGenerateContent tells no thoughts, though includeThoughts is set; Google's own address does | https://github.com/BerriAI/litellm/issues/15779 | issue open 2025-10
Ollama | the Messages route lets a model think whatever the request says of it | https://github.com/ollama/ollama/issues/15287 | issue open 2026-04
Google, Gemma 4 | thoughts are told by default, and where includeThoughts is false | https://github.com/google-gemini/cookbook/issues/1198 | issue closed 2026-04
""",
)
