import assert from "node:assert/strict";
import * as fc from "fast-check";
import { s3Error } from "@svc/fakes/s3";
import { HEAD_KEY, LARGEST_HEAD, readHead } from "../layout/head.ts";
import { type Machine, newMachine, startStore, type TestStore } from "../testing/store.ts";

async function headOf(store: TestStore) {
  return readHead((await store.client.get(HEAD_KEY, LARGEST_HEAD))!.bytes);
}

Deno.test("machines that push at once all bring their files", async () => {
  await using store = await startStore();
  const machines = await Promise.all(Array.from({ length: 6 }, () => newMachine(store.client)));
  for (let round = 0; round < 3; round++) {
    await Promise.all(machines.map(async (machine, at) => {
      await machine.write(`data/${at}/${round}.version`, `${at} in ${round}`);
      await machine.sync.pushChanged();
    }));
  }
  for (const machine of machines) {
    await machine.sync.pullChanged();
    assert.equal(Object.keys(machine.files()).length, 18);
    assert.deepEqual(machine.files(), machines[0]!.files());
    assert.deepEqual(machine.warnings, []);
  }
  for (const machine of machines) await machine[Symbol.asyncDispose]();
});

Deno.test("what another machine wrote under the same name is not replaced", async () => {
  await using store = await startStore();
  await using one = await newMachine(store.client);
  await using two = await newMachine(store.client);
  await one.write("data/a.version", "from one");
  await two.write("data/a.version", "from two");
  assert.equal(await one.sync.pushChanged(), 1);
  assert.equal(await two.sync.pushChanged(), 0);
  assert.match(two.warnings.join(), /data\/a\.version was changed by another machine/);
  assert.equal(await two.sync.pullChanged(), 1);
  assert.equal(two.read("data/a.version"), "from one");
});

Deno.test("a writer that slept through the others' work cannot put the old head back", async () => {
  await using store = await startStore();
  await using sleeper = await newMachine(store.client);
  await using other = await newMachine(store.client);
  await sleeper.write("data/s.version", "s");
  let isAsleep = true;
  store.front.intercept = async (request, forward) => {
    // The whole push of the other one happens between this one's look and its write.
    if (isAsleep && request.method === "PUT" && request.path.endsWith(HEAD_KEY)) {
      isAsleep = false;
      await other.write("data/o.version", "o");
      await other.sync.pushChanged();
    }
    return await forward();
  };
  await sleeper.sync.pushChanged();
  await other.sync.pullChanged();
  assert.deepEqual(Object.keys(other.files()), ["data/o.version", "data/s.version"]);
  assert.equal((await headOf(store)).generation, 2);
});

Deno.test("many small pushes stay quick to read, and every file stays what it is", async () => {
  await using store = await startStore();
  await using machine = await newMachine(store.client);
  for (let n = 0; n < 40; n++) {
    await machine.write(`data/${n}.version`, `content ${n}`);
    if (n % 5 === 4) await machine.remove(`data/${n - 2}.version`);
    await machine.sync.pushChanged();
  }
  assert.ok((await headOf(store)).packs.length <= 8);
  store.front.requests.length = 0;
  await using fresh = await newMachine(store.client);
  await fresh.sync.pullChanged();
  assert.ok(store.front.requests.length <= 18, String(store.front.requests.length));
  assert.deepEqual(fresh.files(), machine.files());
  assert.equal(Object.keys(fresh.files()).length, 32);
});

Deno.test("a file that is removed while its pack is merged is gone, whichever pack is read first", async () => {
  await using store = await startStore();
  await using machine = await newMachine(store.client);
  for (let n = 0; n < 8; n++) {
    await machine.write(`data/${n}.version`, `content ${n}`);
    await machine.sync.pushChanged();
  }
  await machine.remove("data/0.version");
  await machine.sync.pushChanged();
  assert.equal((await headOf(store)).packs.length, 2, "the removal and the merged pack");
  for (const held of [1, 2]) {
    const other = Promise.withResolvers<void>();
    let reads = 0;
    store.front.intercept = async ({ path }, forward) => {
      if (!path.includes("/objects/")) return await forward();
      if (++reads === held) await other.promise;
      const answer = await forward();
      other.resolve();
      return answer;
    };
    await using fresh = await newMachine(store.client);
    await fresh.sync.pullChanged();
    const kept = [1, 2, 3, 4, 5, 6, 7].map((n) => `data/${n}.version`);
    assert.deepEqual(Object.keys(fresh.files()), kept);
  }
});

