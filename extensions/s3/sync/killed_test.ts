import assert from "node:assert/strict";
import { type Machine, newMachine, startStore, type TestStore } from "../testing/store.ts";

/** A machine whose process is killed at a request, and what it had confirmed until then. */
async function workUntilKilled(store: TestStore, { folder }: Machine, requests: number) {
  const { url } = store.front;
  const { accessKeyId, secretAccessKey } = store.backend;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--quiet", `${import.meta.dirname}/../testing/worker.ts`],
      ...[url, store.bucket, folder, accessKeyId, secretAccessKey],
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const until = store.front.requests.length + requests;
  const kill = () => {
    if (store.front.requests.length < until) return;
    store.front.onRequest.delete(kill);
    child.kill("SIGKILL");
  };
  store.front.onRequest.add(kill);
  const { stdout } = await child.output();
  // A line that was cut off by the kill confirms nothing.
  return new TextDecoder().decode(stdout).split("\n").slice(0, -1);
}

Deno.test("two machines that are killed at any request lose no file that was confirmed or written", async () => {
  await using store = await startStore();
  const client = store.clientOf({ prefix: "killed" });
  await using one = await newMachine(client);
  await using two = await newMachine(client);
  const confirmed: string[] = [];
  // The first push has sixteen requests, later ones five and a pull: each kill falls at another one.
  for (const [at, requests] of [3, 9, 13, 17, 12, 14, 21, 16, 19, 30].entries()) {
    confirmed.push(...await workUntilKilled(store, at % 2 === 0 ? one : two, requests));
  }
  assert.ok(confirmed.length > 0);
  const written = [...Object.keys(one.files()), ...Object.keys(two.files())];

  for (const { sync } of [one, two]) await sync.pushChanged();
  for (const { sync } of [one, two]) await sync.pullChanged();
  assert.deepEqual(one.files(), two.files());
  for (const path of [...confirmed, ...written]) {
    assert.equal(one.read(path), `content of ${path}`, path);
  }
  await using fresh = await newMachine(client);
  await fresh.sync.pullChanged();
  assert.deepEqual(fresh.files(), one.files());
});

Deno.test("two processes that work at once, killed in the middle, lose nothing", async () => {
  await using store = await startStore();
  const client = store.clientOf({ prefix: "killed" });
  await using one = await newMachine(client);
  await using two = await newMachine(client);
  const confirmed = (await Promise.all([
    workUntilKilled(store, one, 60),
    workUntilKilled(store, two, 60),
  ])).flat();
  assert.ok(confirmed.length > 0);
  for (const { sync } of [one, two]) await sync.pushChanged();
  for (const { sync } of [one, two]) await sync.pullChanged();
  assert.deepEqual(one.files(), two.files());
  for (const path of confirmed) assert.equal(two.read(path), `content of ${path}`, path);
});
