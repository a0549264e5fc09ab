import { isSvcError, messageOf, SvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import { formatVkey } from "@svc/log/note";
import { parseQuorumPolicy } from "@svc/log/quorum";
import type { Db } from "../../access/store/schema.ts";
import type { Config } from "../../platform/config/mod.ts";
import type { MarkStore } from "../../platform/store/blobs/mod.ts";
import { beginLog, type Seeds, signersOf } from "./begin.ts";
import { assertAhead, raiseServed } from "./guard.ts";
import { type HeadRow, readHead } from "./head.ts";
import { readLogKey, vkeyOf } from "./key.ts";
import { arePending, sequenceBatch } from "./sequence.ts";
import { askWitnesses, cosigned, PATIENCE, type Witness } from "./witness.ts";

/** A head that everybody may see. */
export interface ServedHead {
  row: HeadRow;
  /** Signed by the log and its witnesses. */
  note: string;
}

/** Which entry is asked for. */
export interface LoggedEvent {
  extensionId: string;
  version: string;
  kind: "published";
}

/** The registry's log, as one server keeps it. */
export interface RegistryLog {
  /**
   * Gives every event that waits its place. Asked while it does so, it looks again after.
   *
   * @throws SvcError `log_lost`; `unavailable`
   */
  sequence(): Promise<void>;
  /** The place of an event, waiting no longer than so many milliseconds; null while it has none. */
  indexOf(event: LoggedEvent, ms: number): Promise<number | null>;
  /** The last head that may be seen. @throws SvcError `log_lost`; `unavailable` */
  served(): Promise<ServedHead>;
  /** The keys that heads are signed with. */
  vkeys(): Promise<string[]>;
  /** Why it has stopped; undefined while it goes on. */
  lost(): string | undefined;
  /** Looks now and then whether something waits, until {@link RegistryLog.stop}. */
  start(): void;
  stop(): Promise<void>;
}

declare module "../../access/services.ts" {
  interface Services {
    /** Undefined where the registry keeps no log. */
    registryLog: RegistryLog | undefined;
  }
}

/** How often is looked for what waits, in milliseconds. */
const LOOK = 1_000;

/** For how long a head is served without looking again, in milliseconds. */
const FRESH = 1_000;

/** After how many milliseconds a witness that did not sign is asked again. */
const AGAIN = 60_000;

/** What a log is made of. */
export interface LogParts {
  db: Db;
  config: Config;
  mark: MarkStore;
  log: Log;
  fetch: typeof fetch;
  now(): Date;
}

/**
 * Opens the log of the settings, which begins with the first start; undefined without `SVC_LOG_KEY`.
 *
 * @throws SvcError `validation_failed` when a key cannot be used or is another log's
 */
export async function openRegistryLog(parts: LogParts): Promise<RegistryLog | undefined> {
  const { db, config, now } = parts;
  if (config.logKey === "") return undefined;
  const seeds: Seeds = {
    seed: await readLogKey(config.logKey),
    old: config.logOldKey === "" ? undefined : await readLogKey(config.logOldKey),
  };
  await beginLog(db, { baseUrl: config.baseUrl, seeds, now: now() });
  return createRegistryLog(parts, seeds, witnessesOf(config.logWitnesses));
}

/** The witnesses of a policy that have an address. */
function witnessesOf(policy: string): Witness[] {
  if (policy === "") return [];
  return parseQuorumPolicy(policy).witnesses.flatMap(({ name, key, url }) =>
    url === undefined ? [] : [{ name, vkey: formatVkey(key), url: url.replace(/\/$/, "") }]
  );
}

function createRegistryLog(
  { db, config, mark, log, fetch, now }: LogParts,
  seeds: Seeds,
  witnesses: readonly Witness[],
): RegistryLog {
  let stopped: string | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  /** Settles with the next head that may be seen, before witnesses are asked. */
  let raised = Promise.withResolvers<void>();
  let shown: { head: ServedHead; at: number } | undefined;
  let asked = -Infinity;
  let timer: ReturnType<typeof setInterval> | undefined;
  let ticking: Promise<void> | undefined;

  /** Does a part of the work, and notes whether the log goes on. */
  async function watched<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      if (stopped !== undefined) log.info("log.recovered");
      stopped = undefined;
      return result;
    } catch (error) {
      if (isSvcError(error) && error.code === "log_lost") {
        if (stopped !== error.message) log.error("log.lost", { error: error.message });
        stopped = error.message;
        shown = undefined;
      }
      throw error;
    }
  }

  async function sequenceAll(): Promise<void> {
    while (stopped !== undefined || await arePending(db, config.logPrivate, now())) {
      const served = await raiseServed(db, mark);
      const done = await sequenceBatch({
        ...{ db, now, sealed: config.logPrivate },
        signersOf: (trx, head) => signersOf(trx, head, seeds, now()),
        assertAhead: (head) => assertAhead(served, head),
      });
      if (done === undefined) return;
      await raiseServed(db, mark);
      shown = undefined;
      raised.resolve();
      raised = Promise.withResolvers();
      await ask(done.head);
    }
  }

  async function ask(head: HeadRow): Promise<void> {
    if (witnesses.length === 0) return;
    asked = performance.now();
    await askWitnesses({ db, fetch, head }, witnesses);
  }

  function sequence(): Promise<void> {
    again = running !== undefined;
    running ??= watched(sequenceAll).finally(() => running = undefined);
    return again ? running.then(() => again ? sequence() : undefined) : running;
  }

  async function look(): Promise<ServedHead> {
    const row = await readHead(db);
    if (row === undefined) throw new SvcError("log_disabled", "This registry has no log any more");
    // What was noted stays so: it is looked for again only once the log has stopped.
    if (shown?.head.row.checkpoint !== row.checkpoint) await raiseServed(db, mark);
    const { note, missing } = await cosigned(db, row, witnesses);
    // Witnesses are being asked: who wants their word is not shown a head without it meanwhile.
    const isNew = now().getTime() - Date.parse(row.signed_at) < PATIENCE;
    if (missing > 0 && isNew && shown && shown.head.row.epoch === row.epoch) return shown.head;
    return { row, note };
  }

  async function tick(): Promise<void> {
    await sequence();
    if (witnesses.length === 0 || performance.now() - asked < AGAIN) return;
    const head = await readHead(db);
    if (head !== undefined) await ask(head);
  }

  const registryLog: RegistryLog = {
    sequence,
    async indexOf({ extensionId, version, kind }, ms) {
      const late = Promise.withResolvers<"over">();
      const timer = setTimeout(late.resolve, ms, "over");
      const sequenced = sequence().catch((error) =>
        log.warn("log.unsequenced", { error: messageOf(error) })
      ).then(() => "over" as const);
      try {
        for (let over = false;;) {
          const next = raised.promise;
          const found = await indexOf(db, { extensionId, version, kind });
          if (over || found !== null) return stopped === undefined ? found : null;
          over = await Promise.race([sequenced, late.promise, next]) === "over";
        }
      } finally {
        clearTimeout(timer);
      }
    },
    async served() {
      if (shown !== undefined && performance.now() - shown.at < FRESH) return shown.head;
      const head = await watched(look);
      shown = { head, at: performance.now() };
      return head;
    },
    async vkeys() {
      const row = (await registryLog.served()).row;
      const signers = await signersOf(db, row, seeds, now());
      return signers.map(({ seed, name }) => vkeyOf(seed, name));
    },
    lost: () => stopped,
    start() {
      timer = setInterval(() => {
        ticking ??= tick().catch((error) => {
          // What has stopped the log was said once.
          if (stopped === undefined) log.error("log.failed", { error: messageOf(error) });
        }).finally(() => ticking = undefined);
      }, LOOK);
    },
    async stop() {
      clearInterval(timer);
      await ticking;
      await running?.catch(() => undefined);
    },
  };
  return registryLog;
}

/** The entry that tells of an event, one that everybody reads before a sealed one. */
export async function indexOf(
  db: Db,
  { extensionId, version, kind }: LoggedEvent,
): Promise<number | null> {
  const row = await db.selectFrom("log_leaf").select("idx")
    .where(
      "epoch",
      "=",
      (head) => head.selectFrom("log_head").select(head.fn.max("epoch").as("epoch")),
    )
    .where("extension_id", "=", extensionId).where("version", "=", version).where("kind", "=", kind)
    .orderBy((entry) => entry.case().when("salt", "is", null).then(0).else(1).end())
    .orderBy("idx", "desc").limit(1).executeTakeFirst();
  return row?.idx ?? null;
}
