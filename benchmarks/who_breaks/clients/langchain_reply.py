"""One reply of a LangChain chat model."""

from __future__ import annotations

from typing import Any

from clients.job import Job, Seen
from clients.toolbox import PROMPT


def read(model: Any, job: Job) -> Seen:
    """Ask a model and return what it has; a call it holds invalid is one without a name."""
    answer: Any = None
    if job.streams:
        for piece in model.stream(PROMPT):
            answer = piece if answer is None else answer + piece
    else:
        answer = model.invoke(PROMPT)
    calls = [(call["name"], call["args"], bool(call["id"])) for call in answer.tool_calls]
    calls += [(None, call["args"], bool(call["id"])) for call in answer.invalid_tool_calls]
    told = answer.response_metadata or {}
    words = ("finish_reason", "stop_reason", "stopReason", "done_reason")
    return Seen(tuple(calls), answer.text, str(next((told[w] for w in words if told.get(w)), "")))
