"""TC916: chunking-independent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.arguments.probe_echo import SHOWN, again, changed, pairs, recut, with_location
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Subject, Variance, Violation


def _chunks_joined(reading: Reading) -> Iterator[Violation]:
    for call, text, came in changed(reading):
        if isinstance(came, str) and recut(text, came):
            message = "A piece of a text is missing from it or stands in it twice."
            yield Violation(call.pointer, message, text[:SHOWN], came[:SHOWN])
            return


def _texts_due(reading: Reading) -> bool:
    """Return whether a call came that was written out, with arguments."""
    return any(wanted.arguments for wanted, _ in pairs(reading))


_PARSED: Final = ("anthropic-messages", "openai-chat", "ollama-chat", "openai-responses")

RULE = Rule(
    id="TC916",
    name="chunking-independent",
    severity=dict.fromkeys(_PARSED, Severity.WARNING),
    statement=(
        "What a stream adds up to does not depend on where the backend cut it. Judged on one "
        "stream, by its bytes: a text that the prompt writes out, with braces, quotes and tags "
        "in it, does not come back with a piece missing or doubled. One letter or digit is left "
        "to the model. A model may drop a word itself, so this is a warning; the same text cut "
        "in other places, which proves it, needs a backend with a fixed answer."
    ),
    why="Stream parsers that look at one piece at a time lose braces, markers or whole calls.",
    breaks="clients of vLLM's stream parsers, and of others like them",
    workaround="Do not stream where tools are offered.",
    check=_chunks_joined,
    subject=Subject.PROBE,
    modes=(Mode.STREAMING,),
    needs_request=True,
    variance=Variance("streams with a call whose texts were written out", _texts_due),
    mutations=(
        *mutations_for(
            "spelt_out",
            again(with_location(lambda t: t.replace("{A", ""))),
            fault="a piece missing",
        ),
        *mutations_for(
            "spelt_out",
            again(with_location(lambda t: t.replace("& B", "& B& B"))),
            ("openai-chat",),
            fault="a piece doubled",
        ),
    ),
    cases="""
vLLM (hermes) | braces in a string argument crash streaming parser | https://github.com/vllm-project/vllm/issues/21544 | issue closed 2025-07
vLLM | streaming parser exceptions (substring not found) | https://github.com/vllm-project/vllm/issues/10589 | issue closed 2024-11
vLLM (Mistral Small 3.2) | stream parser fails on v11 format | https://github.com/vllm-project/vllm/issues/20028 | issue open 2025-06
vLLM (gigachat3, granite) | whole message in one delta loses calls | https://github.com/vllm-project/vllm/issues/47907 | issue open 2026-07
""",
)
