import assert from "node:assert/strict";
import { emptyRepository, OWNER, writeBehavior } from "../../testing/stored.ts";
import { allDefinitions, tryFindDefinition } from "./find.ts";
import { keepDefinitions } from "./keep.ts";
import { searchDefinitions } from "../../behavior/definitions/get.ts";

const owner = (n: number) => ({ ...OWNER, id: `0d7c2f6e-0000-4000-8000-00000000000${n}` });

/** A repository whose behaviors are kept, under a clock that a test moves. */
async function kept() {
  const empty = await emptyRepository();
  const clock = { ms: 0 };
  const definitions = keepDefinitions(empty.repository, () => clock.ms);
  const repository = { ...empty.repository, cache: definitions };
  const old = new Date("2026-01-01T00:00:00Z");
  return {
    repository,
    definitions,
    clock,
    names: async () => (await allDefinitions(repository)).map(({ definition }) => definition.name),
    /** Writes a file whose times lie far back, as a test cannot wait until they do. */
    async write(name: string, n: number) {
      await writeBehavior(repository, name, owner(n));
      await Deno.utime(`${repository.root}/behaviors/@acme/thing/${name}.yaml`, old, old);
    },
    [Symbol.asyncDispose]: () => empty[Symbol.asyncDispose](),
  };
}

Deno.test("behaviors are looked at again after a quarter of a second, and when that is asked for", async () => {
  await using at = await kept();
  await at.write("one", 1);
  assert.deepEqual(await at.names(), ["one"]);
  await at.write("two", 2);
  at.clock.ms = 249;
  assert.deepEqual(await at.names(), ["one"]);
  at.clock.ms = 250;
  assert.deepEqual(await at.names(), ["one", "two"]);
  await Deno.remove(`${at.repository.root}/behaviors/@acme/thing/one.yaml`);
  assert.deepEqual(await at.names(), ["one", "two"]);
  at.definitions.look();
  assert.deepEqual(await at.names(), ["two"]);
  assert.equal(await tryFindDefinition(at.repository, "one"), undefined);
});

Deno.test("a file that changed in place is another one, whatever its size", async () => {
  await using at = await kept();
  await at.write("one", 1);
  await at.names();
  const before = at.definitions.generation();
  const path = `${at.repository.root}/behaviors/@acme/thing/one.yaml`;
  await Deno.writeTextFile(path, (await Deno.readTextFile(path)).replace('"one"', '"uno"'));
  at.definitions.look();
  assert.notEqual(at.definitions.generation(), before);
  assert.deepEqual(await at.names(), ["uno"]);
});

Deno.test("what is kept is all; each view of it leaves out what its viewer may not see", async () => {
  await using at = await kept();
  await at.write("one", 1);
  await at.write("two", 2);
  const view = { ...at.repository, mayRead: (name: string) => name === "two" };
  const names = async (repository: typeof view | typeof at.repository) =>
    (await searchDefinitions(repository)).results.map(({ name }) => name);
  assert.deepEqual(await names(view), ["two"]);
  assert.deepEqual(await names(at.repository), ["one", "two"]);
  assert.deepEqual(await names(view), ["two"]);
  assert.equal(await tryFindDefinition(view, owner(1).id), undefined);
});

Deno.test("a behavior with the id of a hidden one is hidden: the data belongs to the id", async () => {
  await using at = await kept();
  await at.write("hidden", 1);
  await at.write("visible", 1);
  await at.write("other", 2);
  const view = { ...at.repository, mayRead: (name: string) => name !== "hidden" };
  assert.deepEqual((await searchDefinitions(view)).results.map(({ name }) => name), ["other"]);
  for (const wanted of ["visible", owner(1).id, owner(1).id.toUpperCase()]) {
    assert.equal(await tryFindDefinition(view, wanted), undefined);
  }
});
