"""cohere-python: v2 and v1, as their own documentation reads them."""

from __future__ import annotations

from typing import Any

import cohere

from clients.job import Job, Readers, Seen, decoded
from clients.toolbox import PROMPT, functions

DISTRIBUTIONS = ("cohere",)
_ONCE: Any = {"max_retries": 0}


def _second(job: Job) -> Seen:
    client: Any = cohere.ClientV2(api_key="k", base_url=job.url, timeout=8)
    asked = {
        "model": "m",
        "messages": [{"role": "user", "content": PROMPT}],
        "tools": functions(),
        "request_options": _ONCE,
    }
    if job.streams:
        return _events(client.chat_stream(**asked))
    answer = client.chat(**asked)
    calls = [
        (call.function.name, decoded(call.function.arguments), bool(call.id))
        for call in answer.message.tool_calls or []
    ]
    text = "".join(getattr(part, "text", "") or "" for part in answer.message.content or [])
    return Seen(tuple(calls), text, str(answer.finish_reason))


def _events(stream: Any) -> Seen:
    calls: dict[int, list[Any]] = {}
    text, stop = "", ""
    for event in stream:
        if event.type == "tool-call-start":
            call = event.delta.message.tool_calls
            calls[event.index] = [
                call.function.name, call.function.arguments or "", bool(call.id),
            ]  # fmt: skip
        elif event.type == "tool-call-delta":
            calls[event.index][1] += event.delta.message.tool_calls.function.arguments
        elif event.type == "content-delta":
            text += event.delta.message.content.text
        elif event.type == "message-end":
            stop = str(event.delta.finish_reason)
    return Seen(
        tuple((name, decoded(arguments), known) for name, arguments, known in calls.values()),
        text,
        stop,
    )


def _first(job: Job) -> Seen:
    client: Any = cohere.Client(api_key="k", base_url=job.url, timeout=8)
    asked = {"model": "m", "message": PROMPT, "request_options": _ONCE}
    answer = None
    if job.streams:
        for event in client.chat_stream(**asked):
            if event.event_type == "stream-end":
                answer = event.response
    else:
        answer = client.chat(**asked)
    if answer is None:
        return Seen()
    calls = [(call.name, decoded(call.parameters), True) for call in answer.tool_calls or []]
    return Seen(tuple(calls), answer.text, str(answer.finish_reason))


READERS: Readers = {("reply", "cohere-v2"): _second, ("reply", "cohere-v1"): _first}
