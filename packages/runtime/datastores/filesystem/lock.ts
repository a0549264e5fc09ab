import { removeIfPresent } from "../../base/files/remove.ts";
import { SvcError } from "@svc/core/error";
import { pauseFor } from "@svc/core/timer";
import type { DatastoreLock } from "../../providers/datastore_provider.ts";
import { isDead, machineOf, watchHolder } from "./liveness.ts";
import { advance, beatFile, type Holder, lockFolder, lockTimeout, readLock } from "./lock_files.ts";
import { assertStore, storeError } from "./operations.ts";

/** How to lock. */
interface FilesystemLockOptions {
  /** Milliseconds without a sign of life after which others may take over; default 30,000. */
  ttlMs?: number;
  /** Milliseconds to wait for another holder; default 60,000. */
  maxWaitMs?: number;
  /** Tells machines apart, for tests; default the start of this machine. */
  machine?: string;
}

/** A lock that tells whether it is still held. */
interface FilesystemLock extends DatastoreLock {
  /** @throws SvcError `conflict` once another machine has taken it over */
  assertHeld(): void;
}

/** What this process has while it holds a lock. */
interface Held {
  number: number;
  nonce: string;
  beat: Deno.FsFile;
  timer: ReturnType<typeof setInterval>;
  isLost: boolean;
}

/**
 * A lock in the folder of a store. On one machine it ends with the process that holds it. A holder on
 * another machine keeps it as long as it shows signs of life; their clocks are not compared.
 *
 * A process that was paused for longer than that finds out when it releases the lock: `conflict`.
 */
export function filesystemLock(
  store: string,
  key: string,
  options: FilesystemLockOptions = {},
): FilesystemLock {
  const { ttlMs = 30_000, maxWaitMs = 60_000, machine = machineOf() } = options;
  const intervalMs = Math.min(1000, ttlMs / 10);
  let held: Held | undefined;

  const take = (folder: string, number: number): boolean => {
    const nonce = crypto.randomUUID();
    const beat = startBeat(folder, nonce);
    const holder = holderHere(nonce, ttlMs, machine);
    try {
      if (advance(folder, number, holder)) {
        const timer = setInterval(() => held && beatOnce(folder, held), ttlMs / 3);
        // A process that has nothing else to do ends.
        unref(timer);
        held = { number: number + 1, nonce, beat, timer, isLost: false };
        return true;
      }
    } catch (error) {
      endBeat(folder, nonce, beat);
      throw error;
    }
    endBeat(folder, nonce, beat);
    return false;
  };

  return {
    async acquire({ signal } = {}) {
      if (held !== undefined) throw new Error("the lock is already held");
      try {
        assertStore(store);
        const folder = lockFolder(store, key);
        const watch = watchHolder(folder, intervalMs);
        const deadline = performance.now() + maxWaitMs;
        while (true) {
          // Before it is taken: who has given up waiting releases nothing.
          if (signal?.aborted) throw cancelled();
          const { number, holder } = readLock(folder);
          const mayTake = holder === undefined ||
            typeof holder === "object" && isDead(folder, holder, machine) ||
            watch.isSilent(number, holder, performance.now());
          if (mayTake && take(folder, number)) return;
          const left = deadline - performance.now();
          if (left <= 0) throw lockTimeout(maxWaitMs, holder);
          // Those who wait do not all come back at once.
          await pauseFor(
            Math.min(left, mayTake ? 0 : intervalMs * (0.5 + Math.random() / 2)),
            signal,
          );
        }
      } catch (error) {
        throw storeError(store, error);
      }
    },
    async release() {
      if (held === undefined) return;
      const { number, nonce, beat, timer } = held;
      clearInterval(timer);
      held = undefined;
      try {
        await asked(store, () => {
          const folder = lockFolder(store, key);
          const isMine = advance(folder, number);
          removeIfPresent(beatFile(folder, nonce));
          if (!isMine) throw takenOver();
        });
      } finally {
        beat.close();
      }
    },
    inspect: () =>
      asked(store, () => {
        const { holder } = readLock(lockFolder(store, key));
        if (typeof holder !== "object") return undefined;
        const { machine: _machine, ...info } = holder;
        return info;
      }),
    forceRelease: (nonce) =>
      asked(store, () => {
        const folder = lockFolder(store, key);
        const { number, holder } = readLock(folder);
        return typeof holder === "object" && holder.nonce === nonce && advance(folder, number);
      }),
    assertHeld() {
      if (held === undefined || held.isLost) throw takenOver();
      if (readLock(lockFolder(store, key)).number !== held.number) throw takenOver();
    },
  };
}

/** Does something with a lock whose store has to be there. */
async function asked<T>(store: string, work: () => T): Promise<T> {
  try {
    assertStore(store);
    return await work();
  } catch (error) {
    throw storeError(store, error);
  }
}

function holderHere(nonce: string, ttlMs: number, machine: string): Holder {
  const hostname = Deno.hostname();
  const user = Deno.env.get("USER") ?? Deno.env.get("LOGNAME") ?? "svc";
  return {
    holder: `${user}@${hostname}`.slice(0, 400),
    hostname: hostname.slice(0, 400),
    pid: Deno.pid,
    acquiredAt: new Date().toISOString(),
    ttlMs: Math.ceil(ttlMs),
    nonce,
    machine,
  };
}

/** Makes the file that shows that this process lives, before anybody can look for it. */
function startBeat(folder: string, nonce: string): Deno.FsFile {
  const file = Deno.openSync(beatFile(folder, nonce), { read: true, write: true, createNew: true });
  try {
    file.tryLockSync(true);
  } catch {
    // A share that knows no locks: then the beat alone shows it.
  }
  file.writeSync(new TextEncoder().encode("0\n"));
  return file;
}

function endBeat(folder: string, nonce: string, beat: Deno.FsFile): void {
  removeIfPresent(beatFile(folder, nonce));
  beat.close();
}

/** Shows a sign of life, as long as the lock has not been taken over. */
function beatOnce(folder: string, held: Held): void {
  try {
    if (readLock(folder).number !== held.number) {
      held.isLost = true;
      clearInterval(held.timer);
      return;
    }
    held.beat.seekSync(0, Deno.SeekMode.Start);
    held.beat.writeSync(new TextEncoder().encode(`${crypto.randomUUID()}\n`));
    held.beat.syncDataSync();
  } catch {
    // The share does not answer just now. Others see no sign of life, which is right.
  }
}

function unref(timer: ReturnType<typeof setInterval>): void {
  if (typeof timer === "number") Deno.unrefTimer(timer);
  else timer.unref();
}

function cancelled(): SvcError {
  return new SvcError("cancelled", "Waiting for the lock of the datastore was cancelled");
}

function takenOver(): SvcError {
  return new SvcError("conflict", "The lock of the datastore was taken over by another machine", {
    hint: "This process did not renew it in time. Nothing was overwritten; sync again: " +
      "svc datastore sync",
  });
}
