"""Control requests: what makes a refusal, or a call that did not come, mean something.

A refused request says nothing of its fault where the same request without the fault is refused
too, and a reply in words says nothing of the server where a model may be silent. So whatever is
asked again to know that is part of the case: it is answered by the same target in the same run,
kept in the same cassette, and cannot be in another part of the run. It is asked behind the
step that it explains, and only where it can change the verdict, so that a target that does as it
is asked gets no request more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from toolwire import rules
from toolwire.io.pointer import at
from toolwire.jobs.audit import legacy
from toolwire.jobs.audit.alternative import otherwise
from toolwire.jobs.audit.beside.ending_words import ending_at
from toolwire.jobs.audit.controls.asked_since import Send, ask, ask_besides
from toolwire.jobs.audit.controls.beside_tools import apart, is_passed_over, is_told
from toolwire.jobs.audit.controls.counted_images import images_counted
from toolwire.jobs.audit.controls.counted_prompt import counted
from toolwire.jobs.audit.controls.counted_thoughts import thoughts_counted
from toolwire.jobs.audit.controls.elsewhere import elsewhere, other_schema, plain_history, seen
from toolwire.jobs.audit.controls.meaning import (
    ABOUT_STREAMS,
    Control,
    Controls,
    blames_what_was_right,
    fails_over_nobody,
    is_elsewhere,
    not_answered,
    unanswered,
)
from toolwire.jobs.audit.controls.other_form import in_turn
from toolwire.jobs.audit.controls.reasoning_items import unreasoned
from toolwire.jobs.audit.controls.refused_form import refused_in_words
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.right_request import long_size, narrowed
from toolwire.jobs.audit.step_request import dialect_of, request_of
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    Tool,
    ToolChoice,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Mode, Request
from toolwire.model.reply import Reading
from toolwire.rules.mutate.addition import PLAINER
from toolwire.rules.stop.TC415_text_ends_before_its_word import WORD
from toolwire.suites.expressible import conversation_of, endpoint_for
from toolwire.suites.model import BESIDE_IMAGE, SEVERAL_TOOLS, Step
from toolwire.transport.cassette.file import request_key

#: Functions that bring no function_call have no more controls than these.
FUNCTIONS: Final = 3
#: What a long request is made of.
_WORDS: Final = "The ferry calls at three islands before noon and comes back by night. "
_PLAIN: Final = Conversation(
    turns=(UserTurn('Call get_weather({"location": "Paris"}) now.'),),
    tools=(
        Tool(
            "get_weather",
            "Current weather of a city.",
            {
                "type": "object",
                "properties": {"location": {"type": "string", "description": "City."}},
                "required": ["location"],
            },
        ),
    ),
)


async def controls(
    item: Item, step: Step, turns: tuple[Turn, ...], reading: Reading, send: Send
) -> Controls:
    """Ask what has to be known to judge a step; nothing where its answer says all.

    Args:
        item: what is run.
        step: the step that was asked.
        turns: of its conversation, its own the last.
        reading: what it was answered.
        send: see `Send`.

    Raises:
        ToolwireError: as the transport does.
    """
    if step.second is not None:
        return await in_turn(item, step, turns, reading, send)
    if reading.ok and step.question == BESIDE_IMAGE:
        lost = any(one.rule == BESIDE_IMAGE for one in rules.judge(reading, BESIDE_IMAGE))
        return await _elsewhere(item, step, turns, send) if lost else {}
    if reading.ok:
        asked = await _of_functions(item, step, turns, reading, send)
        asked = asked or await _apart(item, step, turns, reading, send)
        asked = asked or await _listed(item, step, turns, reading, send)
        asked = asked or await counted(step, reading, send)
        asked = asked or await thoughts_counted(item, step, reading, send)
        return {**asked, **await images_counted(item, step, reading, send)}
    if fails_over_nobody(step, reading):
        return await _once_more(item, step, turns, send)
    answers: Controls = {}
    if _needs_explaining(item, step, reading):
        answers = await _of_refusal(item, step, turns, reading, send)
    return {**answers, **await _free(item, step, turns, (reading, answers), send)}


def _needs_explaining(item: Item, step: Step, reading: Reading) -> bool:
    if not_answered(reading):
        # That the key is at fault, or that nothing is there, is believed, unless the same without
        # the question is answered.
        return bool(step.question) and blames_what_was_right(step, reading)
    status = reading.exchange.response.status
    # A server that fails is at fault, unless it was asked something that is to be refused.
    return bool(step.question) or (bool(item.case.tools) and 400 <= status < 500)


async def _once_more(
    item: Item, step: Step, turns: tuple[Turn, ...], send: Send
) -> dict[str, Reading]:
    """Ask whether a server is out of order for a wrong model only: for the right one, the wrong one
    and the right one again.

    No more is asked once it is answered otherwise than a server would that has no other fault.
    """
    right, wrong = _sound(item, step, turns), request_of(item, step, turns)
    answers: dict[str, Reading] = {}
    for control, request in (
        (Control.BEFORE, right),
        (Control.AGAIN, wrong),
        (Control.AFTER, right),
    ):
        answers |= await ask(control, request, step, send)
        if control not in answers or answers[control].ok is (control is Control.AGAIN):
            break
    return answers


async def _of_refusal(
    item: Item, step: Step, turns: tuple[Turn, ...], reading: Reading, send: Send
) -> Controls:
    """Ask less and less until something is answered."""
    answers: dict[str, Reading] = {}
    for control, request in _with_tools(item, step, turns, reading):
        answers[control] = answer = await send(request)
        if answer.ok and control is Control.SOUND and step.additions:
            return await _of_additions(item, step, turns, (reading, answer), send)
        if answer.ok and control is Control.PLAIN and not step.question:
            answers |= await _other_schema(item, step, reading, send)
            return {**answers, **await _as_long(item, (reading,), send)}
        if answer.ok:
            answers |= await _elsewhere(item, step, turns, send)
            answers |= await _other_schema(item, step, reading, send)
            bare = unreasoned(step, reading)
            answers |= await ask_besides(Control.UNREASONED, bare, step, send)
            return {**answers, **await _seen(item, step, turns, answers, send)}
        if unanswered((answer,)):
            return answers
    if dialect_of(item).in_words:
        # Tools are text like any other there, which nobody refuses; but several where even one is refused.
        one = _plain(item, Control.PLAIN) if step.question == SEVERAL_TOOLS else None
        return {**answers, **await ask(Control.PLAIN, one, step, send)}
    answers[Control.BARE] = answer = await send(_plain(item, Control.BARE))
    if item.mode is Mode.STREAMING and not unanswered((answer,)):
        answers[Control.WHOLE] = await send(_plain(item, Control.WHOLE))
    return answers


async def _free(
    item: Item, step: Step, turns: tuple[Turn, ...], seen: tuple[Reading, Controls], send: Send
) -> dict[str, Reading]:
    """Ask without what may be left out, where it is refused as not supported and the plainest request is taken.

    A document that says so is believed.
    """
    reading, answers = seen
    plain = not answers or (Control.PLAIN in answers and answers[Control.PLAIN].ok)
    if not plain or item.case.legacy or not refused_in_words(step, reading):
        return {}
    case, tools = item.case, tuple(replace(tool, strict=None) for tool in item.case.tools)
    bare = replace(item, case=replace(case, tools=tools, extra={}))
    request = request_of(bare, replace(step, choice=None, parallel=None), turns)
    asked = reading.exchange.request
    if asked is None or request_key(request) == request_key(asked):
        return {}
    return await ask(Control.FREE, request, step, send)


async def _elsewhere(
    item: Item, step: Step, turns: tuple[Turn, ...], send: Send
) -> dict[str, Reading]:
    """Ask whether a refusal is about what another case asks by itself; nothing where none does."""
    request = elsewhere(item, step, lambda item, step: request_of(item, step, turns))
    return await ask(Control.ELSEWHERE, request, step, send)


async def _other_schema(item: Item, step: Step, refusal: Reading, send: Send) -> dict[str, Reading]:
    """Ask whether a refusal is about where its schema stands; nothing where that is what the step asks."""
    refused = refusal.exchange.request
    assert refused is not None
    if step.alternative is not None and step.alternative.form:
        return {}
    request = other_schema(item, refused, _plain(item, Control.PLAIN))
    return await ask(Control.SCHEMA, request, step, send)


async def _seen(
    item: Item, step: Step, turns: tuple[Turn, ...], answers: Controls, send: Send
) -> dict[str, Reading]:
    """Ask whether the image that a result is refused for is seen elsewhere; nothing where lists are refused."""
    if Control.ELSEWHERE not in answers or is_elsewhere(step, answers):
        return {}
    request = seen(item, step, lambda item, step: request_of(item, step, turns))
    return await ask(Control.SEEN, request, step, send)


async def _of_additions(
    item: Item, step: Step, turns: tuple[Turn, ...], seen: tuple[Reading, Reading], send: Send
) -> Controls:
    """Ask which additions of a step are refused, where it is answered without any.

    Args:
        item: what is run.
        step: the step that was asked.
        turns: of its conversation, its own the last.
        seen: the refusal of all, and the answer to none.
        send: see `Send`.
    """
    refusal, sound = seen

    async def ask(some: tuple[str, ...]) -> Reading:
        return await send(request_of(item, replace(step, additions=some), turns))

    controls = {Control.SOUND: sound, **await _elsewhere(item, step, turns, send)}
    plain = None
    if Control.ELSEWHERE not in controls or not controls[Control.ELSEWHERE].ok:
        plain = plain_history(item, step, lambda item, step: request_of(item, step, turns))
    if plain is not None:
        controls[Control.HISTORY] = refusal if step.additions == (plain,) else await ask((plain,))
    controls |= await _other_schema(item, step, refusal, send)
    if unanswered(controls.values()) or is_elsewhere(step, controls):
        return controls

    found = await narrowed(step.additions, sound, ask)
    if len(step.additions) == 1:
        found = {**found, step.additions[0]: refusal}
    forms = {PLAINER[one] for one in step.additions if one in PLAINER and one in found}
    for plainer in forms - {plain}:
        # What is refused of a history may be any history of its kind; `plain` was asked above, and taken.
        answer = await ask((plainer,))
        found = found if answer.ok or unanswered((answer,)) else {**found, plainer: answer}
    refused = [found[one] for one in step.additions if one in found]
    return {**found, **await _as_long(item, refused, send)}


async def _as_long(item: Item, refused: Iterable[Reading], send: Send) -> Controls:
    """Ask the plainest request as well, made twice as long as the shortest of the long ones refused.

    A length in bytes says how many tokens there are only roughly.
    """
    sizes = [size for one in refused if (size := long_size(one))]
    return {Control.LONG: await send(_padded(item, 2 * min(sizes)))} if sizes else {}


def _padded(item: Item, size: int) -> Request:
    """Return the plainest request with a tool whose user tells so much that it has some size."""
    (asked,) = _PLAIN.turns
    assert isinstance(asked, UserTurn)
    words = f"{_WORDS * (size // len(_WORDS))}\n{asked.text}"
    plain = replace(_PLAIN, turns=(UserTurn(words),), stream=item.mode is Mode.STREAMING)
    return dialect_of(item).encode(plain, item.target.endpoint)


def _with_tools(
    item: Item, step: Step, turns: tuple[Turn, ...], reading: Reading
) -> Iterator[tuple[Control, Request]]:
    """Yield the controls that offer a tool, without those that ask what was asked before."""
    assert reading.exchange.request is not None
    before = {request_key(reading.exchange.request)}
    ladder: list[tuple[Control, Request]] = []
    if item.case.tools:  # else the fault is in what is offered, and without it nothing is
        valid = _sound(item, step, turns)
        others = () if step.alternative is None else step.alternative.instead
        sound = [otherwise(valid, other) for other in others] or [valid]
        ladder += ((Control.SOUND, one) for one in sound)
    if not dialect_of(item).in_words:
        ladder.append((Control.PLAIN, _plain(item, Control.PLAIN)))
    for control, request in ladder:
        if request_key(request) not in before:
            before.add(request_key(request))
            yield control, request


def _sound(item: Item, step: Step, turns: tuple[Turn, ...]) -> Request:
    # The question of a probe may be the stream itself.
    whole = replace(item, mode=Mode.BLOCKING) if step.question == ABOUT_STREAMS else item
    return request_of(whole, replace(step, fault=None), turns, probing=False)


def _plain(item: Item, control: Control) -> Request:
    stream = item.mode is Mode.STREAMING and control is not Control.WHOLE
    tools = () if control is Control.BARE else _PLAIN.tools
    return dialect_of(item).encode(
        replace(_PLAIN, tools=tools, stream=stream), item.target.endpoint
    )


async def _of_functions(
    item: Item, step: Step, turns: tuple[Turn, ...], reading: Reading, send: Send
) -> Controls:
    """Ask whether `functions` were read at all, where a function_call was to come and none did."""
    wanted, calls = step.expect.calls, reading.reply.tool_calls
    if not item.case.legacy or not wanted or (calls and calls[0].kind == "legacy"):
        return {}
    answers: dict[str, Reading] = {}
    free = replace(step, choice=None)
    for control in (Control.WORDS, Control.TOOLED):
        answers[control] = answer = await send(_unfunctioned(item, free, turns, control))
        if unanswered((answer,)) or legacy.in_the_prompt(reading, answers) is not None:
            return answers
    if not calls and (step.choice is None or step.choice.mode is not ChoiceMode.NAMED):
        forcing = replace(step, choice=ToolChoice(ChoiceMode.NAMED, wanted[0].tool))
        answers[Control.FORCED] = await send(request_of(item, forcing, turns))
    return answers


async def _apart(
    item: Item, step: Step, turns: tuple[Turn, ...], reading: Reading, send: Send
) -> Controls:
    """Ask the same without tools, where what a question asks for was passed over beside them.

    What goes on from an answer is asked with its history written out.
    """
    if not item.case.tools or step.choice is not None or not is_passed_over(step, reading):
        return {}
    if step.continues:
        whole = request_of(item, step, turns, probing=False)
        return await ask(Control.WRITTEN, whole, step, send)
    alone = replace(item, case=apart(item.case, step))
    return await ask(Control.APART, request_of(alone, step, turns), step, send)


async def _listed(
    item: Item, step: Step, turns: tuple[Turn, ...], reading: Reading, send: Send
) -> Controls:
    """Ask the same with its word first in a list, where it was passed over by itself or behind another."""
    form, extra = dialect_of(item).wire.request, item.case.extra.get(dialect_of(item).name)
    if item.case.tools or form is None or not extra or not is_told(step, reading):
        return {}
    words, control, more = at(extra, form.ends_at), Control.LISTED, {}
    if isinstance(words, list):
        first = sorted(words, key=lambda word: word != WORD)
        control, more = Control.FIRST, {dialect_of(item).name: ending_at(form, first)}
    listed = replace(item, case=replace(item.case, extra=more))
    return await ask(control, request_of(listed, step, turns), step, send)


def _unfunctioned(item: Item, step: Step, turns: tuple[Turn, ...], control: Control) -> Request:
    conversation = conversation_of(item.case, step, turns)
    tools = conversation.tools if control is Control.TOOLED else ()
    stream = item.mode is Mode.STREAMING
    other = replace(conversation, tools=tools, legacy=False, stream=stream)
    dialect = dialect_of(item)
    return dialect.encode(other, endpoint_for(item.case, item.target.endpoint, dialect.name))
