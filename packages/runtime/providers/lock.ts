import { isSvcError, SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { visibleLine } from "@svc/core/text";
import type { LockPlace } from "../sandbox/protocol.ts";
import { failed, type OpenDatastore, valueIn, valueOf } from "./datastore_call.ts";
import type { DatastoreLock, LockInfo } from "./datastore_provider.ts";
import type { ProviderProcess } from "./process.ts";

/** How long to wait for a lock that somebody holds, in milliseconds. */
const WAIT_MS = 60_000;

/** Characters of a name in a lock. */
const LONGEST = 200;

/**
 * A lock of a datastore of an extension. It is held by the process that acquired it: where that had to be
 * ended, the lock is given back by its nonce.
 */
export function lockOf(
  datastore: OpenDatastore,
  key: string,
  { ttlMs, maxWaitMs = WAIT_MS }: { ttlMs?: number; maxWaitMs?: number },
): DatastoreLock {
  const { session, exchange, limits } = datastore;
  const lock: LockPlace = {
    id: crypto.randomUUID(),
    path: exchange,
    options: { lockKey: key, maxWaitMs, ...(ttlMs === undefined ? {} : { ttlMs }) },
  };
  let held: { process: ProviderProcess; info: LockInfo | undefined } | undefined;
  const inspect = async (signal?: AbortSignal) => {
    const task = `Asking who holds the lock '${key}'`;
    return infoOf(datastore, await valueOf(datastore, { op: "inspect", lock }, { task, signal }));
  };
  const release = async () => {
    await valueOf(datastore, { op: "release", lock }, { task: `Releasing the lock '${key}'` });
  };
  /** False when the process that holds it was ended before it was its turn to answer. */
  const releasedBy = async (holder: ProviderProcess) => {
    const options = { task: `Releasing the lock '${key}'` };
    return await session.ask({ op: "release", lock }, options, async (outcome) => {
      if (outcome.process !== holder) return false;
      await valueIn(datastore, "release", outcome);
      return true;
    });
  };
  const forceRelease = async (nonce: string) => {
    const task = `Releasing the lock '${key}'`;
    const released = await valueOf(datastore, { op: "forceRelease", lock, nonce }, { task });
    if (typeof released === "boolean") return released;
    throw failed(datastore, "forceRelease did not say whether it released the lock");
  };
  return {
    inspect,
    forceRelease,
    async acquire({ signal } = {}) {
      const options = {
        task: `Acquiring the lock '${key}'`,
        timeLimitMs: maxWaitMs + limits.callMs,
        graceMs: limits.graceMs,
        signal,
      };
      try {
        await session.ask({ op: "acquire", lock }, options, async (outcome) => {
          await valueIn(datastore, "acquire", outcome);
          held = { process: outcome.process, info: undefined };
        });
      } catch (error) {
        throw await notAcquired(error, key, { inspect, release, isOver: session.isOver });
      }
      // Without it the lock could not be given back from another process.
      if (held !== undefined) held.info = await inspect(signal).catch(() => undefined);
    },
    async release() {
      if (held === undefined) return;
      const { process, info } = held;
      held = undefined;
      if (session.isAt(process) && await releasedBy(process)) return;
      const now = await inspect();
      if (info?.nonce !== undefined && now?.nonce === info.nonce) await forceRelease(info.nonce);
    },
  };
}

/** Why a lock was not acquired: who holds it, when somebody does. */
async function notAcquired(
  error: unknown,
  key: string,
  { inspect, release, isOver }: Pick<DatastoreLock, "inspect" | "release"> & { isOver: boolean },
): Promise<unknown> {
  if (!isSvcError(error) || isOver) return error;
  if (error.code === "cancelled" || error.code === "timeout") {
    // It may have been acquired at that exact moment.
    await release().catch(() => {});
    return error;
  }
  if (error.code !== "datastore_failed") return error;
  const info = await inspect().catch(() => undefined);
  if (info === undefined) return error;
  return new SvcError(
    "lock_timeout",
    `${info.holder} has held the lock '${key}' of the datastore since ${info.acquiredAt} ` +
      `(process ${info.pid} on ${info.hostname})`,
    {
      cause: error,
      hint: "Wait and try again. 'svc datastore unlock' releases a lock whose holder no longer " +
        "exists.",
    },
  );
}

function infoOf(datastore: OpenDatastore, value: unknown): LockInfo | undefined {
  if (value === undefined || value === null) return undefined;
  if (isRecord(value)) {
    const { holder, hostname, pid, acquiredAt, ttlMs, nonce } = value;
    if (
      isName(holder) && isName(hostname) && Number.isSafeInteger(pid) &&
      typeof acquiredAt === "string" && !Number.isNaN(Date.parse(acquiredAt)) &&
      typeof ttlMs === "number" && ttlMs >= 0 && (nonce === undefined || isName(nonce))
    ) {
      return {
        holder: visibleLine(holder),
        hostname: visibleLine(hostname),
        pid: pid as number,
        acquiredAt: new Date(acquiredAt).toISOString(),
        ttlMs,
        ...(nonce === undefined ? {} : { nonce }),
      };
    }
  }
  throw failed(datastore, "inspect did not say who holds the lock");
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST;
}