Deno.test("what killed pushes left is collected after a day by the store's clock, and nothing else", async () => {
  await using store = await startStore();
  await using machine = await newMachine(store.client);
  await machine.write("data/a.version", "a");
  await machine.write("data/large.version", new Uint8Array(9 * 1024 * 1024));
  await machine.sync.pushChanged();
  const orphan = `objects/${crypto.randomUUID()}`;
  const foreign = "objects/not-ours.txt";
  for (const key of [orphan, foreign]) {
    await store.client.put(key, new TextEncoder().encode("x"), undefined);
  }
  const keys = async () => (await store.client.list("")).objects.map(({ key }) => key);

  await machine.write("data/b.version", "b");
  await machine.sync.pushChanged();
  assert.ok((await keys()).includes(orphan), "another push may be about to name it");

  store.front.intercept = async ({ path }, forward) => {
    const answer = await forward();
    if (!path.includes("list-type")) return answer;
    const headers = new Headers(answer.headers);
    headers.set("date", new Date(Date.now() + 25 * 3_600_000).toUTCString());
    return new Response(answer.body, { headers });
  };
  await machine.write("data/c.version", "c");
  await machine.sync.pushChanged();
  assert.ok(!(await keys()).includes(orphan));
  assert.ok((await keys()).includes(foreign));
  await using fresh = await newMachine(store.client);
  await fresh.sync.pullChanged();
  assert.deepEqual(fresh.files(), machine.files());
  assert.deepEqual(fresh.warnings, []);
});

Deno.test("a pull while packs are merged and collected gets every file", async () => {
  await using store = await startStore();
  await using writer = await newMachine(store.client);
  await using reader = await newMachine(store.client);
  for (let n = 0; n < 7; n++) {
    await writer.write(`data/${n}.version`, `content ${n}`);
    await writer.sync.pushChanged();
  }
  const old = (await headOf(store)).packs.map(({ id }) => id);
  let isFirst = true;
  store.front.intercept = async ({ path }, forward) => {
    const answer = await forward();
    if (path.endsWith(HEAD_KEY) && isFirst) {
      isFirst = false;
      for (const n of [7, 8]) {
        await writer.write(`data/${n}.version`, `content ${n}`);
        await writer.sync.pushChanged();
      }
      for (const id of old) await store.client.remove(`objects/${id}`);
    }
    return answer;
  };
  await reader.sync.pullChanged();
  assert.deepEqual(reader.files(), writer.files());
  assert.deepEqual(reader.warnings, []);
});

/** What may happen, on machine 0 to 2. */
const STEP = fc.record({
  machine: fc.nat(2),
  action: fc.constantFrom("write", "write", "remove", "push", "pull", "forget", "both"),
  /** Whether the answer to the next write is lost, after or before it happened. */
  lost: fc.constantFrom("no", "no", "no", "after", "before"),
});

Deno.test("whatever the order of work and however many answers are lost, all machines end alike", async () => {
  await using store = await startStore();
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 20 }), async (steps) => {
      const client = store.clientOf({ prefix: crypto.randomUUID() });
      const machines = await Promise.all([0, 1, 2].map(() => newMachine(client)));
      const expected = new Map<string, string>();
      for (const [at, { machine, action, lost }] of steps.entries()) {
        loseOne(store, lost);
        await take(machines, machines[machine]!, action, `data/${at}.version`, expected);
      }
      store.front.intercept = undefined;
      for (const { sync } of machines) await sync.pushChanged();
      for (const { sync } of machines) await sync.pullChanged();
      for (const machine of machines) {
        assert.deepEqual(machine.files(), Object.fromEntries([...expected].sort()));
        await machine[Symbol.asyncDispose]();
      }
    }),
    { numRuns: 12 },
  );
});

/** Loses the answer to one write: the client does not know whether it took effect. */
function loseOne(store: TestStore, when: "no" | "after" | "before"): void {
  let isDue = when !== "no";
  store.front.intercept = async ({ method }, forward) => {
    if (!isDue || method !== "PUT") return await forward();
    isDue = false;
    if (when === "after") await forward();
    return s3Error(500, "InternalError");
  };
}

async function take(
  machines: readonly Machine[],
  machine: Machine,
  action: string,
  path: string,
  expected: Map<string, string>,
): Promise<void> {
  switch (action) {
    case "write":
      await machine.write(path, `content of ${path}`);
      expected.set(path, `content of ${path}`);
      break;
    case "remove": {
      // svc removes what it has synchronised; what only is in a cache folder it leaves alone.
      await machine.sync.pushChanged();
      const [first] = Object.keys(machine.files());
      if (first === undefined) break;
      await machine.sync.pullChanged();
      if (machine.read(first) === undefined) break;
      await machine.remove(first);
      expected.delete(first);
      break;
    }
    case "push":
      await machine.sync.pushChanged();
      break;
    case "pull":
      await machine.sync.pullChanged();
      break;
    case "forget":
      // A machine whose own folder of the provider was lost. Marks in it that were of removals go along,
      // so what is marked is pushed first.
      await machine.sync.pushChanged();
      await Deno.remove(`${machine.folder}/.svc-s3/state.json`);
      break;
    case "both":
      await Promise.all(machines.map(({ sync }) => sync.pushChanged()));
      break;
  }
}
