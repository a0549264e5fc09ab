import assert from "node:assert/strict";
import type { RunEvent } from "@svc/runtime/run";
import { showEvent } from "./show_event.ts";

const EVENTS = [
  { kind: "started", model: "hello", method: "greet", type: "@acme/greeter" },
  ...["trace", "debug", "info", "warning", "error", "fatal"].map((level) => ({
    kind: "output",
    level,
    text: level,
  })),
] as RunEvent[];

/** What is shown of a run, by the flags of the command line. */
const SHOWN: readonly [string, Record<string, boolean>, readonly string[]][] = [
  ["without flags", {}, ["Running", "info", "warning", "error", "fatal"]],
  ["--verbose", { verbose: true }, [
    "Running",
    "trace",
    "debug",
    "info",
    "warning",
    "error",
    "fatal",
  ]],
  ["--quiet", { quiet: true }, ["warning", "error", "fatal"]],
  ["--json", { json: true, verbose: true }, []],
];

for (const [flags, given, shown] of SHOWN) {
  Deno.test(`of what a run says, ${flags} shows ${shown.join(", ") || "nothing"}`, () => {
    const lines: string[] = [];
    const context = {
      ...{ json: false, quiet: false, verbose: false, ...given },
      note: (line: string) => lines.push(line),
      host: { stderr: (text: string) => lines.push(text) },
    } as unknown as Parameters<typeof showEvent>[1];
    for (const event of EVENTS) showEvent(event, context);
    assert.deepEqual(lines.map((line) => /\w+/.exec(line)![0]), shown);
  });
}
