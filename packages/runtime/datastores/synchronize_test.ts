import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { type Machine, sharingMachines } from "../testing/machines.ts";
import { deleteVersions, OWNER } from "../testing/stored.ts";

Deno.test("what one machine writes and syncs, another one has after its sync", async () => {
  await using shared = await sharingMachines(2);
  const [one, two] = shared.all as [Machine, Machine];
  await one.write("a", 1, 2, 3);
  await one.write("b", "x");
  equal((await one.sync()).pushed, 4);
  const result = await two.sync();
  equal(result.pulled, 4);
  deepEqual(result.refused, []);
  deepEqual(await two.data(), { a: { 1: 1, 2: 2, 3: 3 }, b: { 1: "x" } });
  deepEqual(await two.data(), await one.data());
});

Deno.test("a version that was deleted here goes elsewhere, and its number is not given again", async () => {
  await using shared = await sharingMachines(2);
  const [one, two] = shared.all as [Machine, Machine];
  await one.write("a", 1, 2, 3);
  await one.sync();
  await two.sync();
  await deleteVersions(one.repository, OWNER, "a", 3);
  equal((await one.sync()).removedThere, 1);
  equal((await two.sync()).removed, 1);
  deepEqual(await two.data(), { a: { 1: 1, 2: 2 } });
  await two.write("a", "next");
  deepEqual(Object.keys((await two.data())["a"]!), ["1", "2", "4"]);
});

Deno.test("two that wrote the same number apart keep both: the store's number stays, the other comes behind", async () => {
  await using shared = await sharingMachines(2);
  const [one, two] = shared.all as [Machine, Machine];
  await one.write("a", "base");
  await one.sync();
  await two.sync();
  await one.write("a", "one");
  await two.write("a", "two", "two again");
  await one.sync();
  const result = await two.sync();
  deepEqual(result.renumbered.map(({ from, to }) => [from, to]), [[2, 4], [3, 5]]);
  await one.sync();
  const expected = { a: { 1: "base", 2: "one", 4: "two", 5: "two again" } };
  deepEqual(await one.data(), expected);
  deepEqual(await two.data(), expected);
});

Deno.test("a store that lost a version gets it again; nothing is deleted because a file is missing", async () => {
  await using shared = await sharingMachines(2);
  const [one, two] = shared.all as [Machine, Machine];
  await one.write("a", 1, 2);
  await one.sync();
  await two.sync();
  const folder = `${shared.store}/data/${OWNER.id}`;
  for (const { name } of Deno.readDirSync(folder)) await Deno.remove(`${folder}/${name}`);
  const result = await one.sync();
  deepEqual([result.lost, result.removed, result.removedThere], [2, 0, 0]);
  deepEqual(await one.data(), { a: { 1: 1, 2: 2 } });
  equal((await two.sync()).lost, 0);
});

Deno.test("a folder of data that is lost comes back from the store", async () => {
  await using shared = await sharingMachines(1);
  const [one] = shared.all as [Machine];
  await one.write("a", 1, 2);
  await one.write("b", 1);
  await one.sync();
  await Deno.remove(`${one.repository.state}/data/${OWNER.type}/${OWNER.id}/a`, {
    recursive: true,
  });
  deepEqual([(await one.sync()).pulled, (await one.sync()).removedThere], [2, 0]);
  await Deno.remove(`${one.repository.state}/data`, { recursive: true });
  equal((await one.sync()).pulled, 3);
  deepEqual(await one.data(), { a: { 1: 1, 2: 2 }, b: { 1: 1 } });
});

Deno.test("a store that is not the one it was is refused, and nothing is written there", async () => {
  await using shared = await sharingMachines(1);
  const [one] = shared.all as [Machine];
  await one.write("a", 1);
  await one.sync();
  await Deno.rename(shared.store, `${shared.store}-away`);
  await Deno.mkdir(shared.store);
  await rejects(one.sync(), (error) => isSvcError(error) && error.code === "datastore_failed");
  deepEqual([...Deno.readDirSync(shared.store)], []);
  await Deno.remove(shared.store);
  await Deno.rename(`${shared.store}-away`, shared.store);
  const again = await one.sync();
  ok(again.lost === 0 && again.pushed === 0);
});
