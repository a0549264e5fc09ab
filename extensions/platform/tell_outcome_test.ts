import assert from "node:assert/strict";
import { tellOutcome, type Told } from "./tell_outcome.ts";

/** The line that is logged. */
function told(what: string, result: Told): string {
  const lines: string[] = [];
  const info = (message: string, properties: Record<string, unknown> = {}) =>
    void lines.push(message.replaceAll(/\{(\w+)\}/g, (_, name) => String(properties[name])));
  tellOutcome({ logger: { info, warn: assert.fail } }, what, result);
  assert.equal(lines.length, 1);
  return lines[0]!;
}

Deno.test("a plan is told from the deed", () => {
  assert.equal(told("o/r", { outcome: "would-create" }), "o/r: would-create (nothing was written)");
  assert.equal(
    told("o/r", { outcome: "created", url: "https://github.com/o/r" }),
    "o/r: created https://github.com/o/r",
  );
});

Deno.test("what differs and was left is named", () => {
  const drift = [{ field: "private" }, { field: "topics" }];
  assert.equal(
    told("o/r", { outcome: "exists", url: null, drift }),
    "o/r: exists with another private, topics than you asked for",
  );
});

Deno.test("a name of strangers stays on its line", () => {
  assert.doesNotMatch(told("o/r\u001b[2J\nsecond", { outcome: "unchanged" }), /\u001b|\n/);
});
