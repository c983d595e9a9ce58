"""openai-python: Chat Completions, its stream and parse helpers, Responses, and older ways."""

from __future__ import annotations

from typing import Any

from openai import AsyncOpenAI, OpenAI, pydantic_function_tool

from clients.job import Job, Readers, Seen, decoded
from clients.toolbox import PROMPT, SCHEMAS, Weather, functions, written

DISTRIBUTIONS = ("openai",)


def _client(job: Job) -> OpenAI:
    return OpenAI(base_url=f"{job.url}/v1", api_key="k", max_retries=0, timeout=8)


def asynchronous(job: Job) -> AsyncOpenAI:
    """Return the client on which frameworks are built."""
    return AsyncOpenAI(base_url=f"{job.url}/v1", api_key="k", max_retries=0, timeout=8)


def _chat(job: Job) -> Seen:
    asked: dict[str, Any] = {
        "model": "m",
        "messages": [{"role": "user", "content": PROMPT}],
        "tools": functions(),
    }
    if job.streams:
        with _client(job).chat.completions.stream(**asked) as stream:
            for _ in stream:
                pass
            choice: Any = stream.get_final_completion().choices[0]
    else:
        choice = _client(job).chat.completions.create(**asked).choices[0]
    calls = [
        (call.function.name, decoded(call.function.arguments), bool(call.id))
        for call in choice.message.tool_calls or []
    ]
    return Seen(tuple(calls), choice.message.content or "", str(choice.finish_reason))


def _responses(job: Job) -> Seen:
    asked: dict[str, Any] = {
        "model": "m",
        "input": PROMPT,
        "tools": [
            {"type": "function", "name": name, "parameters": schema, "strict": False}
            for name, schema in SCHEMAS.items()
        ],
    }
    if job.streams:
        with _client(job).responses.stream(**asked) as stream:
            for _ in stream:
                pass
            answer: Any = stream.get_final_response()
    else:
        answer = _client(job).responses.create(**asked)
    calls = [
        (item.name, decoded(item.arguments), bool(item.call_id))
        for item in answer.output
        if item.type == "function_call"
    ]
    return Seen(tuple(calls), answer.output_text, str(answer.status))


def _parsed(job: Job) -> Seen:
    answer: Any = _client(job).chat.completions.parse(
        model="m",
        messages=[{"role": "user", "content": PROMPT}],
        tools=[pydantic_function_tool(Weather, name="get_weather")],
    )
    calls = [
        (call.function.name, vars(call.function.parsed_arguments), bool(call.id))
        for call in answer.choices[0].message.tool_calls or []
        if call.function.parsed_arguments is not None
    ]
    return Seen(tuple(calls), "", str(answer.choices[0].finish_reason))


def _legacy(job: Job) -> Seen:
    asked: dict[str, Any] = {
        "model": "m",
        "messages": [{"role": "user", "content": PROMPT}],
        "functions": [{"name": name, "parameters": schema} for name, schema in SCHEMAS.items()],
        "stream": job.streams,
    }
    answer: Any = _client(job).chat.completions.create(**asked)
    name, arguments, text, stop = "", "", "", ""
    for piece in answer if job.streams else [answer]:
        for choice in piece.choices:
            told = choice.delta if job.streams else choice.message
            text += told.content or ""
            stop = choice.finish_reason or stop
            if told.function_call:
                name += told.function_call.name or ""
                arguments += told.function_call.arguments or ""
    return Seen(((name, decoded(arguments), True),) if name else (), text, stop)


def _completion(job: Job) -> Seen:
    asked: dict[str, Any] = {"model": "m", "prompt": PROMPT, "stream": job.streams}
    answer: Any = _client(job).completions.create(**asked)
    text, stop = "", ""
    for piece in answer if job.streams else [answer]:
        for choice in piece.choices if job.streams else piece.choices[:1]:
            text += choice.text
            stop = choice.finish_reason or stop
    return Seen(written(text), text, stop)


READERS: Readers = {
    ("legacy", "openai-chat"): _legacy,
    ("reply", "prompted"): _chat,
    ("reply", "chatml"): _completion,
    ("reply", "openai-chat"): _chat,
    ("reply", "openai-responses"): _responses,
    ("typed", "openai-chat"): _parsed,
}
