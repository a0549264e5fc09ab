import assert from "node:assert/strict";
import { type Links, openLinks, type Outgoing } from "./links.ts";

/** A folder whose links can be opened again, as the next run does. */
async function place() {
  const folder = await Deno.makeTempDir({ prefix: "svc-links-" });
  return {
    path: `${folder}/references.log`,
    open: async () => (await openLinks(folder)).links,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

const say = (links: Links, number: number, outgoing: readonly Outgoing[]) =>
  links.set([{ subject: { subjectType: "issue", number }, outgoing }]);
const by = (links: Links, number: number) => links.to(number).map(({ number }) => number);

Deno.test("links: each end is known, also in the next run", async () => {
  await using one = await place();
  const first = await one.open();
  await say(first, 2, [[1, "text"]]);
  await say(first, 12, [[1, "closing"], [3, "text"]]);
  const again = await one.open();
  for (const links of [first, again]) {
    assert.deepEqual(links.to(1), [
      { subjectType: "issue", number: 2, relationship: "text" },
      { subjectType: "issue", number: 12, relationship: "closing" },
    ]);
    assert.deepEqual(by(links, 3), [12]);
    assert.deepEqual(links.changed(), [1, 3]);
  }
});

Deno.test("links: what a text no longer names is gone, and both old and new ends changed", async () => {
  await using one = await place();
  const links = await one.open();
  await say(links, 2, [[1, "text"], [4, "text"]]);
  await links.settle();
  assert.deepEqual(links.changed(), []);
  await say(links, 2, [[4, "text"], [5, "text"]]);
  assert.deepEqual([by(links, 1), by(links, 4), by(links, 5)], [[], [2], [2]]);
  assert.deepEqual(links.changed().sort(), [1, 4, 5]);
  await say(links, 2, []);
  assert.deepEqual([by(links, 4), by(links, 5)], [[], []]);
});

Deno.test("links: a run that was killed leaves to the next what it had not settled", async () => {
  await using one = await place();
  const killed = await one.open();
  await say(killed, 2, [[1, "text"]]);
  await killed.settle();
  await say(killed, 3, [[1, "text"], [7, "text"]]);
  assert.deepEqual((await one.open()).changed(), [1, 7]);
});

Deno.test("links: the same again writes nothing; half a line of a crash is none", async () => {
  await using one = await place();
  const links = await one.open();
  await say(links, 2, [[1, "text"]]);
  const text = await Deno.readTextFile(one.path);
  await say(links, 2, [[1, "text"]]);
  await say(links, 3, []);
  assert.equal(await Deno.readTextFile(one.path), text);
  await Deno.writeTextFile(one.path, `${text}[3,"issue",[[1,"te`);
  const again = await one.open();
  assert.deepEqual(by(again, 1), [2]);
  await say(again, 4, [[1, "text"]]);
  assert.deepEqual(by(await one.open(), 1), [2, 4]);
});

Deno.test("links: the file does not grow with every change", async () => {
  await using one = await place();
  const links = await one.open();
  for (let round = 0; round < 1_200; round++) await say(links, 2, [[3 + round, "text"]]);
  await links.settle();
  assert.equal((await Deno.readTextFile(one.path)).trim().split("\n").length, 2);
  assert.deepEqual(by(await one.open(), 1_202), [2]);
  await links.clear();
  assert.deepEqual(by(await one.open(), 1_202), []);
});
