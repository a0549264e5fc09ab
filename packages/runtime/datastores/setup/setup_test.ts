import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { memoryDatastore, type MemoryStore, memoryStore } from "../../testing/memory_datastore.ts";
import { refusal } from "../../testing/refusal.ts";
import type { DatastoreConfiguration } from "../configuration/configuration.ts";
import { configuredDatastore } from "../configuration/configured.ts";
import type { UseOptions } from "../session/opened.ts";
import { emptyResult, type SyncResult } from "../sync_result.ts";
import { type ChangeOptions, removeDatastore, setupDatastore } from "./setup.ts";
import { datastoreStatus } from "./status.ts";
import { syncDatastore } from "./sync.ts";

const EMPTY = emptyResult();

type Broken = NonNullable<Parameters<typeof memoryDatastore>[1]>["broken"];

/** A repository, and stores by the folder that names them. */
async function scene(broken: Record<string, Broken> = {}) {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  const stores = new Map<string, MemoryStore>();
  const storeOf = (configuration: DatastoreConfiguration) => {
    const name = "path" in configuration ? configuration.path : configuration.type;
    if (!stores.has(name)) stores.set(name, memoryStore());
    return { name, store: stores.get(name)! };
  };
  const asked: string[] = [];
  const failing = new Map<string, SvcError | SyncResult>();
  const warnings: string[] = [];
  let opening = "";
  const options: UseOptions = {
    env: () => undefined,
    onWarning: (line) => warnings.push(line),
    tools: {
      open(_, configuration) {
        const { name, store } = storeOf(configuration);
        opening = name;
        asked.push(`open ${name}`);
        return Promise.resolve({ ...memoryDatastore(store, { broken: broken[name] ?? {} }), name });
      },
      synchronize(_, { direction, provider }) {
        const { name } = provider as unknown as { name: string };
        asked.push(`${direction} ${name}`);
        const failure = failing.get(`${direction} ${name}`);
        if (failure instanceof Error) return Promise.reject(failure);
        return Promise.resolve(failure ?? EMPTY);
      },
    },
  };
  return {
    repository,
    options,
    asked,
    failing,
    warnings,
    opening: () => opening,
    marker: () => Deno.readTextFile(`${folder.path}/.svc.yaml`),
    setup: (path: string, more: Partial<ChangeOptions> = {}) =>
      setupDatastore(repository, { type: "filesystem", path }, { ...options, ...more }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("setup tries the store, exchanges the data, and only then the marker names it", async () => {
  await using one = await scene();
  const result = await one.setup("/mnt/a");
  deepEqual(one.asked, ["open /mnt/a", "both /mnt/a"]);
  equal(result.markerChanged, true);
  equal(result.before, undefined);
  const found = await configuredDatastore(one.repository, () => undefined);
  deepEqual(found?.configuration, { type: "filesystem", path: "/mnt/a" });
  equal((await datastoreStatus(one.repository, one.options)).agreed, true);
});

Deno.test("a relative folder is named relative to the repository, for clones elsewhere", async () => {
  await using one = await scene();
  await one.setup("../shared-by-all");
  match(await one.marker(), /path: \.\.\/shared-by-all/);
});

Deno.test("a store that is not fit leaves the marker untouched, and nothing is exchanged", async () => {
  const failed = () => Promise.reject(new SvcError("datastore_failed", "read only"));
  const cases: [Broken, RegExp][] = [
    [
      { verify: () => Promise.resolve({ healthy: false, message: "is full", latencyMs: 1 }) },
      /is full/,
    ],
    [{ lock: { acquire: failed } }, /read only/],
    [{ lock: { acquire: () => Promise.resolve() } }, /loses writes/],
    [{ lock: { inspect: () => Promise.resolve(undefined) } }, /loses writes/],
    [{ lock: { release: () => Promise.resolve() } }, /keeps a lock that was released/],
  ];
  for (const [broken, why] of cases) {
    await using one = await scene({ "/mnt/a": broken });
    const before = await one.marker();
    await rejects(one.setup("/mnt/a"), refusal("datastore_failed", why));
    equal(await one.marker(), before);
    deepEqual(one.asked, ["open /mnt/a"]);
    equal(await configuredDatastore(one.repository, () => undefined), undefined);
  }
});

Deno.test("a store that gives one lock to two holders is refused", async () => {
  const info = {
    holder: "a@b",
    hostname: "b",
    pid: 1,
    acquiredAt: "2026-01-01T00:00:00Z",
    ttlMs: 1,
  };
  let held = 0;
  const lock = {
    acquire: () => Promise.resolve(void held++),
    release: () => Promise.resolve(void held--),
    inspect: () => Promise.resolve(held > 0 ? info : undefined),
  };
  await using one = await scene({ "/mnt/a": { lock } });
  await rejects(one.setup("/mnt/a"), refusal("datastore_failed", /two holders at once/));
  equal(held, 0);
});

Deno.test("an exchange that fails leaves the marker untouched, and doing it again goes on", async () => {
  await using one = await scene();
  const before = await one.marker();
  one.failing.set("both /mnt/a", new SvcError("datastore_failed", "connection lost"));
  await rejects(one.setup("/mnt/a"), refusal("datastore_failed", /connection lost/));
  equal(await one.marker(), before);
  one.failing.clear();
  equal((await one.setup("/mnt/a")).markerChanged, true);
});

Deno.test("moving to another store fetches first what the old one has", async () => {
  await using one = await scene();
  await one.setup("/mnt/a");
  one.asked.length = 0;
  const result = await one.setup("/mnt/b");
  deepEqual(one.asked, ["open /mnt/b", "open /mnt/a", "pull /mnt/a", "both /mnt/b"]);
  deepEqual(result.before, { type: "filesystem", path: "/mnt/a" });
  match(await one.marker(), /path: \/mnt\/b/);
});

Deno.test("an old store that cannot be fetched whole keeps its place, unless it is forced", async () => {
  const failures: (SvcError | SyncResult)[] = [
    new SvcError("datastore_failed", "gone"),
    { ...EMPTY, refused: [{ path: "data/x", why: "its checksum is another: gone" }] },
  ];
  for (const failure of failures) {
    await using one = await scene();
    await one.setup("/mnt/a");
    one.failing.set("pull /mnt/a", failure);
    await rejects(one.setup("/mnt/b"), refusal("datastore_failed", /gone/, /--force/));
    match(await one.marker(), /path: \/mnt\/a/);
    await rejects(
      removeDatastore(one.repository, one.options),
      refusal("datastore_failed", /gone/, /--force/),
    );
    match(await one.marker(), /path: \/mnt\/a/);
    await one.setup("/mnt/b", { force: true });
    match(await one.marker(), /path: \/mnt\/b/);
    match(one.warnings.join("\n"), /stays there/);
  }
});

Deno.test("attack: a store that the repository names and nobody agreed to is not asked when moving away", async () => {
  await using one = await scene();
  const marker = `${one.repository.root}/.svc.yaml`;
  await Deno.writeTextFile(marker, "datastore: { type: filesystem, path: /evil }\n");
  await one.setup("/mnt/b");
  equal(one.asked.some((line) => line.includes("/evil")), false, one.asked.join());
  match(one.warnings.join("\n"), /Nothing was fetched from .*: you have not agreed to it/);
  await Deno.writeTextFile(marker, "datastore: { type: filesystem, path: /evil }\n");
  equal((await removeDatastore(one.repository, one.options)).sync, undefined);
  equal(one.asked.some((line) => line.includes("/evil")), false, one.asked.join());
});

Deno.test("setting up what the marker names already is how a further person joins", async () => {
  await using one = await scene();
  const marker = `${one.repository.root}/.svc.yaml`;
  const text = "# of the team\ndatastore: { type: filesystem, path: /mnt/a }\n";
  await Deno.writeTextFile(marker, text);
  equal((await datastoreStatus(one.repository, one.options)).healthy, null);
  equal((await one.setup("/mnt/a")).markerChanged, false);
  equal(await one.marker(), text);
  equal((await datastoreStatus(one.repository, one.options)).healthy, true);
});

Deno.test("removing a datastore fetches all of it, and the marker is as before", async () => {
  await using one = await scene();
  const before = await one.marker();
  await one.setup("/mnt/a");
  one.asked.length = 0;
  const { sync } = await removeDatastore(one.repository, one.options);
  deepEqual(one.asked, ["open /mnt/a", "pull /mnt/a"]);
  deepEqual(sync, EMPTY);
  equal(await one.marker(), before);
  await rejects(removeDatastore(one.repository, one.options), refusal("datastore_required"));
});

Deno.test("a datastore of the environment is left by unsetting the variable", async () => {
  await using one = await scene();
  const env = (name: string) => name === "SVC_DATASTORE" ? "filesystem:/mnt/a" : undefined;
  await rejects(
    removeDatastore(one.repository, { ...one.options, env }),
    refusal("conflict", /unset SVC_DATASTORE/),
  );
});

Deno.test("without a datastore, status says where data is, and sync says how to set one up", async () => {
  await using one = await scene();
  const status = await datastoreStatus(one.repository, one.options);
  equal(status.type, "filesystem");
  equal(status.path, one.repository.state);
  equal(status.source, undefined);
  await rejects(
    syncDatastore(one.repository, "both", one.options),
    refusal("datastore_required", /setup filesystem --path/),
  );
});

Deno.test("a store that does not answer is a finding of status", async () => {
  const verify = () => Promise.reject(new SvcError("timeout", "no answer within 5 s"));
  await using one = await scene({ "/mnt/a": { verify } });
  await Deno.writeTextFile(
    `${one.repository.root}/.svc.yaml`,
    "datastore: { type: filesystem, path: /mnt/a }\n",
  );
  const agreed = { ...one.options, onAgree: () => Promise.resolve() };
  await syncDatastore(one.repository, "pull", agreed);
  const status = await datastoreStatus(one.repository, one.options);
  equal(status.healthy, false);
  match(status.message, /no answer/);
});
