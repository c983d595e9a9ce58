"""TC144: tokens-spell-the-text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.told_tokens import told_tokens, wants_tokens

#: Where a body with choices has the tokens of its text.
_OF_CHOICE: Final = ("choices", 0, "logprobs", "content")
#: What rounding may make of a logarithm of 1.
_ROUNDED: Final = 0.01


def _spell(reading: Reading) -> Iterator[Violation]:
    # What a call is made of is no text, and servers differ in whether they tell its tokens.
    reply = reading.reply
    if reply.tool_calls or not reply.text:
        return
    every = list(told_tokens(reading, reply.text))
    for pointer, text, told in every:
        tokens = [object_of(token) for token in told]
        spelt = _spelt(tokens) if tokens else None
        odd = next(filter(None, map(_odd, tokens)), "")
        if spelt is not None and text.strip() not in spelt:
            message = "The tokens of the text spell another text."
            yield Violation(pointer, message, excerpt(text), excerpt(spelt))
        elif odd:
            yield Violation(pointer, odd, "a logarithm, not above 0", None)
    if not any(told for _, _, told in every) and wants_tokens(reading):
        # Servers pass over members that they do not know, and models that think tell no tokens.
        message = "The request wants the probabilities of the text's tokens, and none is told."
        yield Violation(reply.text_pointer, message, "tokens", "none", Severity.INFO)


def _odd(token: JsonObject) -> str:
    """Return what is wrong with a token by itself; "" for nothing."""
    logarithm = token.get("logprob")
    if isinstance(logarithm, bool) or not isinstance(logarithm, int | float):
        return "A token is told without its probability."
    return "The logarithm of a token's probability is above 0." if logarithm > _ROUNDED else ""


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
        "The tokens whose probabilities a reply tells spell its text, or a text that has it: what "
        "goes before it, and marks of the end, may be among them; each has the logarithm of its "
        "probability, which is not above 0. Not judged beside calls, and where a token is no text "
        "of its own and comes without its bytes. That a request wants them (`logprobs` of Chat "
        "Completions) and none is told, is information: many servers have none; that one mode alone "
        "tells them, is TC908's. `toolwire verify` asks for them in both modes."
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
MAX (modular) | logprobs is null in every chunk of a stream | https://github.com/modular/modular/issues/5085 | issue closed 2025-07
tabbyAPI | logprobs is null without marks of thoughts and calls | https://github.com/theroyallab/tabbyAPI/issues/430 | PR merged 2026-06
vLLM 0.8 | tokens of Chinese text are in the bytes of the vocabulary, not of UTF-8 | https://github.com/vllm-project/vllm/issues/19177 | issue closed 2025
""",
)
