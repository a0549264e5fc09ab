import assert from "node:assert/strict";
import { createEvents } from "../../../platform/events/events.ts";
import { prepareAnswer } from "./answer.ts";
import { createPublicReads } from "./public_reads.ts";

const shared = async (name: string, value: unknown) => ({
  answer: await prepareAnswer(name, value),
  shared: true,
});

Deno.test("an answer prepared while its extension changed is sent but not kept", async () => {
  const events = createEvents();
  const reads = createPublicReads(events);
  const answer = await reads.load("@a/b", async () => {
    const old = await shared("@a/b", { version: 1 });
    events.emit("extension.changed", { extensionId: "1", name: "@a/b" });
    return old;
  });
  assert.equal(new TextDecoder().decode(answer.body), '{"version":1}');
  assert.equal(reads.get("@a/b"), undefined);
});

Deno.test("a change forgets every answer about that extension and no other", async () => {
  const events = createEvents();
  const reads = createPublicReads(events);
  await reads.load("@a/b", () => shared("@a/b", 1));
  await reads.load("@a/b/latest", () => shared("@a/b", 2));
  await reads.load("@a/c", () => shared("@a/c", 3));
  events.emit("extension.changed", { extensionId: "1", name: "@a/b" });
  assert.deepEqual(
    ["@a/b", "@a/b/latest", "@a/c"].map((key) => reads.get(key) !== undefined),
    [false, false, true],
  );
  events.emit("collective.changed", { collectiveId: "1" });
  assert.equal(reads.get("@a/c"), undefined);
});

Deno.test("what is not the same for everybody is never kept", async () => {
  const reads = createPublicReads(createEvents());
  await reads.load("@a/b", async () => ({ answer: await prepareAnswer("@a/b", 1), shared: false }));
  assert.equal(reads.get("@a/b"), undefined);
});

Deno.test("memory for answers is bounded; the oldest goes first", async () => {
  const reads = createPublicReads(createEvents(), 100);
  for (const name of ["a", "b", "c"]) await reads.load(name, () => shared(name, "x".repeat(40)));
  assert.deepEqual(["a", "b", "c"].map((key) => reads.get(key) !== undefined), [false, true, true]);
});

Deno.test("an address remembered for an answer is forgotten with it, and strangers cannot fill memory with spellings", async () => {
  const events = createEvents();
  const reads = createPublicReads(events);
  await reads.load("@a/b", () => shared("@a/b", 1));
  for (let n = 0; n < 100; n++) reads.remember(`/spelling/${n}`, "@a/b");
  const remembered = Array.from({ length: 100 }, (_, n) => reads.at(`/spelling/${n}`))
    .filter((answer) => answer !== undefined);
  assert.equal(remembered.length, 4);
  events.emit("extension.changed", { extensionId: "1", name: "@a/b" });
  assert.equal(reads.at("/spelling/0"), undefined);
  reads.remember("/spelling/0", "@a/b");
  assert.equal(reads.at("/spelling/0"), undefined);
});
