"""The faults of tool-call markup that its rules plant: what models wrote, one fault each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, text
from toolwire.rules.views.dialect_paths import CHAT, CHATML, PROMPTED


def written(value: str) -> Callable[[str, Mode], Change]:
    """Plant a text in an exchange of any dialect; where text is the protocol, markup and all."""

    def blocking(body: JsonObject) -> None:
        edit.put(body, ("choices", 0, "text"), value)

    def streamed(stream: list[Frame]) -> list[Frame]:
        texts = [frame for frame in stream if _text_of(frame)]
        edit.put(texts[0][1], ("choices", 0, "text"), value)
        return [frame for frame in stream if frame not in texts[1:]]

    def plant(dialect: str, mode: Mode) -> Change:
        if dialect != CHATML:
            # `prompted` has the envelope of Chat Completions.
            return text(value)(CHAT if dialect == PROMPTED else dialect, mode)
        return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)

    return plant


def _text_of(frame: Frame) -> bool:
    choices = object_of(frame[1]).get("choices")
    return bool(isinstance(choices, list) and choices and object_of(choices[0]).get("text"))


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
