"""pydantic-ai: one reply, its agent, and an agent with a typed output."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from anthropic import AsyncAnthropic
from cohere import AsyncClientV2
from pydantic_ai import Agent, ToolOutput
from pydantic_ai.direct import model_request_stream, model_request_sync
from pydantic_ai.messages import ModelRequest, TextPart, ToolCallPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.bedrock import BedrockConverseModel
from pydantic_ai.models.cohere import CohereModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.bedrock import BedrockProvider
from pydantic_ai.providers.cohere import CohereProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.tools import ToolDefinition

from clients import boto3_client, google_genai
from clients.job import Job, NotTriedError, Readers, Seen
from clients.openai_python import asynchronous
from clients.toolbox import PROMPT, SCHEMAS, Weather, get_time, get_weather, ran

DISTRIBUTIONS = ("pydantic-ai-slim",)
_OFFERED = ModelRequestParameters(
    function_tools=[
        ToolDefinition(name=name, description="d", parameters_json_schema=schema)
        for name, schema in SCHEMAS.items()
    ]
)


def _anthropic(job: Job) -> AnthropicModel:
    client = AsyncAnthropic(base_url=job.url, api_key="k", max_retries=0, timeout=8)
    return AnthropicModel("m", provider=AnthropicProvider(anthropic_client=client))


def _cohere(job: Job) -> CohereModel:
    client: Any = AsyncClientV2(api_key="k", base_url=job.url, timeout=8)
    return CohereModel("m", provider=CohereProvider(cohere_client=client))


_MODELS: dict[str, Callable[[Job], Any]] = {
    "openai-chat": lambda job: OpenAIChatModel(
        "m", provider=OpenAIProvider(openai_client=asynchronous(job))
    ),
    "openai-responses": lambda job: OpenAIResponsesModel(
        "m", provider=OpenAIProvider(openai_client=asynchronous(job))
    ),
    "anthropic-messages": _anthropic,
    "cohere-v2": _cohere,
    "gemini-generate": lambda job: GoogleModel(
        "m", provider=GoogleProvider(client=google_genai.client(job))
    ),
    "bedrock-converse": lambda job: BedrockConverseModel(
        "m", provider=BedrockProvider(bedrock_client=boto3_client.client(job))
    ),
}


def _reply(job: Job) -> Seen:
    model, asked = _MODELS[job.dialect](job), [ModelRequest.user_text_prompt(PROMPT)]

    async def streamed() -> Any:
        async with model_request_stream(model, asked, model_request_parameters=_OFFERED) as stream:
            async for _ in stream:
                pass
            return stream.get()

    if job.streams:
        answer = asyncio.run(streamed())
    else:
        answer = model_request_sync(model, asked, model_request_parameters=_OFFERED)
    calls = [
        (part.tool_name, part.args_as_dict(raise_if_invalid=True), bool(part.tool_call_id))
        for part in answer.parts
        if isinstance(part, ToolCallPart)
    ]
    text = "".join(part.content for part in answer.parts if isinstance(part, TextPart))
    return Seen(tuple(calls), text, str(answer.finish_reason))


async def _read_all(_context: Any, events: Any) -> None:
    async for _ in events:
        pass


def _loop(job: Job) -> Seen:
    if job.choice not in {"", "none"}:
        # An agent of it refuses to force a tool, because it would force it for ever.
        raise NotTriedError
    agent: Any = Agent(_MODELS[job.dialect](job), tools=[get_weather, get_time], retries=0)
    settings: Any = {"tool_choice": job.choice} if job.choice else None
    reading = _read_all if job.streams else None
    done = asyncio.run(agent.run(PROMPT, model_settings=settings, event_stream_handler=reading))
    return Seen(ran(), str(done.output))


def _typed(job: Job) -> Seen:
    output: Any = ToolOutput(Weather, name="get_weather")
    agent: Any = Agent(_MODELS[job.dialect](job), output_type=output, retries=0)
    return Seen((("get_weather", vars(asyncio.run(agent.run(PROMPT)).output), True),))


READERS: Readers = {
    **{("reply", dialect): _reply for dialect in _MODELS},
    **{("loop", dialect): _loop for dialect in _MODELS},
    ("typed", "openai-chat"): _typed,
    ("typed", "anthropic-messages"): _typed,
}
