import { deepEqual, equal, rejects } from "node:assert/strict";
import fc from "fast-check";
import { refusal } from "../../testing/refusal.ts";
import { bytes, emptyRepository, newData, OWNER, stored, version } from "../../testing/stored.ts";
import { ownerFolder } from "./folder.ts";
import { isLive } from "./item_state.ts";
import { openRunData, type RunData } from "./run_data.ts";
import { INLINE_BYTES, STAGING } from "./staging.ts";

const large = "x".repeat(INLINE_BYTES);
const versionsOf = (all: { version: number }[]) => all.map(({ version }) => version);
const contentOf = async (data: RunData, name: string) => {
  const newest = await data.find(name);
  return newest && JSON.parse(new TextDecoder().decode(await data.content(newest)));
};

Deno.test("unchanged content is kept as it is when asked for, and gives the same metadata back", async () => {
  await using one = await emptyRepository();
  const data = await openRunData(one.repository, OWNER);
  const first = await data.write([version("a", 1), version("b", large)]);
  const keep = { unchanged: "keep" } as const;
  deepEqual(await data.write([version("a", 1), version("b", large)], keep), first);
  deepEqual(versionsOf(await data.write([version("a", 1)])), [2]);
  const changed = [
    version("a", 2),
    version("a", 2, { lifetime: "1d" }),
    version("a", 2, { contentType: "text/plain" }),
    version("a", 2, { tags: { type: "resource", specName: "other" } }),
    version("a", 2, { lifecycle: "deleted" }),
    version("a", 2),
  ];
  for (const [index, item] of changed.entries()) {
    equal((await data.write([item], keep))[0]!.version, index + 3);
  }
  const expiring = await data.write([version("c", 1, { lifetime: "1d" })]);
  deepEqual(await data.write([version("c", 1, { lifetime: "1d" })], keep), expiring);
});

Deno.test("a batch leaves what its writes one by one would leave", async () => {
  const item = fc.record({
    name: fc.constantFrom("a", "A", "ab", "a ", "é", "e\u0301"),
    value: fc.constantFrom(0, 1, large),
    keep: fc.constantFrom(1, 2, 3),
    unchanged: fc.boolean(),
  });
  const batches = fc.array(fc.array(item, { minLength: 1, maxLength: 6 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      await using together = await emptyRepository();
      await using apart = await emptyRepository();
      const one = await openRunData(together.repository, OWNER);
      const other = await openRunData(apart.repository, OWNER);
      for (const batch of all) {
        const unchanged = batch[0]!.unchanged ? "keep" : "write";
        const items = batch.map(({ name, value, keep }) =>
          version(name, value, { garbageCollection: keep })
        );
        const given = versionsOf(await one.write(items, { unchanged }));
        const singly: number[] = [];
        for (const item of items) {
          singly.push(...versionsOf(await other.write([item], { unchanged })));
        }
        deepEqual(given, singly);
      }
      deepEqual(await stored(together.repository), await stored(apart.repository));
    }),
    { numRuns: 25 },
  );
});

Deno.test("what is held back is seen by its own run only, until it is published together", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  const before = await openRunData(repository, OWNER);
  await before.write([version("a", 1), version("gone", 1)]);
  const data = await openRunData(repository, OWNER, { holdBack: true });
  deepEqual(versionsOf(await data.write([version("a", 2), version("b", large)])), [2, 1]);
  equal(data.delete("gone"), 1);
  deepEqual([await contentOf(data, "a"), await contentOf(data, "b")], [2, large]);
  deepEqual([data.versions("a"), data.names().length], [[1, 2], 3]);
  deepEqual(await stored(repository), { a: { 1: 1 }, gone: { 1: 1 } });
  data.publish();
  deepEqual(await stored(repository), { a: { 1: 1, 2: 2 }, b: { 1: large } });
});

