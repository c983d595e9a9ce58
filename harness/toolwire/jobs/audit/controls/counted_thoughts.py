"""Whether thoughts of the running turn are counted where they go back beside their call and its result.

Nothing of an answer shows that its model saw them, but they are tokens of the prompt. Anthropic drops the
thoughts of earlier turns and has those of a tool loop that is not over sent back with its results, and counted
(https://platform.claude.com/docs/en/build-with-claude/context-windows, as copies of the page have it, 2026-12-01;
so do recorded loops of ../shared/corpus: claude-haiku-4-5 counts 145 tokens more behind a call with 285
characters of thoughts, DataDog/dd-trace-js); DeepSeek's endpoint of the same format refuses a history without them
(leookun/cursor-byok#276). Gateways strip them (anomalyco/opencode#6176, lbjlaq/Antigravity-Manager#139).
Ollama gives `thinking` to the template of its model: that of qwen3 passes it on for the running turn, and the
first of deepseek-r1 had no place for it, so there it is information.

So a server is asked the same without the thoughts, of a model that thought: as many tokens are proof that they
were not counted, or not read. Who refuses a history without them has looked at them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.controls.asked_since import Send, ask_besides
from toolwire.jobs.audit.controls.meaning import Control, Controls
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode, Request
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.views.latin_words import latin_words
from toolwire.rules.views.token_counts import counts_at, prompt_tokens
from toolwire.suites.model import COUNTED, Step

#: The case beside whose last step it is asked: once for a target.
_BESIDE: Final = ("reasoning_state", "one_round")
#: Fewer words of thoughts may be as many tokens as what a template writes in their place.
_ENOUGH: Final = 4
#: Fewer tokens are counted where a cache had all of the prompt and what it had is not told.
_LEAST: Final = 20
#: Members that hold thoughts, and types of blocks that do.
_THOUGHTS: Final = ("thinking",)
_BLOCKS: Final = frozenset({"thinking", "redacted_thinking"})
_MESSAGE: Final = (
    "As many tokens are counted with the thoughts of the running turn as without them: they were not "
    "counted, or not read."
)


async def thoughts_counted(item: Item, step: Step, reading: Reading, send: Send) -> Controls:
    """Ask the same without the thoughts that came before its results; nothing where none came.

    Args:
        item: what is run.
        step: the step that was asked.
        reading: what it was answered.
        send: see `Send`.

    Raises:
        StaleCassetteError, InternalError: as `ask_besides` does.
    """
    form = load_dialect(reading.dialect).wire.request
    asked = form is not None and form.passes_thoughts is not None
    if (item.suite.id, item.case.id) != _BESIDE or not asked:
        return {}
    blocking = reading.mode is Mode.BLOCKING and bool(step.results) and prompt_tokens(reading)
    request = _request(reading.exchange.request) if blocking else None
    return await ask_besides(Control.THOUGHTLESS, request, step, send)


def _request(asked: Request | None) -> Request | None:
    """Return a request without its thoughts; None where it has few."""
    if asked is None:
        return None
    body = object_of(parse(asked.body))
    messages = [_unthought(object_of(one)) for one in items_of(body.get("messages"))]
    words = sum(latin_words(text) for one in items_of(body.get("messages")) for text in _texts(one))
    return (
        replace(asked, body=dump({**body, "messages": [*messages]})) if words >= _ENOUGH else None
    )


def _unthought(message: JsonObject) -> JsonObject:
    """Return a message without what was thought in it."""
    left = {name: value for name, value in message.items() if name not in _THOUGHTS}
    blocks = left.get("content")
    if isinstance(blocks, list):
        left["content"] = [one for one in blocks if object_of(one).get("type") not in _BLOCKS]
    return left


def _texts(message: Json) -> Iterator[str]:
    """Yield the thoughts of a message, and of its blocks."""
    told = object_of(message)
    for holder in (told, *map(object_of, items_of(told.get("content")))):
        thoughts = (holder.get(name) for name in _THOUGHTS)
        yield from (one for one in thoughts if isinstance(one, str))


def thought_faults(reading: Reading, controls: Controls) -> Iterator[Finding]:
    """Yield that thoughts add nothing to what is counted of a prompt.

    Args:
        reading: the answer to the prompt with them.
        controls: what was asked beside it.
    """
    without = controls.get(Control.THOUGHTLESS)
    if without is None or not without.ok or not reading.ok:
        return
    counted = prompt_tokens(reading)
    if counted and counted >= _LEAST and counted == prompt_tokens(without):
        form = load_dialect(reading.dialect).wire.request
        promised = form is not None and form.passes_thoughts
        severity = RULES[COUNTED].severity[reading.dialect] if promised else Severity.INFO
        expected = f"more than {counted}"
        yield Finding(COUNTED, severity, counts_at(reading), _MESSAGE, expected, counted)
