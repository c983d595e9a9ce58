// ollama-js.

import { Ollama } from "ollama";
import { PROMPT, SCHEMAS } from "./toolbox.mjs";

const TOOLS = Object.entries(SCHEMAS).map(([name, parameters]) => ({
  type: "function",
  function: { name, description: "d", parameters },
}));

async function reply(job) {
  const asked = { model: "m", messages: [{ role: "user", content: PROMPT }], tools: TOOLS };
  const client = new Ollama({ host: job.url });
  const stream = job.mode === "streaming";
  const answers = stream
    ? await client.chat({ ...asked, stream })
    : [await client.chat({ ...asked, stream })];
  const calls = [];
  let [text, stop] = ["", ""];
  for await (const { message, done_reason: reason } of answers) {
    for (const call of message.tool_calls || [])
      calls.push([call.function.name, call.function.arguments, true]);
    text += message.content;
    stop = reason || stop;
  }
  return { calls, text, stop };
}

export const PACKAGES = ["ollama"];
export const READERS = { "reply ollama-chat": reply };
