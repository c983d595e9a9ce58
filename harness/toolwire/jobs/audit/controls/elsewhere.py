"""The same request without, or with, what another case asks by itself: whether a refusal is about
that.

Several tools, and a choice among them, are refused where one has no parameters (TC658, TC604; TC762
and TC801 ask for such a tool alone); a history with `content: null` for what stands beside it
(TC702; with a text there it is refused as well); a right request with calls of the history where
each has to say what it need not say (TC762; TC749 names the member), or where no such history is
taken at all (TC749 has that, too); a result of a text and an image where no list of parts is read
(TC764; TC763 asks for texts alone); null in a member that is refused with a value, too (TC748;
TC762); a call whose arguments are no JSON where the same with JSON is refused (TC799; the round
trips have it).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import AssistantTurn, JsonObject, Tool
from toolwire.model.exchange import Mode, Request
from toolwire.rules import RULES
from toolwire.rules.history.probe_result import calling_message
from toolwire.rules.mutate.addition import RESULT, TALKED
from toolwire.rules.mutate.other_form import NULL
from toolwire.rules.mutate.placed import changed_at
from toolwire.rules.mutate.probe_edit import PNG
from toolwire.suites.model import (
    BESIDE_IMAGE,
    BROKEN_CALL,
    EVERY_PART,
    FORM,
    NULL_CONTENT,
    RIGHT,
    SEVERAL_TOOLS,
    USUAL,
    WIDEST,
    Step,
)

#: The request of a step of an item.
Asking: TypeAlias = Callable[[Item, Step], Request]

#: In the place of null; a history that nothing else is wrong with is taken with it.
_WORDS: Final = "I will look that up."
#: In the place of arguments that are no JSON.
_JSON: Final = '{"location": "Paris"}'


def elsewhere(item: Item, step: Step, asking: Asking) -> Request | None:
    """Return the request that tells whether a refusal is another case's; None where there is none.

    Args:
        item: what is run.
        step: the step that was refused.
        asking: makes its request, or that of a step like it.
    """
    change = _CHANGES.get(step.question)
    return None if change is None else change(item, step, asking)


def plain_history(item: Item, step: Step, asking: Asking) -> str | None:
    """Return the plainest form of a history, where that of a right request has one; else None.

    Where another form of a history is never asked, nobody but this step tells that none is taken.
    """
    dialect = load_dialect(_dialect(item))
    if dialect.name not in RULES[USUAL].severity:
        return None
    asked = dialect.read_request(asking(item, step))
    answers = [one for one in asked.turns if isinstance(one, AssistantTurn)] if asked else []
    if not answers:
        return None
    return RESULT if any(one.calls for one in answers) else TALKED


def other_schema(item: Item, refused: Request, plain: Request) -> Request | None:
    """Return the plainest request with its schema where a refused one has its own; None where both have it alike.

    Gemini's has two places for it; that the one of JSON Schema is refused is another case's (TC748).
    """
    form = load_dialect(_dialect(item)).wire.request
    parts = None if form is None else form.parts
    if parts is None or not parts.instead_of:
        return None
    usual, (other, *_) = parts.instead_of, parts.schema
    body = _body(plain)
    if dump(other) not in refused.body or other == usual:
        return None
    for tool in parts.declared(body):
        tool[other] = tool.pop(usual)
    return replace(plain, body=dump(body))


def seen(item: Item, step: Step, asking: Asking) -> Request | None:
    """Return the request that has the image of a refused result among the user's words; None where
    that tells nothing.

    Whose models see the one need not see the other, but where the format says so.
    """
    wire = load_dialect(_dialect(item)).wire
    parts = None if wire.request is None else wire.request.parts
    if step.question != BESIDE_IMAGE or parts is None or not parts.images_alike:
        return None
    assert parts.image is not None
    assert parts.block is not None
    body = _body(request := asking(item, replace(step, probe=None)))
    first = object_of(next(iter(items_of(body.get(parts.history))), None))
    words = first.get("content")
    if not isinstance(words, str):
        return None
    first["content"] = [parts.block(words), parts.image(PNG)]
    return replace(request, body=dump(body))


def _in_words(item: Item, step: Step, asking: Asking) -> Request | None:
    """Say something in the place of null."""
    body = _body(request := asking(item, step))
    calling_message(lambda message: message.update(content=_WORDS))(_dialect(item))(body)
    return replace(request, body=dump(body))


def _in_texts(item: Item, step: Step, asking: Asking) -> Request | None:
    """Return the results in parts, of which none is an image."""
    return asking(item, replace(step, probe=EVERY_PART))


def _with_a_value(item: Item, step: Step, asking: Asking) -> Request | None:
    """Say a value that changes nothing in the place of null, or of a member within it."""
    other, neutral = step.alternative, load_dialect(_dialect(item)).wire.neutral
    if other is None or other.form != NULL or neutral is None:
        return None
    size, stream = len(other.path), item.mode is Mode.STREAMING
    # Of what is right in a stream alone a value is refused beside no stream, and that says nothing of null.
    fitting = (one for one in neutral.every if stream or not one.streamed)
    known = next((one for one in fitting if one.path[:size] == other.path), None)
    if known is None:
        return None
    request = asking(item, replace(step, alternative=replace(other, form="")))
    return replace(request, body=dump(changed_at(parse(request.body), known.path, known.put)))


def _without_bare(item: Item, step: Step, asking: Asking) -> Request | None:
    """Offer no tool without parameters."""
    tools = tuple(filter(_takes_something, item.case.tools))
    if tools == item.case.tools:
        return None
    return asking(replace(item, case=replace(item.case, tools=tools)), step)


def _takes_something(tool: Tool) -> bool:
    return bool(object_of(object_of(tool.parameters).get("properties")))


def _mended(item: Item, step: Step, asking: Asking) -> Request | None:
    """Make the same calls of the history with arguments that are JSON."""
    body = _body(request := asking(item, step))
    for call in map(object_of, items_of(body.get("input"))):
        if "arguments" in call:
            call["arguments"] = _JSON
    return replace(request, body=dump(body))


def _with_more_said(item: Item, step: Step, asking: Asking) -> Request | None:
    """Say of each call of the history what need not be said."""
    wire = load_dialect(_dialect(item)).wire
    parts = None if wire.request is None else wire.request.parts
    if wire.neutral is None or not wire.neutral.left_out or parts is None or wire.stated is None:
        return None
    body = _body(request := asking(item, step))
    calls = (object_of(one) for one in items_of(body.get(parts.history)))
    told = [one for one in calls if wire.stated.is_call(one)]
    for number, call in enumerate(told):
        # What tells one call from another is not the same of two.
        more = {
            name: f"{word}{number}" if name == "id" else word
            for name, word in wire.neutral.left_out
        }
        call.update({**more, **call})
    return replace(request, body=dump(body)) if told else None


def _body(request: Request) -> JsonObject:
    return object_of(parse(request.body))


def _dialect(item: Item) -> str:
    return item.case.dialect or item.target.provider.dialect


_CHANGES: Final[Mapping[str, Callable[[Item, Step, Asking], Request | None]]] = {
    NULL_CONTENT: _in_words,
    SEVERAL_TOOLS: _without_bare,
    WIDEST: _without_bare,
    RIGHT: _with_more_said,
    BESIDE_IMAGE: _in_texts,
    FORM: _with_a_value,
    BROKEN_CALL: _mended,
}
