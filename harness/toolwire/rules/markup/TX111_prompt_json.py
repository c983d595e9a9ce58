"""TX111: prompt-json."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.markup.markup_rules import WRITTEN, of_form
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import ARGUMENTS, written
from toolwire.rules.rule import Reading, Rule, Severity, Violation


def _prompt_json(reading: Reading) -> Iterator[Violation]:
    yield from of_form(reading, "one JSON object, or one array of such objects")


RULE = Rule(
    id="TX111",
    name="prompt-json",
    severity={"prompted": Severity.WARNING},
    statement="Where the prompt asks for calls as JSON, a reply has exactly one call object, "
    "or one array of them, and it is JSON. A fence or words around it are bearable; braces in "
    "prose are no call.",
    why="Which of two objects is meant cannot be told; what is no JSON is not run.",
    breaks="Agents that call through a prompt, such as Groq's own parser (groq-typescript#28).",
    workaround="Ask again, with the error.",
    check=_prompt_json,
    needs_request=True,
    variance=WRITTEN,
    mutations=(
        *mutations_for(
            "plain_text",
            written(
                f'{{"tool_name":"get_weather","arguments":{ARGUMENTS}}}\n'
                '{"tool_name":"get_time","arguments":{}}'
            ),
            fault="two objects",
        ),
        *mutations_for(
            "plain_text",
            written('{"tool_name":"get_weather","arguments":{"location":Paris}}'),
            fault="not JSON",
        ),
    ),
    cases="""
Groq | unparseable generation -> 400 tool_use_failed + failed_generation | https://github.com/groq/groq-typescript/issues/28 | issue open 2024-05
DeepSeek free API | first token lost: "tool_use>" without "<" | https://github.com/xiaoY233/DeepSeek-Free-API/issues/7 | issue open 2026-02
""",
)
