import { deepEqual, equal, match, ok } from "node:assert/strict";
import { filesystemDatastore } from "../datastores/filesystem/datastore.ts";
import { temporaryFolder } from "../testing/extension.ts";
import { workspaceProcess } from "../testing/process.ts";
import { memoryDatastore, type MemoryStore, memoryStore } from "../testing/memory_datastore.ts";
import {
  checkDatastore,
  DATASTORE_RULES,
  type DatastoreSubject,
  datastoreTests,
  type DatastoreUnderTest,
  type LockUnderTest,
  type SyncUnderTest,
} from "./datastore.ts";
import { underTest } from "./datastore_subject.ts";
import { outcomesOf } from "./rule.ts";

/** Stores in memory that hold every rule. */
function memory() {
  const stores = new Map<string, MemoryStore>();
  const storeOf = (name: string) => {
    if (!stores.has(name)) stores.set(name, memoryStore());
    return stores.get(name)!;
  };
  const fail = () => Promise.reject(new Error("no answer"));
  return {
    open: (name: string): DatastoreUnderTest => underTest(memoryDatastore(storeOf(name))),
    unreachable: (): DatastoreUnderTest => ({
      createLock: () => ({ acquire: fail, release: fail, inspect: fail, forceRelease: fail }),
      createVerifier: () => ({ verify: fail }),
      createSyncService: () => ({
        pullChanged: fail,
        pushChanged: fail,
        markDirty: () => Promise.resolve(),
      }),
    }),
    abandon: (name: string, { lockKey }: { lockKey: string }) => {
      // Its process is gone and its time has passed.
      storeOf(name).locks.delete(lockKey);
      return Promise.resolve();
    },
    ttlMs: 20,
  };
}

Deno.test("a datastore in memory holds every rule, in a test runner as well", async () => {
  deepEqual((await checkDatastore(memory())).filter(({ passed }) => !passed), []);
  for (const { name, fn } of datastoreTests(memory())) {
    ok(name);
    await fn();
  }
});

Deno.test("each transfer is given a signal, as svc gives one, which a provider may read unasked", async () => {
  const all = memory();
  const asked = ({ signal }: { signal?: AbortSignal } = {}) => ok(signal instanceof AbortSignal);
  const outcomes = await checkDatastore({
    ...all,
    open: (name) => {
      const provider = all.open(name);
      return {
        ...provider,
        createSyncService: async (...given) => {
          const sync = await provider.createSyncService(...given);
          return {
            ...sync,
            pullChanged: async (options) => (asked(options), await sync.pullChanged(options)),
            pushChanged: async (options) => (asked(options), await sync.pushChanged(options)),
          };
        },
      };
    },
  });
  deepEqual(outcomes.filter(({ passed }) => !passed), []);
});

Deno.test("a folder as a datastore holds every rule", async () => {
  await using folder = await temporaryFolder();
  const pathOf = async (name: string) => {
    const path = `${folder.path}/${name}`;
    await Deno.mkdir(path, { recursive: true });
    return path;
  };
  const outcomes = await checkDatastore({
    open: async (name) => underTest(filesystemDatastore({ path: await pathOf(name) })),
    unreachable: () => underTest(filesystemDatastore({ path: `${folder.path}/gone` })),
    async abandon(name, { lockKey, ttlMs }) {
      const task = { path: await pathOf(name), lockKey, ttlMs };
      const module = `${import.meta.dirname}/../testing/killed_lock.ts`;
      const child = workspaceProcess(module, task);
      const { signal } = await child.output();
      if (signal !== "SIGKILL") throw new Error("it was not killed");
    },
  });
  deepEqual(outcomes.filter(({ passed }) => !passed), []);
  equal(outcomes.length, DATASTORE_RULES.length);
});

/** Changes parts of each provider that is opened. */
interface Change {
  lock?: (lock: LockUnderTest, at: { key: string; machine: number }) => Partial<LockUnderTest>;
  sync?: (sync: SyncUnderTest, folder: string) => Partial<SyncUnderTest>;
  provider?: (provider: DatastoreUnderTest) => Partial<DatastoreUnderTest>;
}

function changed({ lock, sync, provider }: Change): DatastoreSubject {
  const subject = memory();
  let machines = 0;
  return {
    ...subject,
    open(name) {
      const real = subject.open(name);
      const machine = machines++;
      const whole: DatastoreUnderTest = {
        ...real,
        createLock(path, options) {
          const made = real.createLock(path, options) as LockUnderTest;
          return { ...made, ...lock?.(made, { key: options.lockKey, machine }) };
        },
        createSyncService(repo, folder) {
          const made = real.createSyncService(repo, folder) as SyncUnderTest;
          return { ...made, ...sync?.(made, folder) };
        },
      };
      return { ...whole, ...provider?.(whole) };
    },
  };
}

