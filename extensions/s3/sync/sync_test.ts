import assert from "node:assert/strict";
import { newMachine, startStore } from "../testing/store.ts";

Deno.test("files of one machine come to another, and removals as well", async () => {
  await using store = await startStore();
  await using one = await newMachine(store.client);
  await using two = await newMachine(store.client);
  await one.write("data/a.version", "first");
  await one.write("data/empty.version", "");
  await one.write("outputs/ünï cöde+&=.run", "odd");
  assert.equal(await one.sync.pushChanged(), 3);
  assert.equal(await two.sync.pullChanged(), 3);
  assert.deepEqual(two.files(), one.files());

  await two.remove("data/a.version");
  await two.write("data/b.version", "second");
  assert.equal(await two.sync.pushChanged(), 2);
  assert.equal(await one.sync.pullChanged(), 2);
  assert.deepEqual(one.files(), two.files());
  assert.equal(one.read("data/a.version"), undefined);
  assert.deepEqual([...one.warnings, ...two.warnings], []);
});

Deno.test("a pull with nothing new is one request, and ten new files cost five to push", async () => {
  await using store = await startStore();
  await using one = await newMachine(store.client);
  for (let n = 0; n < 200; n++) await one.write(`data/${n}.version`, `content ${n}`);
  await one.sync.pushChanged();

  store.front.requests.length = 0;
  assert.equal(await one.sync.pullChanged(), 0);
  assert.equal(store.front.requests.length, 1, store.front.requests.join("\n"));

  for (let n = 0; n < 10; n++) await one.write(`data/new${n}.version`, `new ${n}`);
  store.front.requests.length = 0;
  assert.equal(await one.sync.pushChanged(), 10);
  // The head, a listing, the pack and a look at it, the head again.
  assert.equal(store.front.requests.length, 5, store.front.requests.join("\n"));
  store.front.requests.length = 0;
  assert.equal(await one.sync.pushChanged(), 0);
  assert.deepEqual(store.front.requests, []);
});
