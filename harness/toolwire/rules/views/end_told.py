"""Whether the response that the end of a stream repeats has what its events told, and its history."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.rule import Reading, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.history_told import history_faults
from toolwire.rules.views.told_again import WHOLE_AGAIN
from toolwire.rules.views.told_twice import differs, what_is_told


def end_faults(
    reading: Reading,
    events: list[tuple[int, JsonObject]],
    whole: tuple[int, JsonObject] | None,
    number: int,
    end: JsonObject,
) -> Iterator[Violation]:
    """Compare what the last event repeats with what came before it."""
    response = object_of(end["response"])
    at = f"event[{number}]/response"
    reported: dict[str, Json] = {"finish_reason": end.get("finish_reason")}
    reported["generation_id"] = events[0][1].get("generation_id")
    texts = [d.get("text") for _, d in events if d.get("event_type") == "text-generation"]
    if texts and all(isinstance(text, str) for text in texts):
        reported["text"] = "".join(map(str, texts))
    if whole is not None:
        reported["tool_calls"] = whole[1].get("tool_calls")
    elif not any(_words(events)) and response.get("text") and not response.get("tool_calls"):
        yield differs(f"{at}/text", None, response["text"])
        return
    again = _again(events, response.get("text"))
    if again is not None:
        yield again
        return
    for key, value in reported.items():
        if value is not None and what_is_told(response.get(key)) != what_is_told(value):
            yield differs(f"{at}/{key}", value, response.get(key))
            return
    yield from history_faults(reading, response, at)


def _words(events: list[tuple[int, JsonObject]]) -> Iterator[Json]:
    """Yield the words of events: those beside calls may stand in the piece of one."""
    for _, data in events:
        if data.get("event_type") in ("text-generation", "tool-calls-chunk"):
            yield data.get("text") or object_of(data.get("tool_call_delta")).get("text")


def _again(events: list[tuple[int, JsonObject]], whole: Json) -> Violation | None:
    """Return where a piece has those before it, or is the whole text, or each comes twice; None else."""
    pieces = [(n, d.get("text")) for n, d in events if d.get("event_type") == "text-generation"]
    texts = [text for _, text in pieces if isinstance(text, str)]
    if len(texts) < 2 or len(texts) < len(pieces):
        return None
    one = next((place for place in reversed(range(len(texts))) if texts[place] == whole), None)
    grows = all(len(a) < len(b) and b.startswith(a) for a, b in pairwise(texts))
    if one is not None and "".join([*texts[:one], *texts[one + 1 :]]) == whole:
        at = f"event[{pieces[one][0]}]/text"
        return Violation(at, WHOLE_AGAIN, "the text once", excerpt(texts[one]))
    if grows and texts[-1] == whole:
        message = "Each piece of the text repeats what was sent before."
    elif texts[::2] == texts[1::2] and "".join(texts[::2]) == whole:
        message = "Each piece of the text is sent twice."
    else:
        return None
    at = f"event[{pieces[1][0]}]/text"
    return Violation(at, message, "the next piece only", excerpt(texts[1]))
