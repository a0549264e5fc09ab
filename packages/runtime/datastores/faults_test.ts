import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import type { DatastoreProvider } from "../providers/datastore_provider.ts";
import { ownerFolder } from "../data/store/folder.ts";
import { fillDiskAfter } from "../testing/full_disk.ts";
import { type Machine, sharingMachines } from "../testing/machines.ts";
import { OWNER } from "../testing/stored.ts";

const LARGE = "x".repeat(400_000);

/** What a machine wrote that the others have not seen, small and large. */
async function somethingNew(machine: Machine): Promise<void> {
  await machine.write("small", 1, 2);
  await machine.write("large", LARGE);
}

const EXPECTED = { large: { 1: LARGE }, small: { 1: 1, 2: 2 } };

/** As `data`, without a look at `latest`: a full disk may have no room for it. */
async function contentsOf({ versions }: Machine) {
  const contents: Record<string, Record<number, unknown>> = {};
  for (const { name, number, content } of (await versions()).values()) {
    (contents[name] ??= {})[number] = JSON.parse(content);
  }
  return contents;
}

/** Has each file that is opened to be written below a folder fail with an error of the system. */
function failing(folder: string, code: string, after = 0): Disposable & { failed: number } {
  const { open, openSync } = Deno;
  const state = { failed: 0, [Symbol.dispose]: () => void Object.assign(Deno, { open, openSync }) };
  const check = (path: string | URL, options: Deno.OpenOptions = {}) => {
    const writes = options.write || options.create || options.createNew;
    if (!writes || !String(path).startsWith(`${folder}/`) || after-- > 0) return;
    state.failed++;
    throw Object.assign(new Error(`os error ${code}`), { code });
  };
  Deno.open = async (path, options) => (check(path, options), await open(path, options));
  Deno.openSync = (path, options) => (check(path, options), openSync(path, options));
  return state;
}

for (const from of ["here", "there"] as const) {
  Deno.test(`a disk that is full here while data comes from ${from} loses nothing, and the next sync goes on`, async () => {
    await using shared = await sharingMachines(2);
    const [one, two] = shared.all as [Machine, Machine];
    await somethingNew(one);
    if (from === "there") await one.sync();
    const machine = from === "there" ? two : one;
    let fails = 0;
    for (let additions = 0;; additions += 2) {
      const disk = fillDiskAfter(additions, machine.repository.root);
      try {
        await machine.sync();
      } catch (error) {
        ok(
          isSvcError(error) && error.code === "disk_full" && error.hint !== undefined,
          String(String((error as Error).stack)),
        );
        fails++;
      } finally {
        disk[Symbol.dispose]();
      }
      // Whatever there is is whole.
      const { large, small } = await contentsOf(machine);
      for (const [number, value] of Object.entries(small ?? {})) equal(value, Number(number));
      ok(large === undefined || large[1] === LARGE);
      if (!disk.wasFull) break;
    }
    ok(fails > 1, `${fails}`);
    await machine.sync();
    await two.sync();
    deepEqual(await contentsOf(one), EXPECTED);
    deepEqual(await contentsOf(two), EXPECTED);
  });
}

Deno.test("a store that is full, read-only or gone is named, nothing is lost, and the next sync goes on", async () => {
  await using shared = await sharingMachines(2);
  const [one, two] = shared.all as [Machine, Machine];
  await somethingNew(one);
  for (
    const [code, expected] of [
      ["ENOSPC", "disk_full"],
      ["EROFS", "datastore_failed"],
      ["ESTALE", "datastore_failed"],
    ] as const
  ) {
    for (let after = 0; after < 3; after++) {
      using disk = failing(shared.store, code, after);
      await rejects(one.sync(), (error) => {
        ok(isSvcError(error) && error.message.includes(shared.store), `${error}`);
        return error.code === expected;
      });
      ok(disk.failed > 0);
      // What cannot be written can still be read.
      await two.sync({ direction: "pull" });
    }
  }
  await one.sync();
  await two.sync();
  deepEqual(await two.data(), EXPECTED);
  equal((await one.sync()).lost, 0);
});

function provider(sync: Partial<ReturnType<DatastoreProvider["sync"]>>) {
  return {
    sync: () => ({
      pullChanged: () => Promise.resolve(0),
      pushChanged: () => Promise.resolve(0),
      markDirty: () => Promise.resolve(),
      ...sync,
    }),
  };
}

Deno.test("a provider that throws is a failure of the datastore; what was not pushed is pushed the next time", async () => {
  await using shared = await sharingMachines(2);
  const [one, two] = shared.all as [Machine, Machine];
  await somethingNew(one);
  for (const which of ["pullChanged", "pushChanged"] as const) {
    const broken = provider({ [which]: () => Promise.reject(new Error("it is raining")) });
    await rejects(
      one.sync({ provider: broken }),
      (error) =>
        isSvcError(error) && error.code === "datastore_failed" && /raining/.test(error.message),
    );
  }
  equal((await one.sync()).lost, 0, "it was never there");
  await two.sync();
  deepEqual(await two.data(), EXPECTED);
});

for (const moment of ["before", "while"] as const) {
  Deno.test(`a sync that is cancelled ${moment} the provider works says so, and the next one goes on`, async () => {
    await using shared = await sharingMachines(1);
    const [one] = shared.all as [Machine];
    await somethingNew(one);
    const controller = new AbortController();
    // It only listens: what was aborted before would never be heard.
    const slow = provider({
      pullChanged: ({ signal } = {}) =>
        new Promise((_, reject) => {
          signal!.addEventListener("abort", () => reject(signal!.reason));
          controller.abort();
        }),
    });
    const syncing = one.sync({
      provider: slow,
      signal: controller.signal,
      onProgress: () => moment === "before" && controller.abort(),
    });
    await rejects(syncing, (error) => isSvcError(error) && error.code === "cancelled");
    equal((await one.sync()).pushed, 3);
  });
}

Deno.test("data that is damaged here is not sent, and is named; the rest goes", async () => {
  await using shared = await sharingMachines(2);
  const [one, two] = shared.all as [Machine, Machine];
  await somethingNew(one);
  await one.write("other", 1);
  const folder = ownerFolder(one.repository, OWNER);
  await Deno.writeTextFile(`${folder}/large/1/raw`, "y".repeat(LARGE.length + 2));
  await Deno.writeTextFile(`${folder}/small/1/raw`, "");
  for (let round = 0; round < 2; round++) {
    const { refused } = await one.sync();
    deepEqual(refused.map(({ path }) => path.split("/").slice(-2).join("/")).sort(), [
      "large/1",
      "small/1",
    ]);
    for (const { why } of refused) ok(/not what was written/.test(why), why);
  }
  await two.sync();
  deepEqual(await two.data(), { other: { 1: 1 }, small: { 2: 2 } });
});
