"""ollama-python."""

from __future__ import annotations

from typing import Any

from ollama import Client

from clients.job import Call, Job, Readers, Seen
from clients.toolbox import PROMPT, functions

DISTRIBUTIONS = ("ollama",)


def _reply(job: Job) -> Seen:
    asked: dict[str, Any] = {
        "model": "m",
        "messages": [{"role": "user", "content": PROMPT}],
        "tools": functions(),
    }
    client = Client(host=job.url, timeout=8)
    answers: Any = client.chat(**asked, stream=True) if job.streams else [client.chat(**asked)]
    calls: list[Call] = []
    text, stop = "", ""
    for answer in answers:
        made = [call.function for call in answer.message.tool_calls or []]
        calls += [(call.name, dict(call.arguments), True) for call in made]
        text += answer.message.content or ""
        stop = answer.done_reason or stop
    return Seen(tuple(calls), text, stop)


READERS: Readers = {("reply", "ollama-chat"): _reply}