/** Changes every file that a pull has brought, and was not there before. */
function arriving(change: (bytes: Uint8Array) => Uint8Array): Change {
  return {
    sync: ({ pullChanged }, folder) => ({
      async pullChanged() {
        const before = await filesOf(folder);
        await pullChanged();
        for (const path of await filesOf(folder)) {
          if (before.includes(path)) continue;
          await Deno.writeFile(path, change(await Deno.readFile(path)));
        }
      },
    }),
  };
}

async function filesOf(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) files.push(...await filesOf(`${folder}/${name}`));
    else files.push(`${folder}/${name}`);
  }
  return files.sort();
}

const text = (change: (text: string) => string) => (bytes: Uint8Array) =>
  new TextEncoder().encode(change(new TextDecoder().decode(bytes)));

/** What each broken datastore does differently, and the rules that notice. */
const BROKEN: [what: string, noticed: RegExp[], change: Change][] = [
  ["says it is ill", [/says that it is healthy/], {
    provider: () => ({
      createVerifier: () => ({
        verify: () => Promise.resolve({ healthy: false, message: "ill", latencyMs: 1 }),
      }),
    }),
  }],
  ["says nothing of its health", [/says that it is healthy/], {
    provider: () => ({ createVerifier: () => ({ verify: () => Promise.resolve(true as never) }) }),
  }],
  ["has a file from the start", [/an empty store gives nothing/], {
    sync: ({ pullChanged }, folder) => ({
      async pullChanged() {
        await pullChanged();
        const behavior = `${folder}/data/00000000-0000-4000-8000-000000000001`;
        await Deno.mkdir(behavior, { recursive: true });
        await Deno.writeTextFile(`${behavior}/00000000-0000-4000-8000-000000000001.version`, "");
      },
    }),
  }],
  ["takes everything for text", [/what is not UTF-8/, /every byte/], arriving(text((it) => it))],
  ["rewrites line ends", [/Windows/], arriving(text((it) => it.replaceAll("\r\n", "\n")))],
  ["adds a line end", [/: nothing$/, /: a text$/], arriving(text((it) => `${it}\n`))],
  [
    "unpacks what is compressed",
    [/compressed data/],
    arriving((bytes) => bytes[0] === 0x1f ? new Uint8Array() : bytes),
  ],
  ["cuts long files", [/three megabytes/], arriving((bytes) => bytes.slice(0, 1_000_000))],
  ["lists one page", [/also of very many/], {
    sync: ({ pullChanged }, folder) => ({
      async pullChanged() {
        await pullChanged();
        for (const path of (await filesOf(folder)).slice(1000)) await Deno.remove(path);
      },
    }),
  }],
  ["pulls once", [/sent later arrives/], {
    sync: ({ pullChanged }) => {
      let done = false;
      return {
        async pullChanged() {
          if (!done) await pullChanged();
          done = true;
        },
      };
    },
  }],
  ["sends one file at a push", [/in every folder/], {
    sync: ({ pushChanged }, folder) => ({
      async pushChanged() {
        for (const path of (await filesOf(folder)).slice(1)) await Deno.remove(path);
        await pushChanged();
      },
    }),
  }],
  ["keeps one index that the last writer replaces", [
    /two machines send at once/,
    /does not take away/,
  ], indexed()],
  ["takes away what others sent with each push", [/does not take away/], indexed()],
  ["empties a file at the second push", [/again changes nothing/], {
    sync: ({ pullChanged, pushChanged }, folder) => {
      let pushes = 0;
      return {
        async pullChanged() {
          await pullChanged();
          if (pushes < 2) return;
          for (const path of await filesOf(folder)) await Deno.writeFile(path, new Uint8Array());
        },
        pushChanged: () => (pushes++, pushChanged()),
      };
    },
  }],
  ["deletes the folder of what is gone", [/take others with it/], {
    sync: ({ pushChanged, pullChanged }, folder) => {
      let known = 0;
      return {
        async pushChanged() {
          const now = (await filesOf(folder)).length;
          if (now < known) lost.add("everything");
          known = now;
          await pushChanged();
        },
        async pullChanged() {
          await pullChanged();
          if (lost.has("everything")) await Deno.remove(`${folder}/data`, { recursive: true });
        },
      };
    },
  }],
  ["gives a lock to everybody", [/held by one machine/, /one gets it/], {
    lock: () => ({ acquire: () => Promise.resolve() }),
  }],
  ["keeps what is given back", [/free once it is given back/], {
    lock: () => ({ release: () => Promise.resolve() }),
  }],
  ["looks before it takes a lock", [/one gets it/], {
    lock: ({ inspect, acquire, forceRelease }) => ({
      async acquire() {
        if (await inspect() !== undefined) throw new Error("held");
        await new Promise((resolve) => setTimeout(resolve, 1));
        const holder = await inspect();
        if (holder !== undefined && holder !== null) await forceRelease(holder.nonce!);
        await acquire();
      },
    }),
  }],
  ["does not wait", [/waited for/], {
    lock: ({ acquire, inspect }) => ({
      async acquire() {
        if (await inspect()) throw new Error("held");
        await acquire();
      },
    }),
  }],
  ["has one nonce for ever", [/another each time/], {
    lock: ({ inspect, forceRelease }) => ({
      async inspect() {
        const info = await inspect();
        return info ? { ...info, nonce: "always" } : info;
      },
      forceRelease: async (nonce) =>
        nonce === "always" ? await forceRelease((await inspect())?.nonce ?? "") : false,
    }),
  }],
  ["does not say who holds a lock", [/who holds a lock/], {
    lock: ({ inspect }) => ({
      async inspect() {
        const info = await inspect();
        return info ? { ...info, holder: "" } : info;
      },
    }),
  }],
  ["has one lock for all", [/different things/], {
    provider: ({ createLock }) => ({
      createLock: (path, options) => createLock(path, { ...options, lockKey: "one" }),
    }),
  }],
  ["takes a lock from anybody", [/from no other/], {
    lock: ({ inspect, forceRelease }) => ({
      forceRelease: async () => await forceRelease((await inspect())?.nonce ?? ""),
    }),
  }],
  ["gives back the lock of the next holder", [/from no other/], {
    lock: ({ inspect, forceRelease }) => ({
      release: async () => void await forceRelease((await inspect())?.nonce ?? ""),
    }),
  }],
  ["lets go of a lock after its time", [/as long as its holder lives/], {
    lock: ({ acquire, inspect, forceRelease }) => ({
      async acquire() {
        await acquire();
        const { nonce = "", ttlMs = 0 } = await inspect() ?? {};
        // One that is waited for has a long time.
        if (ttlMs > 1000) return;
        Deno.unrefTimer(setTimeout(() => forceRelease(nonce), ttlMs));
      },
    }),
  }],
];

