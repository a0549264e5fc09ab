import assert from "node:assert/strict";
import { OUTCOMES } from "./outcome.ts";
import { type LoggedOutcome, tellOutcome } from "./tell_outcome.ts";

/** The line that is logged. */
function told(what: string, result: LoggedOutcome): string {
  const lines: string[] = [];
  const info = (message: string, properties: Record<string, unknown> = {}) =>
    void lines.push(message.replaceAll(/\{(\w+)\}/g, (_, name) => String(properties[name])));
  tellOutcome({ logger: { info, warn: assert.fail } }, what, result);
  assert.equal(lines.length, 1);
  return lines[0]!;
}

Deno.test("a plan is told from the deed, and each outcome from the others", () => {
  assert.match(told("o/r", { outcome: "would-create" }), /^o\/r would be created; .*dryRun=false/);
  assert.equal(told("o/r", { outcome: "created" }), "o/r was created");
  const lines = OUTCOMES.map((outcome) => told("o/r", { outcome }));
  assert.equal(new Set(lines).size, OUTCOMES.length);
});

Deno.test("what differs and was left is named", () => {
  const drift = [{ field: "private" }, { field: "topics" }];
  assert.match(told("o/r", { outcome: "exists", drift }), /your request: private, topics$/);
});

Deno.test("a name of strangers stays on its line", () => {
  const line = told("o/r\u001b[2J\nsecond", { outcome: "unchanged" });
  assert.ok(!line.includes("\u001b") && !line.includes("\n"), line);
});
