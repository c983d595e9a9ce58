"""Rules about a stream of choices as a whole: its end, its usage, its constants."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.chat import Part, chunks, parts
from toolwire.rules.edit import Frame, at, frames, put
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.wires import CHAT, CHAT_ENVELOPES, CHATML, PROMPTED

__all__ = ["RULES"]

_READ = "2026-11-21"
_GUIDE = "https://developers.openai.com/api/docs/guides/function-calling"
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_DONE = "[DONE]"
_SAID = ("content", "function_call", "text", "tool_calls")
_OBJECTS = {CHATML: "text_completion"}
_OBJECT = "chat.completion.chunk"


def _finish_chunk(reading: Reading) -> Iterator[Flaw]:
    ends: dict[int, Part] = {}
    last: dict[int, Part] = {}
    for part in parts(reading):
        key = _number(part)
        last[key] = part
        end = ends.get(key)
        word = part.choice.get("finish_reason")
        if end is not None and _speaks(part):
            yield Flaw(part.at("/delta"), "A choice goes on after its finish reason.", None, None)
            return
        if end is not None and word is not None:
            yield _ends_again(part, word, end.choice.get("finish_reason"))
            return
        if word is not None:
            ends[key] = part
    for key, part in last.items():
        if key not in ends:
            pointer = part.at("/finish_reason")
            yield Flaw(pointer, "The choice never gets a finish reason.", "a word", None)


def _speaks(part: Part) -> bool:
    delta = part.message if isinstance(part.message, dict) else part.choice
    return any(delta.get(member) for member in _SAID)


def _ends_again(part: Part, word: Json, before: Json) -> Flaw:
    # The same word once more loses nothing: the last one wins in every SDK.
    milder = Severity.WARNING if word == before else None
    message = "The choice has a second chunk with a finish reason."
    return Flaw(part.at("/finish_reason"), message, "null", word, milder)


def _done_marker(reading: Reading) -> Iterator[Flaw]:
    events = reading.events
    done = next((event for event in events if event.data == _DONE), None)
    if not events:
        return
    if done is None:
        yield Flaw(f"event[{len(events)}]", "The stream ends without [DONE].", _DONE, None)
    elif done is not events[-1]:
        yield Flaw(f"event[{done.number + 1}]", "An event follows [DONE].", None, None)


def _usage_chunk(reading: Reading) -> Iterator[Flaw]:
    options = object_of(object_of(reading.request).get("stream_options"))
    if options.get("include_usage") is not True or not chunks(reading):
        # Before its first chunk a stream that ends early lacks more than its usage.
        return
    found = [(number, chunk) for number, chunk in chunks(reading) if chunk.get("usage") is not None]
    if not found:
        message = "No chunk has the usage that was asked for."
        yield Flaw(f"event[{len(reading.events)}]/usage", message, "object", None)
    elif len(found) > 1:
        message = "More than one chunk has usage."
        yield Flaw(f"event[{found[0][0]}]/usage", message, 1, len(found))
    elif found[0][1].get("choices") != []:
        message = "The usage stands in a chunk with choices."
        yield Flaw(
            f"event[{found[0][0]}]/usage",
            message,
            "a chunk with choices []",
            "a chunk with choices",
        )
    elif found[0][0] != chunks(reading)[-1][0]:
        message = "The usage does not come last."
        yield Flaw(f"event[{found[0][0]}]/usage", message, "the last chunk", None)


_CONSTANTS = ("id", "created", "model")


def _chunk_constants(reading: Reading) -> Iterator[Flaw]:
    # A chunk without choices and usage is an annotation, such as Azure's first, and has no
    # identity of its own; TC101 judges where it may stand.
    own = [(number, c) for number, c in chunks(reading) if c.get("choices") or c.get("usage")]
    if own:
        yield from _constants(own, _OBJECTS.get(reading.dialect, _OBJECT))
        if reading.dialect != CHATML:
            yield from _roles(reading)


def _constants(own: list[tuple[int, JsonObject]], kind_of_chunk: str) -> Iterator[Flaw]:
    first = own[0][1]
    expected = (first.get("id"), first.get("created"), first.get("model"), kind_of_chunk)
    for key, kind in zip(_CONSTANTS, (str, int, str), strict=True):
        if not isinstance(first.get(key), kind) or first.get(key) == "":
            pointer = f"event[{own[0][0]}]/{key}"
            yield Flaw(pointer, "A constant of the chunks is missing.", "a value", first.get(key))
    for number, chunk in own:
        actual = (chunk.get("id"), chunk.get("created"), chunk.get("model"), chunk.get("object"))
        if actual != expected:
            at = next(place for place in range(4) if actual[place] != expected[place])
            pointer = f"event[{number}]/{(*_CONSTANTS, 'object')[at]}"
            yield Flaw(pointer, "The chunks do not agree.", expected[at], actual[at])
            return


def _roles(reading: Reading) -> Iterator[Flaw]:
    begun: set[int] = set()
    for part in parts(reading):
        key = _number(part)
        role = part.message.get("role") if isinstance(part.message, dict) else None
        if key not in begun:
            begun.add(key)
            if role != "assistant":
                pointer = part.at("/delta/role")
                message = "The first chunk of the choice does not say who speaks."
                yield Flaw(pointer, message, "assistant", role)
                return
        elif role is not None:
            message = "The role is sent again after the first chunk."
            yield Flaw(part.at("/delta/role"), message, "absent", role)
            return


def _number(part: Part) -> int:
    number = part.choice.get("index")
    return number if isinstance(number, int) else part.place


def _edit_last(change: Callable[[JsonObject], None]) -> Callable[[list[Frame]], None]:
    """Change the last chunk that has choices."""

    def apply(stream: list[Frame]) -> None:
        held = [object_of(payload) for _, payload in stream]
        change([chunk for chunk in held if chunk.get("choices")][-1])

    return apply


def _unfinished(chunk: JsonObject) -> None:
    put(chunk, ("choices", 0, "finish_reason"), None)


def _goes_on(stream: list[Frame]) -> None:
    held = [place for place, (_, p) in enumerate(stream) if object_of(p).get("choices")]
    last = object_of(stream[held[-1]][1])
    choice: JsonObject = {"index": 0, "finish_reason": None}
    if "text" in object_of(at(last, ("choices", 0))):
        choice["text"] = " More."
    else:
        choice["delta"] = {"content": " More."}
    stream.insert(held[-1] + 1, (None, {**last, "choices": [choice]}))


def _no_usage(stream: list[Frame]) -> list[Frame]:
    return [frame for frame in stream if object_of(frame[1]).get("choices") != []]


def _usage_everywhere(stream: list[Frame]) -> None:
    payloads = [object_of(payload) for _, payload in stream if isinstance(payload, dict)]
    for payload in payloads:
        payload["usage"] = payloads[-1]["usage"]


def _role_again(chunk: JsonObject) -> None:
    put(chunk, ("choices", 0, "delta", "role"), "assistant")


def _other_id(chunk: JsonObject) -> None:
    chunk["id"] = "chatcmpl-another"


def _again(stream: list[Frame]) -> None:
    stream.append(stream[-1])


def _streaming(
    change: Callable[[list[Frame]], list[Frame] | None], fault: str = "", dialect: str = CHAT
) -> Mutation:
    return Mutation(dialect, Mode.STREAMING, "plain_text", frames(change), fault)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC909",
        name="finish-chunk",
        severity={CHAT: Severity.ERROR, CHATML: Severity.WARNING, PROMPTED: Severity.ERROR},
        statement=(
            "Each choice has exactly one chunk with a finish reason, and neither content nor calls "
            "come after it. The same reason sent again is a warning."
        ),
        why="Clients wait for it: the stream hangs, is retried, or its calls are dropped.",
        breaks=(
            "openai-node's stream helper (missing finish_reason), the Vercel AI SDK's "
            "OpenAI-compatible provider (ended without a finish reason); pi, openclaw, strict "
            "clients of Dynamo. Clients of raw completions take the end of the stream: a warning."
        ),
        workaround="Take the end of the body for the end of the choice.",
        source=_OBSERVED,
        check=_finish_chunk,
        modes=(Mode.STREAMING,),
        needs_wire=True,
        mutations=tuple(
            _streaming(change, fault, dialect)
            for dialect in CHAT_ENVELOPES
            for change, fault in (
                (_edit_last(_unfinished), "no finish reason"),
                (_goes_on, "content after it"),
            )
        ),
    ),
    Rule(
        id="TC910",
        name="done-marker",
        severity=dict.fromkeys(CHAT_ENVELOPES, Severity.WARNING),
        statement="The stream ends with `data: [DONE]`, sent once, and nothing comes after it.",
        why="Clients that hand calls over at [DONE] lose them.",
        breaks="tracker, clients of OpenCode Zen and CommandCode. Every client that was tried takes "
        "the end of the body for it.",
        workaround="Take the end of the body for [DONE].",
        source=Source(
            "spec", "openai 3.52.0 _streaming.py: the stream is read up to [DONE]", _GUIDE, _READ
        ),
        check=_done_marker,
        modes=(Mode.STREAMING,),
        needs_wire=True,
        mutations=tuple(
            _streaming(change, fault, dialect)
            for dialect in CHAT_ENVELOPES
            for change, fault in ((lambda stream: stream[:-1], ""), (_again, "sent twice"))
        ),
    ),
    Rule(
        id="TC911",
        name="usage-chunk",
        severity=dict.fromkeys(CHAT_ENVELOPES, Severity.WARNING),
        statement=(
            "When the request has stream_options.include_usage, exactly one chunk has usage: the "
            "last one before [DONE], with choices []."
        ),
        why="Clients count tokens twice or not at all, or take the chunk for the end.",
        breaks="opencode-cmd-provider, claude-code-proxy, LiteLLM (xAI)",
        workaround="Keep the last usage seen, wherever it stands.",
        source=Source(
            "spec",
            "openai 3.52.0 types: chat_completion_chunk.py, usage and choices",
            _GUIDE,
            _READ,
        ),
        check=_usage_chunk,
        modes=(Mode.STREAMING,),
        needs_wire=True,
        needs_request=True,
        mutations=tuple(
            _streaming(change, fault, dialect)
            for dialect in CHAT_ENVELOPES
            for change, fault in (
                (_no_usage, "no usage"),
                (_usage_everywhere, "usage in every chunk"),
            )
        ),
    ),
    Rule(
        id="TC922",
        name="chunk-constants",
        severity=dict.fromkeys(CHAT_ENVELOPES, Severity.WARNING),
        statement=(
            "All chunks have the same non-empty id, created and model, and the object "
            "chat.completion.chunk (of text completions text_completion); the first chunk of a "
            "choice has the role assistant, later ones none (text completions know no role)."
        ),
        why=(
            "Clients tell answers apart by id; openai-python joins strings, so a repeated role "
            "becomes assistantassistant."
        ),
        breaks="huggingface_hub's typed models (Text Generation Inference), log correlation",
        workaround="Take these members from the first chunk only.",
        source=Source(
            "spec",
            "openai 3.52.0 types: chat_completion_chunk.py: each chunk has the same timestamp, "
            "object is always chat.completion.chunk",
            _GUIDE,
            _READ,
        ),
        check=_chunk_constants,
        modes=(Mode.STREAMING,),
        mutations=(
            *(
                _streaming(_edit_last(_role_again), "role again", dialect)
                for dialect in CHAT_ENVELOPES
                if dialect != CHATML
            ),
            *(
                _streaming(_edit_last(_other_id), "another id", dialect)
                for dialect in CHAT_ENVELOPES
            ),
        ),
    ),
)
