"""TC144: tokens-spell-the-text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.io.pointer import at, pointer_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, Event
from toolwire.rules.mutate import edit
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.asked_for import whole
from toolwire.rules.views.excerpt import excerpt

#: Where a body has the tokens of the reply's text: with choices, and with one message on top.
_OF_CHOICE: Final = ("choices", 0, "logprobs", "content")
_ON_TOP: Final = ("logprobs",)
#: The member of a token that has its text.
_NAMED: Final = b'"token"'
#: What rounding may make of a logarithm of 1.
_ROUNDED: Final = 0.01


def _spell(reading: Reading) -> Iterator[Violation]:
    # What a call is made of is no text, and servers differ in whether they tell its tokens.
    reply = reading.reply
    if reply.tool_calls or not reply.text:
        return
    every = list(_every(reading, reply.text))
    for pointer, text, told in every:
        tokens = [object_of(token) for token in told]
        spelt = _spelt(tokens) if tokens else None
        odd = next(filter(None, map(_odd, tokens)), "")
        if spelt is not None and text.strip() not in spelt:
            message = "The tokens of the text spell another text."
            yield Violation(pointer, message, excerpt(text), excerpt(spelt))
        elif odd:
            yield Violation(pointer, odd, "a logarithm, not above 0", None)
    if not any(told for _, _, told in every) and _wanted(reading):
        # Servers pass over members that they do not know, and models that think tell no tokens.
        message = "The request wants the probabilities of the text's tokens, and none is told."
        yield Violation(reply.text_pointer, message, "tokens", "none", Severity.INFO)


def _wanted(reading: Reading) -> bool:
    form = load_dialect(reading.dialect).wire.request
    wanted = form is not None and form.wants_tokens(object_of(reading.request))
    return wanted and whole(reading)


def _odd(token: JsonObject) -> str:
    """Return what is wrong with a token by itself; "" for nothing."""
    logarithm = token.get("logprob")
    if isinstance(logarithm, bool) or not isinstance(logarithm, int | float):
        return "A token is told without its probability."
    return "The logarithm of a token's probability is above 0." if logarithm > _ROUNDED else ""


def _every(reading: Reading, text: str) -> Iterator[tuple[str, str, list[Json]]]:
    if _NAMED not in reading.exchange.response.body:
        return  # as in nearly all
    if isinstance(reading.body, dict):
        yield from _told(reading.body, text)
    else:
        yield from _streamed(reading, text)


def _streamed(reading: Reading, text: str) -> Iterator[tuple[str, str, list[Json]]]:
    """Yield where the first tokens of a stream are told, its text, and all of them; nothing where there are none."""
    for path in (_OF_CHOICE, _ON_TOP):
        found = [
            (event.number, at(event.json, path)) for event in reading.events if _is_first(event)
        ]
        lists = [(number, told) for number, told in found if isinstance(told, list) and told]
        if lists:
            tokens = [token for _, told in lists for token in told]
            yield f"event[{lists[0][0]}]{pointer_of(path)}", text, tokens


def _is_first(event: Event) -> bool:
    """Return whether what an event tells is of the first choice."""
    return at(event.json, ("choices", 0, "index")) in (0, None, ABSENT)


def _told(body: JsonObject, text: str) -> Iterator[tuple[str, str, list[Json]]]:
    """Yield where tokens are told, the text that they are of, and the tokens.

    An item of Responses has them beside each part of its content.
    """
    for path in (_OF_CHOICE, _ON_TOP):
        told = at(body, path)
        if isinstance(told, list):
            yield pointer_of(path), text, told
    for number, item in enumerate(items_of(body.get("output"))):
        for place, part in enumerate(items_of(object_of(item).get("content"))):
            own = object_of(part).get("text")
            if isinstance(own, str):
                where = ("output", number, "content", place, "logprobs")
                yield pointer_of(where), own, items_of(object_of(part).get("logprobs"))


def _spelt(tokens: list[JsonObject]) -> str | None:
    """Return the text that tokens spell; None where it cannot be told.

    A character may be of several tokens: then only their bytes tell it.
    """
    held = [token.get("bytes") for token in tokens]
    if all(isinstance(one, list) for one in held):
        numbers = [number for one in held for number in items_of(one)]
        if not all(type(number) is int and 0 <= number < 256 for number in numbers):
            return None
        whole = bytes(number for number in numbers if isinstance(number, int))
        return whole.decode(errors="replace")
    words = [token.get("token") for token in tokens]
    spelt = "".join(word for word in words if isinstance(word, str))
    return spelt if spelt.isascii() and "\\x" not in spelt else None


def _planted(*path: str | int) -> Callable[[JsonObject], None]:
    def change(body: JsonObject) -> None:
        other: JsonObject = {"token": "No", "logprob": -0.1, "bytes": [78, 111]}
        here: Json = body
        for step in path[:-1]:
            here = items_of(here)[step] if isinstance(step, int) else _within(object_of(here), step)
        object_of(here)[str(path[-1])] = [{**other, "top_logprobs": []}]

    return change


def _within(holder: JsonObject, member: str) -> Json:
    if holder.get(member) is None:
        holder[member] = {"refusal": None}
    return holder[member]


RULE = Rule(
    id="TC144",
    name="tokens-spell-the-text",
    severity=dict.fromkeys(("ollama-chat", "openai-chat", "openai-responses"), Severity.WARNING),
    statement=(
        "The tokens whose probabilities a reply tells spell its text, or a text that has it: "
        "what goes before it, and marks of the end, may be among them; each has the logarithm of its probability, "
        "which is not above 0. Not judged beside calls, and where a token is no text of its own and comes without its "
        "bytes. That a request wants them (`logprobs` of Chat Completions) and none is told, is information: many servers "
        "have none. `toolwire verify` asks for them in both modes."
    ),
    why="Scores, highlights and confidence are computed for words that nobody said.",
    breaks="whoever aligns probabilities with the text (sgl-project/sglang#25055)",
    workaround="Compare before using them.",
    source=Source(
        "spec",
        "openai 3.52.0 ChatCompletionTokenLogprob: the bytes of tokens are combined to the text",
        "https://developers.openai.com/api/reference/resources/chat",
        "2026-11-24",
    ),
    check=_spell,
    mutations=(
        Mutation(
            "openai-chat",
            Mode.BLOCKING,
            "plain_text",
            edit.body(_planted(*_OF_CHOICE)),
        ),
        Mutation("ollama-chat", Mode.BLOCKING, "plain_text", edit.body(_planted("logprobs"))),
        Mutation(
            "openai-responses",
            Mode.BLOCKING,
            "plain_text",
            edit.body(_planted("output", 0, "content", 0, "logprobs")),
        ),
    ),
    cases="""
SGLang | the tokens are those of the whole output, reasoning and its marks too | https://github.com/sgl-project/sglang/issues/25055 | issue closed 2026-05
mlx-lm | a stream tells none of the tokens that the whole reply tells | https://github.com/ml-explore/mlx-lm/pull/1630 | PR closed 2026-07
MAX (modular) | logprobs is null in every chunk of a stream | https://github.com/modular/modular/issues/5085 | issue 2025-07
tabbyAPI | logprobs is null without marks of thoughts and calls | https://github.com/theroyallab/tabbyAPI/pull/430 | PR merged 2026-06
vLLM 0.8 | tokens of Chinese text are in the bytes of the vocabulary, not of UTF-8 | https://github.com/vllm-project/vllm/issues/19177 | issue closed 2025
""",
)
