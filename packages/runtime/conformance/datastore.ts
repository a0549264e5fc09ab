import { DATASTORE_LOCK_RULES } from "./datastore_locks.ts";
import {
  type DatastoreSubject,
  type DatastoreUnderTest,
  storeRule,
  unbounded,
  withStore,
} from "./datastore_subject.ts";
import { type Outcome, outcomesOf, type Rule, type RuleTest, testsOf } from "./rule.ts";

export type {
  DatastoreSubject,
  DatastoreUnderTest,
  LockUnderTest,
  SyncUnderTest,
  VerifierUnderTest,
} from "./datastore_subject.ts";

/**
 * Checks a datastore provider against every rule that svc relies on. Never throws.
 *
 * @returns for each rule whether it holds, and what happened instead
 */
export function checkDatastore(subject: DatastoreSubject): Promise<Outcome[]> {
  return outcomesOf(rulesFor(subject), subject, subject.timeoutMs);
}

/** The same rules as tests: `for (const test of datastoreTests(subject)) Deno.test(test)`. */
export function datastoreTests(subject: DatastoreSubject): RuleTest[] {
  return testsOf(rulesFor(subject), subject, subject.timeoutMs);
}

function rulesFor({ unreachable, abandon }: DatastoreSubject): Rule<DatastoreSubject>[] {
  return DATASTORE_RULES.filter(({ name }) =>
    (unreachable !== undefined || name !== UNREACHABLE) &&
    (abandon !== undefined || !name.startsWith("a lock whose holder was killed"))
  );
}

const UNREACHABLE = "a store that cannot be reached throws, and does nothing";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Contents that stores and protocols like to change on the way. */
const CONTENTS: Readonly<Record<string, Uint8Array>> = {
  "a text": bytes("hello\n"),
  "nothing": new Uint8Array(),
  "every byte": Uint8Array.from({ length: 512 }, (_, at) => at % 256),
  "line ends of Windows": bytes("one\r\ntwo\r\n\r\n"),
  "what is not UTF-8": new Uint8Array([0xff, 0xfe, 0x80, 0x00, 0x0a]),
  "compressed data": new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0]),
  "three megabytes": Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 31) % 251),
};

/** More files than a page of any store's listing. */
const MANY = 1050;

/** The path of a version, as svc gives them: a behavior and a version, each a UUID. */
const fileOf = (at: number, behavior = at % 7) => `data/${uuid(behavior)}/${uuid(at)}.version`;

