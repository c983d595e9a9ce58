// anthropic-node: one message, and its tool runner.

import Anthropic from "@anthropic-ai/sdk";
import { PROMPT, SCHEMAS, decoded, ran, run } from "./toolbox.mjs";

const ASKED = { model: "m", max_tokens: 99, messages: [{ role: "user", content: PROMPT }] };
const WORDS = { "": "auto", none: "none", required: "any" };
const client = (job) =>
  new Anthropic({ baseURL: job.url, apiKey: "k", maxRetries: 0, timeout: 8000 });
const text = (message) =>
  message.content
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("");

async function reply(job) {
  const { messages } = client(job);
  const message =
    job.mode === "streaming"
      ? await messages.stream(ASKED).finalMessage()
      : await messages.create(ASKED);
  const calls = message.content
    .filter((block) => block.type === "tool_use")
    .map((block) => [block.name, decoded(block.input), !!block.id]);
  return { calls, text: text(message), stop: message.stop_reason };
}

async function loop(job) {
  const tools = Object.entries(SCHEMAS).map(([name, schema]) => ({
    name,
    description: "d",
    input_schema: schema,
    parse: (given) => given,
    run: (given) => run(name, given),
  }));
  const choice =
    job.choice in WORDS ? { type: WORDS[job.choice] } : { type: "tool", name: job.choice };
  const stream = job.mode === "streaming";
  const runner = client(job).beta.messages.toolRunner({
    ...ASKED,
    tools,
    tool_choice: choice,
    max_iterations: 4,
    stream,
  });
  let message = null;
  if (stream) for await (const turn of runner) message = await turn.finalMessage();
  else message = await runner;
  return { calls: [...ran], text: text(message), stop: message.stop_reason };
}

export const PACKAGES = ["@anthropic-ai/sdk"];
export const READERS = { "reply anthropic-messages": reply, "loop anthropic-messages": loop };