function matching(rule: RegExp) {
  const rules = DATASTORE_RULES.filter(({ name }) => rule.test(name));
  ok(rules.length > 0, `no rule is ${rule}`);
  return rules;
}

/** Where one broken store keeps what it has lost. */
const lost = new Set<string>();

/** A store whose contents are known by one list, which each push writes again. */
function indexed(): Change {
  const lists = new Map<string, string[]>();
  return {
    provider: (provider) => {
      const key = "list";
      return {
        createSyncService(repo, folder) {
          const sync = provider.createSyncService(repo, folder) as SyncUnderTest;
          const own = async () =>
            (await filesOf(folder)).map((path) => path.slice(folder.length + 1));
          return {
            ...sync,
            async pushChanged() {
              await sync.pushChanged();
              await new Promise((resolve) => setTimeout(resolve, 1));
              lists.set(key, await own());
            },
            async pullChanged() {
              const before = await own();
              await sync.pullChanged();
              const listed = [...before, ...lists.get(key) ?? []];
              for (const path of await own()) {
                if (!listed.includes(path)) await Deno.remove(`${folder}/${path}`);
              }
            },
          };
        },
      };
    },
  };
}

for (const [what, noticed, change] of BROKEN) {
  Deno.test(`a datastore that ${what} is noticed`, async () => {
    lost.clear();
    for (const rule of noticed) {
      const outcomes = await outcomesOf(matching(rule), changed(change), 5000);
      ok(outcomes.some(({ passed }) => !passed), `${rule}: ${JSON.stringify(outcomes)}`);
      for (const { passed, problem } of outcomes) if (!passed) match(problem!, /\w/);
    }
  });
}

/** Broken in how they are opened. */
const OPENED: [what: string, noticed: RegExp, subject: () => Partial<DatastoreSubject>][] = [
  ["has one place for all stores", /do not see each other/, () => {
    const { open } = memory();
    return { open: () => open("x") };
  }],
  ["keeps nothing for the next machine", /arrives at another machine/, () => ({
    open: () => memory().open("x"),
  })],
  ["says nothing when it cannot be reached", /cannot be reached/, () => {
    const { open } = memory();
    return { unreachable: () => open("x") };
  }],
  ["keeps the lock of a process that is gone", /was killed/, () => {
    const { open } = memory();
    return {
      open,
      abandon: async (name, { lockKey, ttlMs }) => {
        const options = { lockKey, ttlMs, retryIntervalMs: 5, maxWaitMs: 0 };
        await (await open(name).createLock("", options)).acquire();
      },
    };
  }],
];
for (const [what, noticed, subject] of OPENED) {
  Deno.test(`a datastore that ${what} is noticed`, async () => {
    const all = { ...memory(), ...subject() };
    const outcomes = await outcomesOf(matching(noticed), all, 500);
    ok(outcomes.some(({ passed }) => !passed), JSON.stringify(outcomes));
  });
}

Deno.test("every rule is one that some broken datastore fails", () => {
  const noticed = [...BROKEN.flatMap(([, rules]) => rules), ...OPENED.map(([, rule]) => rule)];
  const unproven = DATASTORE_RULES.filter(({ name }) => !noticed.some((rule) => rule.test(name)));
  deepEqual(unproven.map(({ name }) => name), []);
});
