import { deepEqual, equal, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { memoryDatastore, memoryStore } from "../../testing/memory_datastore.ts";
import { refusal } from "../../testing/refusal.ts";
import { lockKeyOf } from "../session/held_lock.ts";
import type { UseOptions } from "../session/opened.ts";
import { datastoreLocks, releaseDatastoreLock } from "./locks.ts";

async function scene() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  const made = { type: "command/shell", globalArguments: {} };
  await createDefinition(repository, { ...made, name: "one" });
  const two = await createDefinition(repository, { ...made, name: "two" });
  const store = memoryStore();
  const options: UseOptions = {
    env: (name) => name === "SVC_DATASTORE" ? "filesystem:/mnt/a" : undefined,
    onWarning: () => {},
    tools: {
      open: () => Promise.resolve(memoryDatastore(store)),
      synchronize: () => Promise.reject(new Error("not to be asked")),
    },
  };
  const key = lockKeyOf(two.id);
  return {
    repository,
    store,
    options,
    key,
    hold: (key: string) => memoryDatastore(store, { holder: "grace@there" }).lock(key).acquire(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("all locks that are held are listed, or that of one behavior, held or not", async () => {
  await using one = await scene();
  const { repository, options } = one;
  deepEqual((await datastoreLocks(repository, undefined, options)).locks, []);
  await one.hold(one.key);
  await one.hold(lockKeyOf(undefined));
  const { locks } = await datastoreLocks(repository, undefined, options);
  deepEqual(locks.map(({ behavior, holder }) => [behavior, holder]), [
    [undefined, "grace@there"],
    ["two", "grace@there"],
  ]);
  const [free] = (await datastoreLocks(repository, "one", options)).locks;
  deepEqual(free, { behavior: "one", held: false });
  await rejects(datastoreLocks(repository, "three", options), refusal("definition_not_found"));
});

Deno.test("a lock is taken from the holder that was agreed to, and from no other", async () => {
  await using one = await scene();
  const { repository, options, store, key } = one;
  const yes = () => Promise.resolve();
  equal(await releaseDatastoreLock(repository, "two", yes, options), undefined);
  await one.hold(key);
  const no = () => Promise.reject(new SvcError("cancelled", "no"));
  await rejects(releaseDatastoreLock(repository, "two", no, options), refusal("cancelled"));
  equal(store.locks.size, 1);
  const changing = () => {
    store.locks.set(key, { ...store.locks.get(key)!, nonce: "another" });
    return Promise.resolve();
  };
  await rejects(
    releaseDatastoreLock(repository, "two", changing, options),
    refusal("conflict", /has another holder by now, and was not released/),
  );
  equal(store.locks.size, 1);
  const holder = await releaseDatastoreLock(repository, "two", yes, options);
  equal(holder?.holder, "grace@there");
  equal(store.locks.size, 0);
});
