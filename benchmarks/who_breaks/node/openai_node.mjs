// openai-node: Chat Completions with its stream helper and runTools, and Responses.

import OpenAI from "openai";
import { PROMPT, SCHEMAS, decoded, ran, run } from "./toolbox.mjs";

const MESSAGES = [{ role: "user", content: PROMPT }];
const TOOLS = Object.entries(SCHEMAS).map(([name, parameters]) => ({
  type: "function",
  function: { name, description: "d", parameters },
}));
const client = (job) =>
  new OpenAI({ baseURL: `${job.url}/v1`, apiKey: "k", maxRetries: 0, timeout: 8000 });

async function chat(job) {
  const completions = client(job).chat.completions;
  const asked = { model: "m", messages: MESSAGES, tools: TOOLS };
  const answer =
    job.mode === "streaming"
      ? await completions.stream(asked).finalChatCompletion()
      : await completions.create(asked);
  const { message, finish_reason: stop } = answer.choices[0];
  const calls = (message.tool_calls || []).map((call) => [
    call.function.name,
    decoded(call.function.arguments),
    !!call.id,
  ]);
  return { calls, text: message.content, stop };
}

async function responses(job) {
  const asked = { model: "m", input: PROMPT };
  const api = client(job).responses;
  const answer =
    job.mode === "streaming" ? await api.stream(asked).finalResponse() : await api.create(asked);
  const calls = answer.output
    .filter((item) => item.type === "function_call")
    .map((item) => [item.name, decoded(item.arguments), !!item.call_id]);
  return { calls, text: answer.output_text, stop: answer.status };
}

async function loop(job) {
  const tools = Object.entries(SCHEMAS).map(([name, parameters]) => ({
    type: "function",
    function: {
      name,
      description: "d",
      parameters,
      parse: JSON.parse,
      function: (given) => run(name, given),
    },
  }));
  const named = { type: "function", function: { name: job.choice } };
  const choice = ["", "none", "required"].includes(job.choice) ? job.choice || "auto" : named;
  const asked = {
    model: "m",
    messages: MESSAGES,
    tools,
    tool_choice: choice,
    stream: job.mode === "streaming",
  };
  const runner = client(job).chat.completions.runTools(asked, { maxChatCompletions: 4 });
  const text = await runner.finalContent();
  return { calls: [...ran], text };
}

export const PACKAGES = ["openai"];
export const READERS = {
  "reply openai-chat": chat,
  "loop openai-chat": loop,
  "reply openai-responses": responses,
};