Deno.test("what is held back leaves no trace when it is discarded or its process killed", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  await (await openRunData(repository, OWNER)).write([version("a", 1)]);
  const staging = `${ownerFolder(repository, OWNER)}/${STAGING}`;
  for (const end of [(data: RunData) => data.discard(), () => {}]) {
    const data = await openRunData(repository, OWNER, { holdBack: true });
    await data.write([version("a", 2), version("b", large)]);
    end(data);
    const next = await openRunData(repository, OWNER);
    deepEqual(await stored(repository), { a: { 1: 1 } });
    await rejects(Deno.readDir(staging)[Symbol.asyncIterator]().next(), Deno.errors.NotFound);
    deepEqual(versionsOf(await next.write([version("b", 1)])), [1]);
    next.delete("b");
    await Deno.remove(`${ownerFolder(repository, OWNER)}/b`, { recursive: true });
  }
});

Deno.test("a mark of deletion holds the last state, never expires and ends with the next write", async () => {
  await using one = await emptyRepository();
  const data = await openRunData(one.repository, OWNER);
  await data.write([version("a", { text: "hi" }, { lifetime: "1d" }), version("list", [1])]);
  const marks = await data.markDeleted(["a", "list", "none"], "destroy");
  deepEqual(marks.map(({ name, version, lifecycle }) => [name, version, lifecycle]), [
    ["a", 2, "deleted"],
    ["list", 2, "deleted"],
  ]);
  const { deletedAt, ...rest } = await contentOf(data, "a");
  deepEqual(rest, { text: "hi", deletedByMethod: "destroy" });
  equal(Number.isNaN(Date.parse(deletedAt)), false);
  equal(isLive((await data.find("a"))!), false);
  deepEqual(await data.markDeleted(["a"], "destroy"), []);
  deepEqual([data.versions("a"), (await data.find("a", 1))?.lifecycle], [[1, 2], "active"]);
  const [again] = await data.write([version("a", { text: "back" })]);
  deepEqual([again!.version, isLive(again!)], [3, true]);
});

Deno.test("ephemeral data is read in its own run, counts against the budget and reaches no disk", async () => {
  await using one = await emptyRepository();
  const ephemeral = { lifetime: "ephemeral", garbageCollection: 2 };
  Deno.env.set("SVC_EPHEMERAL_BUDGET", "20");
  try {
    const data = await openRunData(one.repository, OWNER);
    await data.write([version("a", 1), version("a", 22, ephemeral), version("t", 3, ephemeral)]);
    deepEqual([data.names(), data.versions("a"), await contentOf(data, "a")], [
      ["a", "t"],
      [1, 2],
      22,
    ]);
    deepEqual(await stored(one.repository), { a: { 1: 1 } });
    await rejects(
      data.write([version("b", 1), version("t", "x".repeat(30), ephemeral)]),
      refusal("memory_limit", /SVC_EPHEMERAL_BUDGET/),
    );
    deepEqual(await stored(one.repository), { a: { 1: 1 } });
    for (const n of [4, 5, 6]) await data.write([version("t", n, ephemeral)]);
    deepEqual([data.versions("t").length, await contentOf(data, "t")], [2, 6]);
    equal(data.delete("t"), 2);
    deepEqual((await openRunData(one.repository, OWNER)).names(), ["a"]);
  } finally {
    Deno.env.delete("SVC_EPHEMERAL_BUDGET");
  }
});

Deno.test("a name of another definition, or that the file system takes for another, is not written", async () => {
  await using one = await emptyRepository();
  const { repository } = one;
  const stranger = { ownerType: "model-method", ownerRef: "other" } as const;
  const data = await openRunData(repository, OWNER);
  await data.write([{ data: newData("a", { ownerDefinition: stranger }), content: bytes(1) }])
    .catch(() => {});
  const next = await openRunData(repository, OWNER);
  await rejects(
    next.write([version("b", 1), version("a", 1)]),
    refusal("conflict", /belongs to another behavior \(other\)/),
  );
  await next.write([version("main", 1)]);
  // As a file system does that takes upper and lower case for the same.
  await Deno.rename(
    `${ownerFolder(repository, OWNER)}/main`,
    `${ownerFolder(repository, OWNER)}/Main`,
  );
  await rejects(
    (await openRunData(repository, OWNER)).write([version("Main", 1)]),
    refusal("conflict", /'Main' would overwrite 'main'/),
  );
  deepEqual(Object.keys(await stored(repository)), ["Main", "a"]);
});
