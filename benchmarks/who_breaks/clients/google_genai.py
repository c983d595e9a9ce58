"""google-genai: one answer, and its automatic function calling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.genai import Client, types

from clients.job import Call, Job, Readers, Seen, decoded
from clients.toolbox import PROMPT, SCHEMAS, get_time, get_weather, ran

DISTRIBUTIONS = ("google-genai",)


def client(job: Job) -> Client:
    """Return a client of the server of a job."""
    return Client(api_key="k", http_options=types.HttpOptions(base_url=job.url, timeout=8000))


def _answers(job: Job, config: types.GenerateContentConfig) -> Iterable[Any]:
    # The client is kept: it closes its connections when it is dropped.
    made = client(job)
    if job.streams:
        yield from made.models.generate_content_stream(model="m", contents=PROMPT, config=config)
    else:
        yield made.models.generate_content(model="m", contents=PROMPT, config=config)


def _parts(answer: Any) -> Iterable[Any]:
    for candidate in answer.candidates or []:
        yield from (candidate.content.parts if candidate.content else None) or []


def _reply(job: Job) -> Seen:
    declared = [{"name": name, "parameters_json_schema": s} for name, s in SCHEMAS.items()]
    config = types.GenerateContentConfig(
        tools=[types.Tool.model_validate({"function_declarations": declared})],
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )
    calls: list[Call] = []
    text, stop = "", ""
    for answer in _answers(job, config):
        calls += [(c.name, decoded(c.args or {}), True) for c in answer.function_calls or []]
        text += "".join(part.text or "" for part in _parts(answer))
        for candidate in answer.candidates or []:
            stop = str(candidate.finish_reason or stop)
    return Seen(tuple(calls), text, stop)


def _loop(job: Job) -> Seen:
    modes = {"none": "NONE", "required": "ANY"}
    names = [job.choice] if job.choice and job.choice not in modes else None
    calling: Any = {"mode": modes.get(job.choice, "ANY" if names else "AUTO")}
    if names:
        calling["allowed_function_names"] = names
    config = types.GenerateContentConfig(
        tools=[get_weather, get_time],
        tool_config=types.ToolConfig(
            function_calling_config=types.FunctionCallingConfig(**calling)
        ),
        automatic_function_calling=types.AutomaticFunctionCallingConfig(maximum_remote_calls=4),
    )
    text = "".join(part.text or "" for answer in _answers(job, config) for part in _parts(answer))
    return Seen(ran(), text)


READERS: Readers = {("reply", "gemini-generate"): _reply, ("loop", "gemini-generate"): _loop}
