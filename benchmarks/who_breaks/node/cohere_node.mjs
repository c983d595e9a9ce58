// cohere-typescript: v2 and v1.

import { CohereClient, CohereClientV2 } from "cohere-ai";
import { PROMPT, SCHEMAS, decoded } from "./toolbox.mjs";

const TOOLS = Object.entries(SCHEMAS).map(([name, parameters]) => ({
  type: "function",
  function: { name, description: "d", parameters },
}));
const ONCE = { maxRetries: 0, timeoutInSeconds: 8 };
const made = (job) => ({ token: "k", environment: job.url });

async function second(job) {
  const asked = { model: "m", messages: [{ role: "user", content: PROMPT }], tools: TOOLS };
  const client = new CohereClientV2(made(job));
  if (job.mode === "streaming") return await events(await client.chatStream(asked, ONCE));
  const { message, finishReason: stop } = await client.chat(asked, ONCE);
  const calls = (message.toolCalls || []).map((call) => [
    call.function.name,
    decoded(call.function.arguments),
    !!call.id,
  ]);
  return { calls, text: (message.content || []).map((part) => part.text ?? "").join(""), stop };
}

async function events(stream) {
  const calls = new Map();
  let [text, stop] = ["", ""];
  for await (const event of stream) {
    if (event.type === "tool-call-start") {
      const call = event.delta.message.toolCalls;
      calls.set(event.index, [call.function.name, call.function.arguments || "", !!call.id]);
    } else if (event.type === "tool-call-delta")
      calls.get(event.index)[1] += event.delta.message.toolCalls.function.arguments;
    else if (event.type === "content-delta") text += event.delta.message.content.text;
    else if (event.type === "message-end") stop = event.delta.finishReason;
  }
  const read = ([name, given, known]) => [name, decoded(given), known];
  return { calls: [...calls.values()].map(read), text, stop };
}

async function first(job) {
  const asked = { model: "m", message: PROMPT };
  const client = new CohereClient(made(job));
  let answer = null;
  if (job.mode === "streaming") {
    for await (const event of await client.chatStream(asked, ONCE))
      if (event.eventType === "stream-end") answer = event.response;
  } else answer = await client.chat(asked, ONCE);
  if (!answer) return { calls: [], text: "", stop: "" };
  const calls = (answer.toolCalls || []).map((call) => [call.name, call.parameters, true]);
  return { calls, text: answer.text, stop: answer.finishReason };
}

export const PACKAGES = ["cohere-ai"];
export const READERS = { "reply cohere-v2": second, "reply cohere-v1": first };
