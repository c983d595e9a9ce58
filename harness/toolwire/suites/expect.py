"""What a step expects, against what came: wire facts and model variance kept apart.

A `wire` breach is the provider's: it refused, broke a promise it took (a tool choice, one
call at a time), rounded a number, or its stop reason contradicts its own reply. A `model` breach is
model variance: the model called nothing, something else, or said other words; the wire may be perfect, so
the case is inconclusive.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from toolwire.io.json_text import canonical, object_of
from toolwire.model.conversation import ChoiceMode, Json, ToolCall, ToolChoice
from toolwire.model.reply import Reply
from toolwire.suites.model import LIMITED_CALL, ArgumentTest, ExpectedCall, Step

_WIRE = "wire"
_MODEL = "model"
#: Rules that judge what a step promises by its tool choice, and by switching parallel calls off.
_OF_CHOICES = ("TC601", "TC602", "TC603")
_OF_PARALLEL = ("TC652",)
_OF_VALUES = ("TC314",)


@dataclass(frozen=True, slots=True)
class Unmet:
    """One expectation that was not met.

    Attributes:
        kind: `wire` (the case failed) or `model` (it is inconclusive).
        pointer: where in the response; "" when it is about something that is not there.
        message: one sentence without a value from the wire.
        expected, actual: short JSON values; `actual` may come from the wire and is hostile.
        rules: those that judge the same; () for what only an expectation can say.
    """

    kind: str
    pointer: str
    message: str
    expected: Json = None
    actual: Json = None
    rules: tuple[str, ...] = ()

    @property
    def wire(self) -> bool:
        """Return whether the wire is at fault, and not the model."""
        return self.kind == _WIRE


def neutral_stop(stops: Mapping[str, str], reply: Reply) -> str | None:
    """Return the neutral word of a reply's stop reason: `tool_call`, `end`, `length` or `cut`.

    In a dialect none of whose words tells a call (Gemini), the ordinary end of a reply that
    carries calls is its `tool_call`.

    Args:
        stops: the dialect's words: wire word -> neutral word.
        reply: what was decoded.

    Returns:
        None when there is no stop reason or the dialect does not know it; rules judge that.
    """
    word = stops.get(reply.stop or "")
    tells_calls = "tool_call" in stops.values()
    if word == "end" and reply.tool_calls and not tells_calls:
        return "tool_call"
    return word


def check(
    step: Step, reply: Reply, stop: str | None, *, in_words: bool = False
) -> tuple[Unmet, ...]:
    """Compare a reply with what its step expects.

    Args:
        step: what was asked, promised and expected.
        reply: what was decoded from the response.
        stop: the reply's neutral stop word, as `neutral_stop` gives it.
        in_words: the choice of tools was only told to the model, so that no server promised it.

    Returns:
        Everything unmet, () when the step went as expected. A reply that carries an error
        yields only that.
    """
    if step.expect.refused:
        return ()  # whatever answers is judged by the rule of such requests
    if reply.error is not None:
        message = "The request was answered with an error."
        return (Unmet(_WIRE, reply.error.pointer, message, None, reply.error.code),)
    # A reply that the token limit cut may lack the call it was going to make, and so does one that was
    # withheld, or whose call the model got wrong: its stop reason says so.
    # Of a call that its request has no room for the probe's rule judges that, too (TC422).
    lost = (
        stop == "length" or step.probe == LIMITED_CALL or (stop == "cut" and not reply.tool_calls)
    )
    promises = () if lost else tuple(_promises(step, reply, _MODEL if in_words else _WIRE))
    # A broken promise already says what is wrong with the calls, and with words that they came for.
    said = () if promises else (*_calls(step, reply, lost=lost), *_text(step, reply))
    return (*promises, *_stop(step, reply, stop), *said)


def _promises(step: Step, reply: Reply, kind: str) -> Iterator[Unmet]:
    names: list[Json] = [call.name for call in reply.tool_calls]
    pointer = reply.tool_calls[0].pointer if names else ""
    if step.choice is not None and not _honoured(step.choice, names):
        message = "The tool choice was taken and not honoured."
        wanted = step.choice.name or str(step.choice.mode)
        yield Unmet(kind, pointer, message, wanted, names, _OF_CHOICES)
    if step.parallel is False and len(names) > 1:
        message = "Parallel calls were switched off and several came in one reply."
        pointer = reply.tool_calls[1].pointer
        yield Unmet(kind, pointer, message, 1, len(names), _OF_PARALLEL)


def _honoured(choice: ToolChoice, names: list[Json]) -> bool:
    if choice.mode is ChoiceMode.NONE:
        return not names
    if choice.mode is ChoiceMode.NAMED:
        return bool(names) and all(name == choice.name for name in names)
    return choice.mode is ChoiceMode.AUTO or bool(names)


def _calls(step: Step, reply: Reply, *, lost: bool) -> Iterator[Unmet]:
    wanted, came = step.expect.calls, reply.tool_calls
    if wanted is None:
        return
    if len(wanted) != len(came):
        pointer = came[len(wanted)].pointer if len(came) > len(wanted) else ""
        message = "The model made another number of calls than it was asked for."
        if lost and len(came) < len(wanted):
            message = "The reply was broken off before all calls came that it was asked for."
        yield Unmet(_MODEL, pointer, message, len(wanted), len(came))
        return
    pairs = _paired(wanted, came) if step.expect.any_order else zip(wanted, came, strict=True)
    for one, call in pairs:
        yield from _call(one, call)


def _paired(
    wanted: Sequence[ExpectedCall], came: Sequence[ToolCall]
) -> Iterator[tuple[ExpectedCall, ToolCall]]:
    # The most demanding expectations choose first; what is left is paired by tool name.
    left = list(came)
    rest = []
    for one in sorted(wanted, key=lambda call: -len(call.arguments)):
        call = next((call for call in left if not any(_call(one, call))), None)
        if call is None:
            rest.append(one)
        else:
            left.remove(call)
            yield one, call
    for one in rest:
        call = next((call for call in left if call.name == one.tool), left[0])
        left.remove(call)
        yield one, call


def _call(wanted: ExpectedCall, call: ToolCall) -> Iterator[Unmet]:
    if call.name != wanted.tool:
        message = "The model called another tool than it was asked to call."
        yield Unmet(_MODEL, call.pointer, message, wanted.tool, call.name)
        return
    arguments = object_of(call.arguments)
    for name, test in wanted.arguments:
        there = name in arguments
        if not _holds(test, arguments.get(name), there=there):
            actual = arguments.get(name) if there else "absent"
            if _rounded(test, actual):
                message = f"Argument {name!r} was rounded, as where numbers are doubles."
                wanted_value = _expected_value(test)
                yield Unmet(_WIRE, call.pointer, message, wanted_value, actual, _OF_VALUES)
                continue
            message = f"Argument {name!r} is not what the model was asked to pass."
            yield Unmet(_MODEL, call.pointer, message, _expected_value(test), actual)


def _rounded(test: ArgumentTest, actual: Json) -> bool:
    wanted = test.value
    if test.kind != "equals" or isinstance(wanted, bool) or not isinstance(wanted, int):
        return False
    if not 2**53 < abs(wanted) < 2**1000 or not isinstance(actual, int | float):
        return False
    nearest = float(wanted)
    # JavaScript writes the shortest digits that lead back to the double, others all of them.
    return actual in {int(nearest), int(Decimal(repr(nearest)))}


def _stop(step: Step, reply: Reply, stop: str | None) -> Iterator[Unmet]:
    wanted = step.expect.stop
    if wanted is None or stop is None or stop == wanted:
        return
    if "length" in (wanted, stop):
        message = "The reply ended for another reason than the case needs."
        yield Unmet(_MODEL, reply.stop_pointer, message, wanted, stop)
    elif stop == "tool_call" and not reply.tool_calls:
        message = "The stop reason tells of a call and the reply has none."
        yield Unmet(_WIRE, reply.stop_pointer, message, wanted, reply.stop)
    elif stop == "end" and reply.tool_calls and not _named(step):
        message = "The stop reason does not tell of the call that the reply has."
        yield Unmet(_WIRE, reply.stop_pointer, message, wanted, reply.stop)


def _named(step: Step) -> bool:
    # OpenAI ends a reply to a named tool choice with `stop`; where a dialect's own
    # documentation says otherwise, its rule judges it.
    return step.choice is not None and step.choice.mode is ChoiceMode.NAMED


def _text(step: Step, reply: Reply) -> Iterator[Unmet]:
    text = reply.text or ""
    for test in step.expect.text:
        if not _holds(test, text, there=bool(text.strip())):
            message = "The text of the reply is not what the model was asked to say."
            yield Unmet(_MODEL, reply.text_pointer, message, _expected_value(test), text[:200])


def _expected_value(test: ArgumentTest) -> Json:
    return test.value if test.kind == "equals" else {test.kind: test.value}


def _holds(test: ArgumentTest, value: Json, *, there: bool) -> bool:
    if test.kind == "present":
        return there is test.value
    return there and _TESTS[test.kind](value, test.value)


def _equals(value: Json, wanted: Json) -> bool:
    if isinstance(value, int | float) and isinstance(wanted, int | float):
        same_kind = isinstance(value, bool) is isinstance(wanted, bool)
        return same_kind and value == wanted
    if isinstance(value, dict) and isinstance(wanted, dict):
        return value.keys() == wanted.keys() and all(_equals(value[k], wanted[k]) for k in value)
    if isinstance(value, list) and isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(_equals, value, wanted))
    if isinstance(value, str) and isinstance(wanted, str):
        return _normal(value) == _normal(wanted)
    return value is None and wanted is None


def _contains(value: Json, wanted: Json) -> bool:
    if isinstance(value, list):
        return any(_equals(item, wanted) for item in value)
    part = wanted if isinstance(wanted, str) else canonical(wanted).decode()
    whole = value if isinstance(value, str) else canonical(value).decode()
    return _normal(part).casefold() in _normal(whole).casefold()


def _contains_any(value: Json, wanted: Json) -> bool:
    return isinstance(wanted, list) and any(_contains(value, one) for one in wanted)


def _normal(text: str) -> str:
    # Models compose accents one way or the other; both are the same word.
    return unicodedata.normalize("NFC", text)


def _is_type(value: Json, wanted: Json) -> bool:
    if wanted == "integer":
        whole = isinstance(value, float) and value.is_integer()
        return whole or (isinstance(value, int) and not isinstance(value, bool))
    if wanted == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, _TYPES[str(wanted)])


_TYPES: Mapping[str, type] = {
    "array": list,
    "boolean": bool,
    "null": type(None),
    "object": dict,
    "string": str,
}

_TESTS: Mapping[str, Callable[[Json, Json], bool]] = {
    "contains": _contains,
    "contains_any": _contains_any,
    "equals": _equals,
    "type": _is_type,
}
