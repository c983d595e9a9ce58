"""TC144: tokens-spell-the-text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.io.pointer import at, pointer_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt

#: Where a body has the tokens of the reply's text: with choices, and with one message on top.
_OF_CHOICE: Final = ("choices", 0, "logprobs", "content")
_ON_TOP: Final = ("logprobs",)


def _spell(reading: Reading) -> Iterator[Violation]:
    # What a call is made of is no text, and servers differ in whether they tell its tokens.
    reply = reading.reply
    if reply.tool_calls or not reply.text or not isinstance(reading.body, dict):
        return
    for path, text, told in _told(reading.body, reply.text):
        tokens = [object_of(token) for token in told]
        spelt = _spelt(tokens) if tokens else None
        if spelt is not None and text.strip() not in spelt:
            message = "The tokens of the text spell another text."
            yield Violation(pointer_of(path), message, excerpt(text), excerpt(spelt))


def _told(body: JsonObject, text: str) -> Iterator[tuple[tuple[str | int, ...], str, list[Json]]]:
    """Yield where tokens are told, the text that they are of, and the tokens.

    An item of Responses has them beside each part of its content.
    """
    for path in (_OF_CHOICE, _ON_TOP):
        told = at(body, path)
        if isinstance(told, list):
            yield path, text, told
    for number, item in enumerate(items_of(body.get("output"))):
        for place, part in enumerate(items_of(object_of(item).get("content"))):
            own = object_of(part).get("text")
            if isinstance(own, str):
                where = ("output", number, "content", place, "logprobs")
                yield where, own, items_of(object_of(part).get("logprobs"))


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
        "The tokens whose probabilities a whole reply tells spell its text, or a text that has it: "
        "what goes before it, and marks of the end, may be among them. Not judged beside calls, and "
        "where a token is no text of its own and comes without its bytes."
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
    modes=(Mode.BLOCKING,),
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
vLLM 0.8 | tokens of Chinese text are in the bytes of the vocabulary, not of UTF-8 | https://github.com/vllm-project/vllm/issues/19177 | issue closed 2025
""",
)
