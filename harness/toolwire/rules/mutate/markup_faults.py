"""The faults of tool-call markup that its rules plant: what models wrote, one fault each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import TextCalls
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, Plant, text


def written(value: str) -> Callable[[str, Mode], Change]:
    """Plant a text in an exchange of any dialect; where text is the protocol, markup and all."""

    def plant(dialect: str, mode: Mode) -> Change:
        # Which it is is looked up when the fault is planted: rules are made before dialects are.
        def change(exchange: Exchange) -> Exchange:
            calls = load_dialect(dialect).wire.text_calls
            planted = text(value) if calls is None else _in_place_of_calls(calls, value)
            return planted(dialect, mode)(exchange)

        return change

    return plant


def _in_place_of_calls(calls: TextCalls, value: str) -> Plant:
    """Plant a text where a choice has its calls as text."""

    def blocking(body: JsonObject) -> None:
        edit.put(body, _path(calls.body), value)

    def streamed(stream: list[Frame]) -> list[Frame]:
        texts = [frame for frame in stream if _text_of(frame, calls.chunk)]
        edit.put(texts[0][1], _path(calls.chunk), value)
        return [frame for frame in stream if frame not in texts[1:]]

    return lambda _, mode: edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)


def _path(member: tuple[str, str | None]) -> tuple[str | int, ...]:
    return ("choices", 0, *filter(None, member))


def _text_of(frame: Frame, member: tuple[str, str | None]) -> bool:
    choices = items_of(object_of(frame[1]).get("choices"))
    outer, inner = member
    held = object_of(choices[0]).get(outer) if choices else None
    return bool(held if inner is None else object_of(held).get(inner))


ARGUMENTS: Final = '{"location":"Paris"}'
_OBJECT: Final = '{"name":"get_weather","arguments":{}}'
_DEEPSEEK: Final = "<\uff5ctool▁calls▁begin\uff5c><\uff5ctool▁call▁begin\uff5c>{}<\uff5ctool▁call▁end\uff5c><\uff5ctool▁calls▁end\uff5c>"
_DSML: Final = (
    '<\uff5cDSML\uff5cfunction_calls>\n<\uff5cDSML\uff5cinvoke name="get_weather">\n{}'
    "</\uff5cDSML\uff5cinvoke>\n</\uff5cDSML\uff5cfunction_calls>"
)
_KIMI: Final = (
    "<|tool_calls_section_begin|><|tool_call_begin|>{}<|tool_call_argument_begin|>"
    f"{ARGUMENTS.replace('{', '{{').replace('}', '}}')}<|tool_call_end|><|tool_calls_section_end|>"
)
#: Family -> faults of its form: a few words, and the text a model wrote.
FAULTS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "hermes": (
        ("no opening tag", f'{{"name":"get_weather","arguments":{ARGUMENTS}}}\n</tool_call>'),
        (
            "not JSON",
            '<tool_call>\n{"name":"get_weather","arguments":{"location":Paris}}\n</tool_call>',
        ),
        (
            "two objects in one tag",
            f"<tool_call>\n{_OBJECT}\n{_OBJECT}\n</tool_call>",
        ),
    ),
    "llama3-json": (
        ("other key", f'<|python_tag|>{{"name":"get_weather","arguments":{ARGUMENTS}}}'),
    ),
    "llama-pythonic": (
        ("no literal", "<|python_start|>[get_weather(location=city)]<|python_end|>"),
        (
            "JSON in the brackets' place",
            f'<|python_start|>{{"name":"get_weather","parameters":{ARGUMENTS}}}<|python_end|>',
        ),
        ("no marker, no literal", "[get_weather(location=city)]"),
    ),
    "mistral": (
        (
            "single quotes",
            "[TOOL_CALLS][{'name': 'get_weather', 'arguments': {'location': 'Paris'}}]",
        ),
        ("no token", f"get_weather[ARGS]{ARGUMENTS}"),
    ),
    "deepseek-v3": (
        ("no separator", _DEEPSEEK.format(f"get_weather\n```json\n{ARGUMENTS}\n```")),
        (
            "not JSON",
            _DEEPSEEK.format("function<\uff5ctool▁sep\uff5c>get_weather\n```json\nParis\n```"),
        ),
    ),
    "deepseek-dsml": (
        (
            "a number that is none",
            _DSML.format(
                '<\uff5cDSML\uff5cparameter name="days" string="false">two</\uff5cDSML\uff5cparameter>\n'
            ),
        ),
        ("no parameters", _DSML.format("location=Paris\n")),
    ),
    "qwen-xml": (
        (
            "no parameters",
            "<tool_call>\n<function=get_weather>\nlocation=Paris\n</function>\n</tool_call>",
        ),
    ),
    "glm": (
        (
            "no opening tag",
            "get_weather\n<arg_key>location</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>",
        ),
        ("no value", "<tool_call>get_weather\n<arg_key>location</arg_key>Paris\n</tool_call>"),
    ),
    "kimi": (
        ("degraded id", _KIMI.format("functionsget_weather0")),
        ("id without its prefix", _KIMI.format("get_weather:0")),
    ),
}
