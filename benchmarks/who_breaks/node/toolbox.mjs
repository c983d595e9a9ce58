// The tools of the clean exchanges, and what ran.

export const PROMPT = "Weather in Paris?";
export const SCHEMAS = {
  get_weather: {
    type: "object",
    properties: {
      location: { type: "string" },
      unit: { type: "string" },
      days: { type: "integer" },
    },
    required: ["location"],
  },
  get_time: { type: "object", properties: {} },
};
export const ran = [];

export async function run(name, given) {
  ran.push([name, given ?? null, true]);
  return name === "get_time" ? "noon" : "18 C";
}

// Arguments as a program would use them; text that is no JSON as it is.
export function decoded(given) {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return `no JSON: ${given}`;
  }
}
