"""LiteLLM: four formats in, and out as OpenAI's chat format or Anthropic's."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import litellm

from clients.job import Job, NotTriedError, Readers, Seen, decoded
from clients.toolbox import PROMPT, SCHEMAS, functions

DISTRIBUTIONS = ("litellm",)
_MESSAGES = [{"role": "user", "content": PROMPT}]
_ROUTES = {
    "openai-chat": ("openai/m", "/v1"),
    "anthropic-messages": ("anthropic/m", ""),
    "cohere-v1": ("cohere_chat/v1/m", "/v1/chat"),
    "cohere-v2": ("cohere_chat/m", "/v2/chat"),
}
litellm.suppress_debug_info = True
litellm.telemetry = False
litellm.use_chat_completions_url_for_anthropic_messages = True


def _reply(job: Job) -> Seen:
    if job.streams and job.dialect.startswith("cohere"):
        # It drops the calls of Cohere's streams, however right they are.
        raise NotTriedError
    model, path = _ROUTES[job.dialect]
    asked: dict[str, Any] = {
        "model": model, "messages": _MESSAGES, "tools": functions(),
        "api_base": f"{job.url}{path}", "api_key": "k", "num_retries": 0, "timeout": 8,
    }  # fmt: skip
    if job.streams:
        pieces = list(litellm.completion(**asked, stream=True))
        answer: Any = litellm.stream_chunk_builder(pieces, messages=_MESSAGES)
    else:
        answer = litellm.completion(**asked)
    choice = answer.choices[0]
    calls = [
        (call.function.name, decoded(call.function.arguments), bool(call.id))
        for call in choice.message.tool_calls or []
    ]
    return Seen(tuple(calls), choice.message.content or "", str(choice.finish_reason))


async def _converted(job: Job) -> Seen:
    answer: Any = await litellm.anthropic.messages.acreate(
        model="openai/m", max_tokens=99, messages=_MESSAGES,
        tools=[{"name": name, "input_schema": schema} for name, schema in SCHEMAS.items()],
        api_base=f"{job.url}/v1", api_key="k", stream=job.streams,
    )  # fmt: skip
    if job.streams:
        return await _events(answer)
    uses = [block for block in answer["content"] if block["type"] == "tool_use"]
    calls = [(use["name"], use["input"], bool(use["id"])) for use in uses]
    return Seen(tuple(calls), _text(answer["content"]), str(answer["stop_reason"]))


def _text(blocks: list[dict[str, Any]]) -> str:
    return "".join(block["text"] for block in blocks if block["type"] == "text")


async def _events(stream: Any) -> Seen:
    calls: list[list[Any]] = []
    text, stop = "", ""
    async for piece in stream:
        told = piece.decode() if isinstance(piece, bytes) else str(piece)
        for line in told.splitlines():
            event = json.loads(line[5:]) if line.startswith("data: {") else {}
            opened, delta = event.get("content_block", {}), event.get("delta", {})
            if opened.get("type") == "tool_use":
                calls.append([opened["name"], "", bool(opened["id"])])
            if delta.get("type") == "input_json_delta":
                calls[-1][1] += delta["partial_json"]
            text += delta.get("text", "")
            stop = delta.get("stop_reason") or stop
    return Seen(tuple((name, decoded(said), known) for name, said, known in calls), text, stop)


def _converting(job: Job) -> Seen:
    return asyncio.run(_converted(job))


READERS: Readers = {
    **{("reply", dialect): _reply for dialect in _ROUTES},
    ("converted", "openai-chat"): _converting,
}
