import { deepEqual, throws } from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { type ToolRequest, toolRequest } from "./request.ts";

/** Command lines, word by word, with what they ask for. */
const ASKED: [words: string[], request: ToolRequest][] = [
  [["data", "get", "m", "n", "--json"], { command: "get", model: "m", name: "n", content: true }],
  [["--json", "data", "get", "--model", "m", "--name=n", "--no-content", "--version", "3"], {
    command: "get",
    model: "m",
    name: "n",
    content: false,
    version: 3,
  }],
  [["data", "get", "m", "--json", "--", "--json"], {
    command: "get",
    model: "m",
    name: "--json",
    content: true,
  }],
  [["data", "list", "m", "--json", "--repo-dir", "/r", "-q"], { command: "list", model: "m" }],
  [["data", "query", `name == "it's\n\\"here\\""`, "--json", "--select=name", "--limit", "5"], {
    command: "query",
    predicate: `name == "it's\n\\"here\\""`,
    select: "name",
    limit: 5,
  }],
];

for (const [words, request] of ASKED) {
  Deno.test(`${JSON.stringify(words)} asks for ${request.command}`, () => {
    deepEqual(toolRequest("tool", words), request);
  });
}

const REFUSED: string[][] = [
  [],
  ["--json"],
  ["data"],
  ["data", "delete", "m", "n", "--json"],
  ["model", "method", "run", "m", "go", "--json"],
  ["vault", "read-secret", "v", "k", "--json"],
  ["data", "get", "m", "n"],
  ["data", "get", "m", "--json"],
  ["data", "get", "m", "n", "more", "--json"],
  ["data", "list", "--json"],
  ["data", "query", "--json"],
  ["data", "query", "a", "b", "--json"],
  ["data", "get", "m", "n", "--json", "--output", "/x"],
  ["data", "get", "m", "n", "--json", "--version", "-1"],
  ["data", "query", "true", "--json", "--limit", "1e9"],
];

for (const words of REFUSED) {
  Deno.test(`${JSON.stringify(words)} is refused`, () => {
    throws(() => toolRequest("tool", words), refusal("invalid_argument"));
  });
}
