"""TC119: choices-numbered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import CHAT_ENVELOPES
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.request_edit import ask
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.chat import ChoicePart, chunks, joined_choice, parts

#: Where a request says how many choices it wants; one where it says nothing.
_WANTED: Final = (("n",), ("generationConfig", "candidateCount"))

#: Pieces of a stream from which on numbers that rise with each of them are no chance.
_SEVERAL: Final = 3


def _choices_numbered(reading: Reading) -> Iterator[Violation]:
    found = tuple(_numbers(reading))
    yield from found or _unasked(reading)


def _unasked(reading: Reading) -> Iterator[Violation]:
    """Yield a choice beyond those that the request asks for."""
    request = reading.request
    # A list of prompts gets a choice for each, and more than one index says nothing of them.
    if not isinstance(request, dict) or isinstance(request.get("prompt"), list):
        return
    if _alike(reading):
        return
    wanted = max(_count(request, path) for path in _WANTED)
    counting = _counts_pieces(reading) if wanted == 1 else None
    if counting is not None:
        message = "The number of the choice goes up with each piece of the stream."
        yield Violation(counting.at("/index"), message, 0, counting.number)
        return
    body = [(None, reading.body)] if isinstance(reading.body, dict) else []
    used: set[Json] = set()
    for number, holder in body or chunks(reading):
        member = "choices" if "choices" in holder else "candidates"
        for place, choice in enumerate(items_of(holder.get(member))):
            index = object_of(choice).get("index", place)
            used.update([index] if type(index) is int else [])
            if len(used) > wanted:
                root = "" if number is None else f"event[{number}]"
                message = "A choice came that the request does not ask for."
                where = f"{root}/{member}/{place}"
                yield Violation(where, message, wanted, len(used), Severity.WARNING)
                return


def _counts_pieces(reading: Reading) -> ChoicePart | None:
    """Return the second piece of a stream each of whose pieces has the next number."""
    found = [part for part in parts(reading) if part.event is not None]
    numbers = [part.choice.get("index") for part in found]
    if len(found) < _SEVERAL or numbers != [*range(len(found))]:
        return None
    return found[1] if len({part.event for part in found}) == len(found) else None


def _alike(reading: Reading) -> bool:
    """Return whether all choices of Chat Completions have one number, as in nearly all replies."""
    return len({part.number for part in parts(reading)}) == 1


def _count(request: JsonObject, path: tuple[str, ...]) -> int:
    value: Json = request
    for step in path:
        value = object_of(value).get(step)
    return value if type(value) is int and value > 0 else 1


def _numbers(reading: Reading) -> Iterator[Violation]:
    body = [(None, reading.body)] if isinstance(reading.body, dict) else []
    for number, holder in body or chunks(reading):
        member = "choices" if "choices" in holder else "candidates"
        choices = holder.get(member)
        if not isinstance(choices, list) or len(choices) < 2:
            if number is None:
                yield from _alone(choices, member)
            continue
        used: set[int] = set()
        for place, choice in enumerate(choices):
            index = choice.get("index") if isinstance(choice, dict) else None
            if index is None and member == "candidates":
                index = 0  # protobuf leaves a zero out
            if type(index) is int and index in used:
                root = "" if number is None else f"event[{number}]"
                message = "Two choices have one index."
                yield Violation(
                    f"{root}/{member}/{place}/index", message, "an index of its own", index
                )
                return
            used.update([index] if type(index) is int else [])
    if not body:
        yield from _joined(reading)
        yield from _never_first(reading)


def _joined(reading: Reading) -> Iterator[Violation]:
    """Yield that the choices of a stream, each in chunks of its own, have one index."""
    second = joined_choice(reading)
    if second is not None:
        message = "Two choices have one index."
        yield Violation(second.at("/index"), message, "an index of its own", second.number)


def _never_first(reading: Reading) -> Iterator[Violation]:
    """Yield that no chunk of a stream has the first choice; a chunk may have any one."""
    first: tuple[str, int] | None = None
    for number, holder in chunks(reading):
        for member in ("choices", "candidates"):
            for place, choice in enumerate(items_of(holder.get(member))):
                index = object_of(choice).get("index")
                # Where nothing is said the first is meant: protobuf leaves a zero out.
                if type(index) is not int or index == 0:
                    return
                first = first or (f"event[{number}]/{member}/{place}/index", index)
    if first is not None:
        message = "No choice of the stream has the first number."
        yield Violation(first[0], message, 0, first[1], Severity.WARNING)


def _alone(choices: Json, member: str) -> Iterator[Violation]:
    """Yield that the only choice of a body is not the first."""
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return
    index = choices[0].get("index")
    if type(index) is int and index != 0:
        message = "The only choice has not the first number."
        yield Violation(f"/{member}/0/index", message, 0, index, Severity.WARNING)


def _second(document: Json) -> None:
    body = object_of(document)
    object_of(items_of(body.get("choices") or body.get("candidates"))[0])["index"] = 1


def _all_second(stream: list[Frame]) -> None:
    for _, payload in stream:
        if isinstance(payload, dict):
            for choice in items_of(payload.get("choices") or payload.get("candidates")):
                object_of(choice)["index"] = 1


def _one_more(document: Json) -> None:
    body = object_of(document)
    choices = items_of(body.get("choices") or body.get("candidates"))
    choices.append({**object_of(choices[0]), "index": 1})


def _again(document: Json) -> None:
    choices = items_of(object_of(document).get("choices"))
    choices.append(choices[0])


def _first_again(stream: list[Frame]) -> None:
    for _, payload in stream:
        if object_of(object_of(items_of(object_of(payload)["choices"])[0]).get("delta")).get(
            "content"
        ) or object_of(items_of(object_of(payload)["choices"])[0]).get("text"):
            _again(payload)
            return


def _one_number(stream: list[Frame]) -> list[Frame]:
    """Let a stream have two choices of one index, by turns."""
    told = [items_of(object_of(payload).get("choices")) for _, payload in stream]
    held = [object_of(one) for choices in told for one in choices]
    times = 1 if any(one.get("index") for one in held) else 2
    for choice in held:
        choice["index"] = 0
    pairs = zip(stream, told, strict=True)
    return [frame for frame, choices in pairs for _ in range(times if choices else 1)]


def _two_of_one_number(exchange: Exchange) -> Exchange:
    return edit.frames(_one_number)(ask(lambda body: body.update(n=2))(exchange))


RULE = Rule(
    id="TC119",
    name="choices-numbered",
    severity={
        "openai-chat": Severity.ERROR,
        "chatml": Severity.WARNING,
        "prompted": Severity.WARNING,
        "gemini-generate": Severity.WARNING,
    },
    statement="The choices of a body, and those of one chunk, have different indexes; the only "
    "choice of a body has index 0, and so has one of a stream. There are no more of them than the "
    "request asks for, one where it does not say.",
    why=(
        "Clients read choices[0] or assemble by index: the calls of a second choice with the "
        "same index are lost, or its text is joined to the first one's."
    ),
    breaks="nanobot over LiteLLM loses the call (HKUDS/nanobot#1555: GitHub Copilot puts text and "
    "calls into two choices); the stream helpers of openai-python and openai-node join the texts. "
    "Where calls are text nobody was seen to lose one, so it is a warning there.",
    workaround="Join the choices that share an index.",
    source=Source(
        "observed",
        "HKUDS/nanobot#1555; openai 3.52.0 types: Choice.index is its index in the list",
        "https://github.com/HKUDS/nanobot/pull/1555",
        "2026-11-21",
    ),
    check=_choices_numbered,
    mutations=(
        *(
            Mutation(dialect, mode, "plain_text", change, "a choice twice")
            for dialect in CHAT_ENVELOPES
            for mode, change in (
                (Mode.BLOCKING, edit.body(_again)),
                (Mode.STREAMING, edit.frames(_first_again)),
            )
        ),
        *(
            Mutation(dialect, Mode.BLOCKING, "plain_text", edit.body(_one_more), "one too many")
            for dialect in (*CHAT_ENVELOPES, "gemini-generate")
        ),
        *(
            Mutation(dialect, Mode.BLOCKING, "plain_text", edit.body(_second), "the second alone")
            for dialect in (*CHAT_ENVELOPES, "gemini-generate")
        ),
        *(
            Mutation(
                dialect, Mode.STREAMING, "plain_text", edit.frames(_all_second), "no first one"
            )
            for dialect in ("prompted", "gemini-generate")
        ),
        Mutation("openai-chat", Mode.STREAMING, "plain_text", _two_of_one_number, "one number"),
    ),
)
