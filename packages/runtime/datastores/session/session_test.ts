import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { initRepository } from "../../repository/init.ts";
import type { Repository } from "../../repository/repository.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { memoryDatastore, memoryStore } from "../../testing/memory_datastore.ts";
import { refusal } from "../../testing/refusal.ts";
import { type ShareOptions, sharing } from "./share.ts";
import { emptyResult } from "../sync_result.ts";
import type { DatastoreTools } from "./tools.ts";

const A = "11111111-1111-4111-8111-111111111111";
const B = "22222222-2222-4222-8222-222222222222";
const EMPTY = emptyResult();

/** One piece of work, shared. */
const withDatastore = <T>(
  repository: Repository,
  { behavior, options }: { behavior?: string; options: ShareOptions },
  work: () => Promise<T>,
): Promise<T> => sharing(repository, options)(behavior, work);

type Broken = NonNullable<Parameters<typeof memoryDatastore>[1]>["broken"];

/** A repository with the behaviors `one` and `two`, whose datastore is a stand-in. */
async function scene(
  { broken = {}, synchronize, ...more }: Partial<ShareOptions> & {
    broken?: Broken;
    synchronize?: DatastoreTools["synchronize"];
  } = {},
) {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(folder.path);
  await Deno.mkdir(`${folder.path}/behaviors/command/shell`, { recursive: true });
  for (const [name, id] of [["one", A], ["two", B]]) {
    await Deno.writeTextFile(
      `${folder.path}/behaviors/command/shell/${name}.yaml`,
      `type: command/shell\nid: ${id}\nname: ${name}\nversion: 1\n`,
    );
  }
  const repository = repositoryAt(folder.path, config.path);
  const store = memoryStore();
  const warnings: string[] = [];
  const options: ShareOptions = {
    env: (name) => name === "SVC_DATASTORE" ? "filesystem:/nowhere/at/all" : undefined,
    onWarning: (line) => warnings.push(line),
    tools: {
      open: () => Promise.resolve(memoryDatastore(store, { broken })),
      synchronize: synchronize ?? ((_, { direction, behaviors = [] }) => {
        store.asked.push([direction, ...behaviors].join(" "));
        return Promise.resolve(EMPTY);
      }),
    },
    ...more,
  };
  const work = () => {
    store.asked.push("work");
    return Promise.resolve(7);
  };
  return {
    repository,
    store,
    warnings,
    options,
    work,
    config: config.path,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("work stands between the lock and a pull, and a push and the release", async () => {
  await using one = await scene();
  const { repository, options, store } = one;
  equal(await withDatastore(repository, { behavior: "one", options }, one.work), 7);
  deepEqual(store.asked, [
    `lock behavior-${A}`,
    "pull",
    "work",
    `push ${A}`,
    `release behavior-${A}`,
    "close",
  ]);
  equal(store.locks.size, 0);
  deepEqual(one.warnings, []);
});

Deno.test("work on everything has a lock of its own", async () => {
  await using one = await scene();
  await withDatastore(one.repository, { options: one.options }, one.work);
  equal(one.store.asked[0], "lock everything");
});

Deno.test("nothing is requested of a datastore where none is named, or when working offline", async () => {
  await using one = await scene();
  const { repository, options, work, store } = one;
  const none = { ...options, env: () => undefined };
  equal(await withDatastore(repository, { behavior: "one", options: none }, work), 7);
  const offline = { ...options, offline: true };
  equal(await withDatastore(repository, { behavior: "one", options: offline }, work), 7);
  deepEqual(store.asked, ["work", "work"]);
});

Deno.test("attack: a datastore that only the repository names is not touched, and nothing runs", async () => {
  await using one = await scene({ env: () => undefined });
  const { repository, options, store } = one;
  await Deno.writeTextFile(
    `${repository.root}/.svc.yaml`,
    'datastore: { type: "@evil/store", config: { url: "https://stranger.example" } }\n',
  );
  let opened = false;
  const tools: DatastoreTools = {
    ...options.tools!,
    open: () => {
      opened = true;
      return Promise.resolve(memoryDatastore(store));
    },
  };
  const share = () =>
    withDatastore(repository, { behavior: "one", options: { ...options, tools } }, one.work);
  await rejects(share(), refusal("consent_required", /@evil\/store/, /--offline/));
  const no = () => Promise.reject(new SvcError("cancelled", "no"));
  const refusing = { ...options, tools, onAgree: no };
  await rejects(
    withDatastore(repository, { behavior: "one", options: refusing }, one.work),
    refusal("cancelled"),
  );
  deepEqual(store.asked, []);
  equal(opened, false);
});

Deno.test("a person who agreed once is not asked again, until the repository names another place", async () => {
  await using one = await scene({ env: () => undefined });
  const { repository, options } = one;
  const marker = (path: string) =>
    Deno.writeTextFile(
      `${repository.root}/.svc.yaml`,
      `datastore: { type: filesystem, path: ${path} }\n`,
    );
  const asked: unknown[] = [];
  const onAgree: ShareOptions["onAgree"] = ({ configuration }) => {
    asked.push(configuration);
    return Promise.resolve();
  };
  const share = () =>
    withDatastore(repository, { behavior: "one", options: { ...options, onAgree } }, one.work);
  await marker("/mnt/team");
  await share();
  await share();
  equal(asked.length, 1);
  await marker("/mnt/elsewhere");
  await share();
  deepEqual(asked[1], { type: "filesystem", path: "/mnt/elsewhere" });
});

Deno.test("a datastore that cannot be reached keeps the work from beginning, and says how to go on", async () => {
  const refused = () => Promise.reject(new SvcError("datastore_failed", "read only"));
  const parts: Broken[] = [{ lock: { acquire: refused } }, { lock: { inspect: refused } }];
  for (const broken of parts) {
    await using one = await scene({ broken });
    await rejects(
      withDatastore(one.repository, { behavior: "one", options: one.options }, one.work),
      refusal("datastore_failed", /read only/, /--offline/),
    );
    equal(one.store.asked.includes("work"), false);
    equal(one.store.asked.at(-1), "close");
  }
  await using one = await scene({ synchronize: refused });
  await rejects(
    withDatastore(one.repository, { behavior: "one", options: one.options }, one.work),
    refusal("datastore_failed", /--offline/),
  );
  equal(one.store.locks.size, 0, "the lock was left behind");
});

Deno.test("a datastore that never answers ends in a timeout, and the lock is given back", async () => {
  const never = () => new Promise<never>(() => {});
  const env = (name: string) =>
    ({
      SVC_DATASTORE: "filesystem:/nowhere",
      SVC_DATASTORE_SYNC_TIMEOUT_MS: "30",
    })[name];
  await using one = await scene({ synchronize: never, env });
  await rejects(
    withDatastore(one.repository, { behavior: "one", options: one.options }, one.work),
    refusal("timeout", /within 30 ms/, /--offline/),
  );
  equal(one.store.locks.size, 0);
});

Deno.test("a datastore that says nobody holds the lock it just gave is not trusted", async () => {
  await using one = await scene({
    broken: { lock: { inspect: () => Promise.resolve(undefined) } },
  });
  await rejects(
    withDatastore(one.repository, { behavior: "one", options: one.options }, one.work),
    refusal("datastore_failed", /nobody holds it/),
  );
});

Deno.test("who holds the lock is told, and nothing runs", async () => {
  await using one = await scene({
    env: (name) => ({ SVC_DATASTORE: "filesystem:/nowhere", SVC_LOCK_TIMEOUT_MS: "0" })[name],
  });
  const other = memoryDatastore(one.store, { holder: "grace@elsewhere" });
  await other.lock(`behavior-${A}`).acquire();
  await rejects(
    withDatastore(one.repository, { behavior: "one", options: one.options }, one.work),
    refusal("lock_timeout", /grace@elsewhere/, /: 'svc datastore unlock one'\.$/),
  );
  await other.lock("everything").acquire();
  await rejects(
    withDatastore(one.repository, { options: one.options }, one.work),
    refusal("lock_timeout", /: 'svc datastore unlock'\.$/),
  );
  equal(one.store.locks.get(`behavior-${A}`)?.holder, "grace@elsewhere");
});

Deno.test("what the work gives or throws stands when the push fails, and the sync that brings it is named", async () => {
  const synchronize: DatastoreTools["synchronize"] = (_, { direction }) =>
    direction === "pull"
      ? Promise.resolve(EMPTY)
      : Promise.reject(new SvcError("datastore_failed", "the store is full"));
  await using one = await scene({ synchronize });
  const { repository, options, warnings } = one;
  equal(await withDatastore(repository, { behavior: "one", options }, one.work), 7);
  match(
    warnings.join("\n"),
    /saved on this machine, but is not in the datastore.*the store is full.*svc datastore sync/,
  );
  await rejects(
    withDatastore(
      repository,
      { behavior: "one", options },
      () => Promise.reject(new SvcError("run_failed", "of the run")),
    ),
    refusal("run_failed", /of the run/),
  );
  equal(one.store.locks.size, 0);
});

Deno.test("what a run that failed has written is brought to the datastore all the same", async () => {
  await using one = await scene();
  const failing = () => Promise.reject(new SvcError("run_failed", "no"));
  await rejects(withDatastore(one.repository, { behavior: "one", options: one.options }, failing));
  equal(one.store.asked.some((line) => line.startsWith("push")), true);
});

Deno.test("an interrupted run keeps its result and leaves the push to the next sync", async () => {
  const controller = new AbortController();
  await using one = await scene({ signal: controller.signal });
  const work = () => {
    controller.abort();
    return Promise.resolve("kept");
  };
  equal(
    await withDatastore(one.repository, { behavior: "one", options: one.options }, work),
    "kept",
  );
  equal(one.store.asked.some((line) => line.startsWith("push")), false);
  match(one.warnings.join("\n"), /svc datastore sync/);
  equal(one.store.locks.size, 0, "the lock was left behind");
});

Deno.test("an interruption ends the wait for a lock, and nothing runs", async () => {
  const controller = new AbortController();
  await using one = await scene({ signal: controller.signal });
  const other = memoryDatastore(one.store, { holder: "grace@elsewhere" });
  await other.lock(`behavior-${A}`).acquire();
  const ending = withDatastore(one.repository, { behavior: "one", options: one.options }, one.work);
  controller.abort();
  await rejects(ending, refusal("cancelled"));
  equal(one.store.asked.includes("work"), false);
});

Deno.test("work within work holds its own behavior too, until the outermost ends, and brings all at once", async () => {
  await using one = await scene();
  const { repository, options, store } = one;
  const share = sharing(repository, options);
  await share("one", async () => {
    await Promise.all([share("two", one.work), share("two", one.work)]);
    await share("one", one.work);
    equal(store.locks.size, 2);
  });
  deepEqual(store.asked, [
    `lock behavior-${A}`,
    "pull",
    `lock behavior-${B}`,
    // The data of the first is held by the work that goes on.
    `pull ${B}`,
    "work",
    "work",
    "work",
    `push ${A} ${B}`,
    `release behavior-${B}`,
    `release behavior-${A}`,
    "close",
  ]);
  await share("two", one.work);
  equal(store.locks.size, 0);
});

Deno.test("a behavior that is not there is told before a datastore is asked", async () => {
  await using one = await scene();
  await rejects(
    withDatastore(one.repository, { behavior: "three", options: one.options }, one.work),
    refusal("definition_not_found"),
  );
  deepEqual(one.store.asked, []);
});

Deno.test("versions that got another number, were overtaken or refused are told, each once", async () => {
  const synchronize: DatastoreTools["synchronize"] = () =>
    Promise.resolve({
      ...EMPTY,
      renumbered: [
        { behavior: A, name: "report", from: 3, to: 4, id: B },
        { behavior: A, name: "page", from: 6, to: 8, id: A },
      ],
      overtaken: [{
        behavior: A,
        name: "page",
        id: A,
        version: 8,
        writtenAt: "2026-01-02T03:04:05.000000Z",
        writtenBy: "a\x1b[2Jda",
        by: { id: B, version: 6, writtenAt: "2026-01-02T03:09:05.678Z" },
      }],
      ahead: [{
        behavior: A,
        name: "page",
        id: A,
        version: 9,
        writtenAt: "2999-01-02T03:04:05.000000Z",
        writtenBy: "bob",
      }],
      lost: 2,
      refused: Array.from({ length: 9 }, (_, at) => ({ path: `data/${at}`, why: "damaged" })),
    });
  await using one = await scene({ synchronize });
  await withDatastore(one.repository, { behavior: "one", options: one.options }, one.work);
  const text = one.warnings.join("\n");
  match(text, /lost 2 versions/);
  match(text, /Version 3 of report of one is now version 4/);
  match(
    text,
    /Version 8 of page of one, written 2026-01-02 03:04:05 on a\S+da, is not the latest: version 6 was written later, 2026-01-02 03:09:05\./,
  );
  equal(text.includes("\x1b"), false);
  equal(one.warnings.filter((line) => line.includes("Version 8 of page")).length, 1);
  match(text, /damaged/);
  match(
    text,
    /Version 9 of page of one was written 2999-01-02 03:04:05 on bob, which is in the future/,
  );
  match(text, /and 8 more/);
});
