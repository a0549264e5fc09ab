// The datastore of extensions/s3 over Ceph's object gateway, a production S3 server, the sync of svc on
// both sides of it, and the registry's archives.
import assert from "node:assert/strict";
import { startRadosgw } from "@svc/fakes/s3";
import { newMachine, startStore, type TestStore } from "../../extensions/s3/testing/store.ts";
import { openLock } from "../../extensions/s3/lock/lock.ts";
import { verify } from "../../extensions/s3/verifier.ts";
import { emptyRepository, stored } from "../../packages/runtime/testing/stored.ts";
import { testS3 } from "../../packages/registry/platform/store/blobs/s3/testing/run.ts";
import { readS3Url } from "../../packages/registry/platform/store/blobs/s3/mod.ts";
import { s3World } from "../../packages/registry/platform/store/blobs/s3/testing/world.ts";
import { testNeeding } from "../requirement.ts";
import { synchronizeWith } from "./machine.ts";
import { takenRole } from "./role.ts";

testNeeding(["radosgw", "ceph-mon", "ceph-osd", "ceph"], "over Ceph's S3 server", async (test) => {
  await using store = await startStore(startRadosgw);
  await test.step("its conditions are found to be kept", async () => {
    const health = await verify(store.client, "@svc/s3");
    assert.equal(health.healthy, true, health.message);
  });

  await test.step("a wrong secret is refused by its signature", async () => {
    const health = await verify(store.clientOf({ secret: "wrong" }), "@svc/s3");
    assert.match(health.message, /403 SignatureDoesNotMatch/);
    const elsewhere = { ...store.client.target, path: "/missing/" };
    const { openClient } = await import("../../extensions/s3/client/client.ts");
    const missing = openClient(elsewhere, () => store.backend);
    assert.match((await verify(missing, "@svc/s3")).message, /bucket does not exist/);
  });

  await test.step("machines that push at once all bring their files, small and large", async () => {
    const machines = await Promise.all(Array.from({ length: 4 }, () => newMachine(store.client)));
    await Promise.all(machines.map(async (machine, at) => {
      await machine.write(`data/${at}/ä +&%.version`, `small ${at}`);
      await machine.write(`data/${at}/large.version`, "x".repeat(9 * 1024 * 1024) + at);
      await machine.sync.pushChanged();
    }));
    for (const machine of machines) {
      await machine.sync.pullChanged();
      assert.equal(Object.keys(machine.files()).length, 8);
      assert.deepEqual(machine.files(), machines[0]!.files());
      assert.deepEqual(machine.warnings, []);
    }
    for (const machine of machines) await machine[Symbol.asyncDispose]();
  });

  await test.step("of many that want a lock one has it at a time", async () => {
    let holders = 0;
    await Promise.all(Array.from({ length: 6 }, async () => {
      const lock = openLock(store.client, { lockKey: "one", retryIntervalMs: 10 });
      await lock.withLock(async () => {
        assert.equal(++holders, 1);
        await store.client.get("nothing", 10);
        holders--;
      });
    }));
  });

  await test.step("the registry keeps its archives there", async (test) => {
    await using world = await s3World(store.backend);
    await testS3(test, world);
  });

  await test.step("and as well by a role that a profile takes, without a key", async () => {
    await using role = await takenRole(store.backend);
    await using world = await s3World(store.backend);
    const url = new URL(world.urlOf());
    [url.username, url.password] = ["", ""];
    const read = readS3Url(url.href, role.environment);
    assert.ok("target" in read && "source" in read.target.credentials);
    const { blobs, uploads } = world.store({ target: read.target });
    await blobs.probe();
    const bytes = crypto.getRandomValues(new Uint8Array(50_000));
    const checksum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    await blobs.put(checksum, bytes);
    assert.deepEqual(await blobs.readAll(checksum), bytes);
    const get = (await blobs.address(checksum, 60_000))!;
    assert.deepEqual(await (await fetch(get)).bytes(), bytes);
    const id = crypto.randomUUID();
    const sent = await fetch((await uploads.address(id, 60_000))!, { method: "PUT", body: bytes });
    assert.equal(sent.status, 200, await sent.text());
    assert.equal(await uploads.size(id), bytes.length);
    // The gateway does look at the token.
    const without = await fetch(get.replace(/X-Amz-Security-Token=[^&]*&/, ""));
    await without.body?.cancel();
    assert.equal(without.status, 403);
  });

  await test.step("two machines of svc that are killed at random lose no version", () => {
    return twoMachines(store);
  });
});

/** Both work at once on the same names, each killed at a request that chance names, again and again. */
async function twoMachines(store: TestStore): Promise<void> {
  const { accessKeyId, secretAccessKey } = store.backend;
  Deno.env.set("AWS_ACCESS_KEY_ID", accessKeyId);
  Deno.env.set("AWS_SECRET_ACCESS_KEY", secretAccessKey);
  await using one = await emptyRepository();
  await using two = await emptyRepository();
  const roots = [one.repository.root, two.repository.root];
  const written = new Set<string>();
  for (let round = 0; round < 5; round++) {
    await Promise.all(roots.map(async (root) => {
      const killAt = store.front.requests.length + 2 + Math.floor(Math.random() * 60);
      for (const value of await runUntil(store, root, round * 100, killAt)) written.add(value);
    }));
  }
  assert.ok(written.size >= 10, `${written.size} values`);

  // What one brought last, the other has after its next sync; numbers that collided are settled by then.
  for (const root of [...roots, ...roots, ...roots]) {
    const { refused } = await synchronizeWith(root, store.front.url);
    assert.deepEqual(refused, []);
  }
  const [here, there] = [await stored(one.repository), await stored(two.repository)];
  assert.deepEqual(here, there);
  const values = Object.values(here).flatMap((versions) => Object.values(versions));
  assert.equal(new Set(values).size, values.length, "no version appears twice");
  for (const value of written) assert.ok(values.includes(value), value);
}

/** Runs a machine until the bucket has had so many requests, then kills it. @returns what it wrote */
async function runUntil(
  store: TestStore,
  root: string,
  first: number,
  killAt: number,
): Promise<string[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--quiet", `${import.meta.dirname}/machine.ts`],
      ...[root, store.front.url, String(first), "20"],
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const kill = () => {
    if (store.front.requests.length < killAt) return;
    store.front.onRequest.delete(kill);
    child.kill("SIGKILL");
  };
  store.front.onRequest.add(kill);
  const { stdout } = await child.output();
  store.front.onRequest.delete(kill);
  return new TextDecoder().decode(stdout).split("\n").slice(0, -1);
}
