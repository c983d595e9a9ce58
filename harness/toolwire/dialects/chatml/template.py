"""The chat template: turns to the one text a model of the Qwen 2.5 family is trained on.

Our own template. It makes the same text as the chat template of Qwen 2.5 (its
`tokenizer_config.json`, read 2026-11-21), which a test holds it to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, ToolCall

if TYPE_CHECKING:
    from jinja2 import Template

START: Final = "<|im_start|>"
END: Final = "<|im_end|>"
#: What the template says for a conversation without a system text.
DEFAULT_SYSTEM: Final = "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."
HEADING: Final = "# Tools\n"
_BEFORE: Final = (
    "\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\n"
    "You are provided with function signatures within <tools></tools> XML tags:\n<tools>"
)
_AFTER: Final = (
    "\n</tools>\n\nFor each function call, return a json object with function name and arguments "
    "within <tool_call></tool_call> XML tags:\n<tool_call>\n"
    '{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>'
)
_TEMPLATE: Final = """\
<|im_start|>system
{{ system }}
{%- if tools %}
{{ before }}
{%- for tool in tools %}
{{ "\\n" }}{{ tool | json }}
{%- endfor %}
{{ after }}
{%- endif %}
<|im_end|>
{% for message in messages %}
<|im_start|>{{ message.role }}
{%- if message.text is not none %}
{{ "\\n" }}{{ message.text }}
{%- endif %}
{%- for call in message.calls %}
{{ "\\n" }}<tool_call>
{"name": {{ call.name | json }}, "arguments": {{ call.arguments | json }}}
</tool_call>
{%- endfor %}
{%- for result in message.results %}
{{ "\\n" }}<tool_response>
{{ result }}
</tool_response>
{%- endfor %}
<|im_end|>
{% endfor %}
<|im_start|>assistant
"""


@dataclass(frozen=True, slots=True)
class TemplateTurn:
    """One turn as the template sees it: a text, or results, or a text with calls."""

    role: str
    text: str | None = None
    calls: Sequence[ToolCall] = ()
    results: Sequence[str] = ()


def render(system: str | None, tools: Sequence[Json], messages: Sequence[TemplateTurn]) -> str:
    """Return the prompt after which the model writes the next assistant turn."""
    return _template().render(
        system=DEFAULT_SYSTEM if system is None else system,
        tools=tools,
        messages=messages,
        before=_BEFORE,
        after=_AFTER,
    )


def spaced(value: Json) -> str:
    """Write JSON in one line with a space after each comma and colon, as templates do."""
    return msgspec.json.format(dump(value), indent=0).decode()


@cache
def _template() -> Template:
    # Imported late: no other dialect needs it, and it takes longer than all of them.
    from jinja2 import StrictUndefined  # noqa: PLC0415 - see above
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415 - see above

    environment = ImmutableSandboxedEnvironment(
        # A prompt is no HTML, and is held to its wire format.
        autoescape=False,
        trim_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters["json"] = spaced
    return environment.from_string(_TEMPLATE)
