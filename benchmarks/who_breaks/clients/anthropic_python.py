"""anthropic-python: one message, and its tool runner."""

from __future__ import annotations

from typing import Any

from anthropic import Anthropic, beta_tool

from clients.job import Job, Readers, Seen, decoded
from clients.toolbox import PROMPT, SCHEMAS, get_time, get_weather, ran

DISTRIBUTIONS = ("anthropic",)
_MESSAGES = [{"role": "user", "content": PROMPT}]


def choice(job: Job) -> dict[str, str]:
    """Return the tool choice in Anthropic's words."""
    words = {"": "auto", "none": "none", "required": "any"}
    if job.choice in words:
        return {"type": words[job.choice]}
    return {"type": "tool", "name": job.choice}


def _client(job: Job) -> Anthropic:
    return Anthropic(base_url=job.url, api_key="k", max_retries=0, timeout=8)


def _text(message: Any) -> str:
    return "".join(block.text for block in message.content if block.type == "text")


def _reply(job: Job) -> Seen:
    asked: dict[str, Any] = {
        "model": "m",
        "max_tokens": 99,
        "messages": _MESSAGES,
        "tools": [{"name": name, "input_schema": schema} for name, schema in SCHEMAS.items()],
    }
    if job.streams:
        with _client(job).messages.stream(**asked) as stream:
            for _ in stream:
                pass
            message: Any = stream.get_final_message()
    else:
        message = _client(job).messages.create(**asked)
    calls = [
        (block.name, decoded(block.input), bool(block.id))
        for block in message.content
        if block.type == "tool_use"
    ]
    return Seen(tuple(calls), _text(message), str(message.stop_reason))


def _loop(job: Job) -> Seen:
    asked: dict[str, Any] = {
        "model": "m",
        "max_tokens": 99,
        "messages": _MESSAGES,
        "tools": [beta_tool(get_weather), beta_tool(get_time)],
        "tool_choice": choice(job),
        "max_iterations": 4,
    }
    message: Any = None
    for turn in _client(job).beta.messages.tool_runner(**asked, stream=job.streams):
        message = turn
        if job.streams:
            for _ in turn:
                pass
            message = turn.get_final_message()
    return Seen(ran(), _text(message), str(message.stop_reason))


READERS: Readers = {
    ("reply", "anthropic-messages"): _reply,
    ("loop", "anthropic-messages"): _loop,
}
