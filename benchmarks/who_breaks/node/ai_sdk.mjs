// The Vercel AI SDK with its own providers: one step, and steps until there is an answer.

import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createCohere } from "@ai-sdk/cohere";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import { PROMPT, SCHEMAS, ran, run } from "./toolbox.mjs";

globalThis.AI_SDK_LOG_WARNINGS = false;
const made = (job, path) => ({ baseURL: `${job.url}${path}`, apiKey: "k" });
const compatible = (job) => createOpenAICompatible({ name: "x", ...made(job, "/v1") });
const CHAT = {
  compatible: (job) => compatible(job)("m"),
  openai: (job) => createOpenAI(made(job, "/v1")).chat("m"),
};
const MODELS = {
  "openai-chat": CHAT,
  "openai-responses": { openai: (job) => createOpenAI(made(job, "/v1")).responses("m") },
  "anthropic-messages": { anthropic: (job) => createAnthropic(made(job, "/v1"))("m") },
  "gemini-generate": {
    google: (job) => createGoogleGenerativeAI(made(job, "/v1beta"))("m"),
  },
  "cohere-v2": { cohere: (job) => createCohere(made(job, "/v2"))("m") },
  "bedrock-converse": {
    bedrock: (job) => createAmazonBedrock({ region: "us-east-1", ...made(job, "") })("m"),
  },
};
// Where calls are text there are none to run.
const WORDS = {
  prompted: CHAT,
  chatml: {
    compatible: (job) => compatible(job).completionModel("m"),
    openai: (job) => createOpenAI(made(job, "/v1")).completion("m"),
  },
};

function offered(runs) {
  const tools = Object.entries(SCHEMAS).map(([name, schema]) => {
    const execute = runs ? { execute: (given) => run(name, given) } : {};
    return [name, tool({ description: "d", inputSchema: jsonSchema(schema), ...execute })];
  });
  return Object.fromEntries(tools);
}

async function asked(model, job, more) {
  const abortSignal = AbortSignal.timeout(8000);
  const all = { model, prompt: PROMPT, maxRetries: 0, abortSignal, ...more };
  if (job.mode === "blocking") return await generateText(all);
  let failed = null;
  const onError = ({ error }) => (failed = error);
  const stream = streamText({ ...all, onError });
  for await (const part of stream.fullStream) if (part.type === "error") failed = part.error;
  if (failed) throw failed;
  return {
    toolCalls: await stream.toolCalls,
    text: await stream.text,
    finishReason: await stream.finishReason,
  };
}

// A call whose input the SDK holds invalid is one without a name.
async function reply(model, job) {
  const answer = await asked(model, job, job.dialect in WORDS ? {} : { tools: offered(false) });
  const calls = answer.toolCalls.map((call) => [
    call.invalid ? null : call.toolName,
    call.input,
    !!call.toolCallId,
  ]);
  return { calls, text: answer.text, stop: answer.finishReason };
}

async function loop(model, job) {
  const named = { type: "tool", toolName: job.choice };
  const free = ["", "none", "required"].includes(job.choice);
  // The choice is for the first step: the second has the result.
  const prepareStep = ({ stepNumber }) =>
    stepNumber || !job.choice ? {} : { toolChoice: free ? job.choice : named };
  const more = { tools: offered(true), stopWhen: stepCountIs(4), prepareStep };
  const answer = await asked(model, job, more);
  return { calls: [...ran], text: answer.text, stop: answer.finishReason };
}

export const PACKAGES = [
  "ai",
  "@ai-sdk/openai",
  "@ai-sdk/openai-compatible",
  "@ai-sdk/anthropic",
  "@ai-sdk/google",
  "@ai-sdk/cohere",
  "@ai-sdk/amazon-bedrock",
];
export const READERS = {};
for (const [dialect, providers] of Object.entries({ ...MODELS, ...WORDS }))
  for (const [provider, model] of Object.entries(providers)) {
    READERS[`reply/${provider} ${dialect}`] = (job) => reply(model(job), job);
    if (dialect in MODELS)
      READERS[`loop/${provider} ${dialect}`] = (job) => loop(model(job), job);
  }
