"""Ask pydantic-ai to call a tool: six formats, whole, streamed, and with a typed output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator

import boto3
import cohere
from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models import Model
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

PROMPT = 'get_weather({"location":"Paris","days":2})'
TYPED = 'final_result({"temperature":"18 C"})'


class Weather(BaseModel):
    """What a typed run returns."""

    temperature: str


def models(url: str) -> Iterator[Model]:
    """Yield a model of each format that the library speaks."""
    openai = OpenAIProvider(base_url=f"{url}/v1", api_key="none")
    yield OpenAIChatModel("gpt-5", provider=openai)
    yield OpenAIResponsesModel("gpt-5", provider=openai)
    anthropic = AnthropicProvider(base_url=url, api_key="none")
    yield AnthropicModel("claude-sonnet-4-5", provider=anthropic)
    yield GoogleModel("gemini-2.5-flash", provider=GoogleProvider(base_url=url, api_key="none"))
    client = cohere.AsyncClientV2(api_key="none", base_url=url)
    yield CohereModel("command-a-03-2025", provider=CohereProvider(cohere_client=client))
    bedrock = boto3.client(
        "bedrock-runtime",
        endpoint_url=url,
        region_name="us-east-1",
        aws_access_key_id="none",
        aws_secret_access_key="none",
    )
    yield BedrockConverseModel(
        "us.amazon.nova-micro-v1:0", provider=BedrockProvider(bedrock_client=bedrock)
    )


async def told(model: Model) -> AsyncIterator[str]:
    """Yield what each run of a model says at its end."""
    agent = Agent(model)

    @agent.tool_plain
    def get_weather(location: str, days: int) -> str:
        """Return the weather of some days."""
        return f"{location}: 18 C for {days}"

    yield (await agent.run(PROMPT)).output
    if isinstance(model, CohereModel):
        # The library does not stream from Cohere.
        yield (await agent.run(PROMPT)).output
    else:
        async with agent.run_stream(PROMPT) as run:
            yield await run.get_output()
    yield (await Agent(model, output_type=Weather).run(TYPED)).output.temperature


async def main(url: str) -> None:
    """Print how many runs told what the tool said."""
    answers = [answer for model in models(url) async for answer in told(model)]
    print(sum("18 C" in answer for answer in answers), "of", len(answers), "told 18 C")


asyncio.run(main(sys.argv[1]))
