import assert from "node:assert/strict";
import { createEvents } from "./events.ts";
import { relay } from "./relay.ts";

/** What listeners hear of a notice. */
function heard(notice: string): unknown[] {
  const events = createEvents();
  const told: unknown[] = [];
  events.on("credential.ended", (event) => told.push(["credential.ended", event]));
  events.on("extension.changed", (event) => told.push(["extension.changed", event]));
  events.on("store.changed", () => told.push("store.changed"));
  relay(events, notice);
  return told;
}

Deno.test("a notice of another process is the event that it names", () => {
  const ended = ["credential.ended", { ids: ["k"] }];
  assert.deepEqual(heard(JSON.stringify(ended)), [ended]);
  for (const only of [{}, { only: "pulls" }]) {
    const changed = ["extension.changed", { extensionId: "e", name: "@a/b", ...only }];
    assert.deepEqual(heard(JSON.stringify(changed)), [changed]);
  }
});

Deno.test("a notice that is not understood makes everything doubtful", () => {
  const notices = [
    "",
    "null",
    "{}",
    "[]",
    '["of a newer release",{}]',
    '["toString",{}]',
    '["credential.ended",{"ids":[1]}]',
    '["extension.changed",{"name":"@a/b"}]',
    '["credential.ended"',
  ];
  for (const notice of notices) assert.deepEqual(heard(notice), ["store.changed"], notice);
});
