// Try one client: `node drive.mjs tries NAME` or, jobs on standard input, `run NAME`.

import fs from "node:fs";
import readline from "node:readline";
import { ran } from "./toolbox.mjs";

const [, , doing, name] = process.argv;
const client = await import(`./${name}.mjs`);
const say = (value) => fs.writeSync(1, `${JSON.stringify(value)}\n`);
const installed = (name) =>
  JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
// What a client does after it failed is not looked at.
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});

async function within(milliseconds, promise) {
  let timer = null;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("hangs")), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function tried(job) {
  ran.length = 0;
  try {
    const seen = await within(9000, client.READERS[`${job.doing} ${job.dialect}`](job));
    return { id: job.id, ...seen };
  } catch (error) {
    const said = String(error?.message ?? error).replace(/\s+/g, " ").slice(0, 300);
    return { id: job.id, raises: error?.name || "Error", said, calls: [...ran] };
  }
}

if (doing === "tries") {
  const versions = Object.fromEntries(client.PACKAGES.map((p) => [p, installed(p)]));
  say({ versions, tries: Object.keys(client.READERS).map((key) => key.split(" ")) });
} else {
  for await (const line of readline.createInterface({ input: process.stdin }))
    say(await tried(JSON.parse(line)));
}
process.exit(0);