function uuid(at: number): string {
  return `00000000-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
}

/** Every rule, in the order they are checked. */
export const DATASTORE_RULES: readonly Rule<DatastoreSubject>[] = [
  storeRule("a store that works says that it is healthy", async (machine) => {
    const { provider } = await machine();
    const health: unknown = await (await provider.createVerifier()).verify();
    const { healthy, message, latencyMs } = Object(health);
    if (healthy !== true) throw new Error(`verify says healthy: ${healthy}: ${message}`);
    if (typeof message !== "string") throw new Error("verify gives no message");
    if (typeof latencyMs !== "number" || !(latencyMs >= 0)) {
      throw new Error("verify gives no latencyMs");
    }
  }),
  storeRule("an empty store gives nothing, and gives it without an error", async (machine) => {
    const one = await machine();
    await one.sync.pullChanged();
    if (await one.read(fileOf(1)) !== undefined) throw new Error("a new store has a file");
  }),
  ...Object.entries(CONTENTS).map(([what, content]) =>
    storeRule(`a file arrives at another machine as it was sent: ${what}`, async (machine) => {
      const [one, other] = [await machine(), await machine()];
      await one.write(fileOf(1), content);
      await one.sync.pushChanged();
      await other.sync.pullChanged();
      holds(await other.read(fileOf(1)), content, "the file of the other machine");
    })
  ),
  storeRule("a machine that comes later gets every file, also of very many", async (machine) => {
    const one = await machine();
    for (let at = 0; at < MANY; at++) await one.write(fileOf(at), bytes(`of ${at}`));
    await one.sync.pushChanged();
    const other = await machine();
    await other.sync.pullChanged();
    for (let at = 0; at < MANY; at++) {
      holds(await other.read(fileOf(at)), bytes(`of ${at}`), `${fileOf(at)} of ${MANY} files`);
    }
  }),
  storeRule(
    "what was sent later arrives as well, and what arrived before stays",
    async (machine) => {
      const [one, other] = [await machine(), await machine()];
      for (const round of [1, 2, 3]) {
        await one.write(fileOf(round), bytes(`of round ${round}`));
        await one.sync.pushChanged();
        await other.sync.pullChanged();
        for (let at = 1; at <= round; at++) {
          holds(
            await other.read(fileOf(at)),
            bytes(`of round ${at}`),
            `file ${at} after round ${round}`,
          );
        }
      }
    },
  ),
  storeRule("a push sends everything that was marked, in every folder", async (machine) => {
    const [one, other] = [await machine(), await machine()];
    const paths = [
      "svc-datastore.json",
      fileOf(1),
      `data/${uuid(1)}/${uuid(2)}.record`,
      `outputs/${uuid(1)}/${uuid(3)}.run`,
    ];
    for (const path of paths) await one.write(path, bytes(path));
    await one.sync.pushChanged();
    await other.sync.pullChanged();
    for (const path of paths) holds(await other.read(path), bytes(path), path);
  }),
  storeRule("what two machines send at once is all kept", async (machine) => {
    const machines = [await machine(), await machine(), await machine()];
    for (const [at, one] of machines.entries()) {
      for (let file = 0; file < 8; file++) {
        await one.write(fileOf(at, file), bytes(`${at} ${file}`));
      }
    }
    await Promise.all(machines.map(({ sync }) => sync.pushChanged()));
    const later = await machine();
    for (const reader of [later, ...machines]) {
      await reader.sync.pullChanged();
      for (const at of machines.keys()) {
        for (let file = 0; file < 8; file++) {
          const path = fileOf(at, file);
          holds(await reader.read(path), bytes(`${at} ${file}`), path);
        }
      }
    }
  }),
  storeRule("a push does not take away what another machine sent meanwhile", async (machine) => {
    const [one, other] = [await machine(), await machine()];
    await one.sync.pullChanged();
    await other.write(fileOf(1), bytes("other"));
    await other.sync.pushChanged();
    // This one has not pulled since, so it knows nothing of that file.
    await one.write(fileOf(2), bytes("one"));
    await one.sync.pushChanged();
    const later = await machine();
    await later.sync.pullChanged();
    holds(await later.read(fileOf(1)), bytes("other"), "the other machine's file");
    holds(await later.read(fileOf(2)), bytes("one"), "the first machine's file");
  }),
  storeRule("pushing and pulling again changes nothing", async (machine) => {
    const [one, other] = [await machine(), await machine()];
    await one.write(fileOf(1), bytes("kept"));
    for (const _ of [1, 2]) {
      await one.sync.pushChanged();
      await one.sync.pullChanged();
      await other.sync.pullChanged();
      await other.sync.pushChanged();
    }
    for (const machine of [one, other]) {
      holds(await machine.read(fileOf(1)), bytes("kept"), "the file");
    }
  }),
  storeRule("a file that is marked and gone does not take others with it", async (machine) => {
    const one = await machine();
    for (const at of [1, 2]) await one.write(fileOf(at, 1), bytes(`of ${at}`));
    await one.sync.pushChanged();
    await one.remove(fileOf(1, 1));
    await one.sync.pushChanged();
    const later = await machine();
    await later.sync.pullChanged();
    holds(await later.read(fileOf(2, 1)), bytes("of 2"), "the file beside it");
  }),
  storeRule(
    "two stores do not see each other's files and locks",
    (machine, _name, subject) =>
      withStore(subject, async (elsewhere) => {
        const [one, other] = [await machine(), await elsewhere()];
        await one.write(fileOf(1), bytes("mine"));
        await one.sync.pushChanged();
        await other.sync.pullChanged();
        if (await other.read(fileOf(1)) !== undefined) {
          throw new Error("a file of one store arrived from the other");
        }
        const lock = await one.lock("behavior-x");
        await lock.acquire();
        const free = await other.lock("behavior-x");
        await free.acquire();
        await free.release();
        await lock.release();
      }),
  ),
  ...DATASTORE_LOCK_RULES,
  {
    name: UNREACHABLE,
    async check(subject) {
      const provider: DatastoreUnderTest = await subject.unreachable!();
      const folder = await Deno.makeTempDir({ prefix: "svc-conformance-" });
      try {
        const verifier = await provider.createVerifier();
        const health = await verifier.verify().catch(() => ({ healthy: false }));
        if (health.healthy !== false) throw new Error("verify says that it is healthy");
        const sync = await provider.createSyncService(folder, folder);
        await throws(() => sync.pullChanged(unbounded()), "pullChanged");
        await sync.markDirty({ relPath: "svc-datastore.json" });
        await Deno.writeTextFile(`${folder}/svc-datastore.json`, "{}");
        await throws(() => sync.pushChanged(unbounded()), "pushChanged");
        const lock = await provider.createLock(folder, {
          lockKey: "behavior-x",
          ttlMs: 2000,
          retryIntervalMs: 50,
          maxWaitMs: 0,
        });
        await throws(() => lock.acquire(), "acquire");
      } finally {
        await subject.close?.(provider);
        await Deno.remove(folder, { recursive: true });
      }
    },
  },
];

function holds(found: Uint8Array | undefined, wanted: Uint8Array, what: string): void {
  if (found === undefined) throw new Error(`${what} is not there`);
  let at = 0;
  while (at < wanted.length && found[at] === wanted[at]) at++;
  if (at === wanted.length && found.length === wanted.length) return;
  throw new Error(
    `${what} has ${found.length} bytes in place of ${wanted.length}, ` +
      `the first that differs is number ${at + 1}`,
  );
}

async function throws(work: () => Promise<unknown>, what: string): Promise<void> {
  try {
    await work();
  } catch {
    return;
  }
  throw new Error(`${what} does not throw`);
}
