import { isSvcError, messageOf, SvcError } from "@svc/core/error";
import { findDefinition } from "../../repository/definitions/find.ts";
import type { Repository } from "../../repository/repository.ts";
import { assertAgreed } from "../configuration/agreement.ts";
import { type ConfiguredDatastore, configuredDatastore } from "../configuration/configured.ts";
import { type HeldLock, holdLock, lockKeyOf } from "./held_lock.ts";
import { metered, type OpenDatastore, openFor } from "./opened.ts";
import { alone, type Share, type ShareOptions } from "./options.ts";
import type { SyncResult } from "../sync_result.ts";
import { warningsOf } from "./sync_text.ts";

/** As `sharing`, for a repository that may have a datastore. */
export function shareThrough(repository: Repository, options: ShareOptions): Share {
  let session: Session | undefined;
  return async (behavior, work) => {
    const subject = behavior === undefined
      ? undefined
      : (await findDefinition(repository, behavior)).definition;
    if (session !== undefined) {
      await session.hold(subject);
      return await work();
    }
    const datastore = await configuredDatastore(repository, options.env);
    if (datastore === undefined) return await work();
    await assertAgreed(repository, datastore, options.onAgree);
    session = await begin(repository, datastore, subject, options);
    try {
      return await work();
    } finally {
      const ending = session;
      session = undefined;
      await ending.end();
    }
  };
}

/** The behavior that work is on; undefined for all. */
type Subject = { id: string; name: string } | undefined;

/** The time between the first lock and the last one's release. */
interface Session {
  /** Locks a further behavior and brings what others wrote of it. */
  hold(behavior: Subject): Promise<void>;
  /** Brings what was written to the datastore and gives the locks back. Throws nothing. */
  end(): Promise<void>;
}

interface Parts {
  options: ShareOptions;
  open: OpenDatastore;
  held: Map<string, HeldLock>;
  /** What was said already. */
  told: Set<string>;
}

async function begin(
  repository: Repository,
  datastore: ConfiguredDatastore,
  behavior: Subject,
  options: ShareOptions,
): Promise<Session> {
  const open = await reaching(() => openFor(repository, datastore, options));
  const parts: Parts = { options, open, held: new Map(), told: new Set() };
  try {
    await reaching(() => lockAndPull(parts, behavior));
  } catch (error) {
    await letGo(parts);
    throw error;
  }
  let last: Promise<void> = Promise.resolve();
  return {
    hold(behavior) {
      // One at a time: two inner runs of one behavior must not both take its lock.
      const next = last.then(() => lockAndPull(parts, behavior));
      last = next.catch(() => {});
      return next;
    },
    async end() {
      await last;
      await push(parts);
      await letGo(parts);
    },
  };
}

async function lockAndPull(parts: Parts, behavior: Subject): Promise<void> {
  const { open, options, held } = parts;
  const { signal, phase = alone, onWarning } = options;
  const key = lockKeyOf(behavior?.id);
  if (held.has(key)) return;
  const lock = await phase("Waiting for the datastore", () =>
    holdLock(open.provider, key, {
      limits: open.limits,
      signal,
      onLost: (line) =>
        onWarning(`${line}. What is written in the meantime is kept, and renumbered if needed.`),
    }).catch((error) => {
      throw withUnlock(error, behavior);
    }));
  held.set(key, lock);
  // Work that goes on holds its data, and has just brought that of all others.
  const only = held.size > 1 && behavior !== undefined ? { behaviors: [behavior.id] } : {};
  const pulled = await phase(
    "Fetching from the datastore",
    (meter) => open.sync("pull", { ...only, ...metered(meter) }),
  );
  tell(parts, pulled);
}

/** What was written is safe here, so that nothing of this may fail the work. */
async function push(parts: Parts): Promise<void> {
  const { open, options, held } = parts;
  const { phase = alone, onWarning } = options;
  const keys = [...held.keys()];
  const which = keys.includes(lockKeyOf(undefined))
    ? {}
    : { behaviors: keys.map((key) => key.slice(lockKeyOf("").length)) };
  try {
    const pushed = await phase(
      "Sending data to the datastore",
      (meter) => open.sync("push", { ...which, ...metered(meter) }),
    );
    tell(parts, pushed);
  } catch (error) {
    onWarning(
      `The data is saved on this machine, but is not in the datastore: ${messageOf(error)}. ` +
        "'svc datastore sync' sends it.",
    );
  }
}

/** Tells what a person should know of a sync, and nothing twice. */
function tell({ options, told }: Parts, result: SyncResult): void {
  for (const line of warningsOf(result)) {
    if (!told.has(line)) options.onWarning(line);
    told.add(line);
  }
}

async function letGo({ held, open, options }: Parts): Promise<void> {
  for (const lock of [...held.values()].reverse()) {
    try {
      await lock.release();
    } catch (error) {
      options.onWarning(
        `The lock of the datastore could not be released and expires by itself: ` +
          `${messageOf(error)}`,
      );
    }
  }
  held.clear();
  try {
    await open[Symbol.asyncDispose]();
  } catch (error) {
    options.onWarning(`The datastore could not be closed: ${messageOf(error)}`);
  }
}

/** Adds the way to work without the datastore to what keeps it from being reached. */
async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSvcError(error) || !["datastore_failed", "timeout"].includes(error.code)) throw error;
    const hint = "Nothing has run. Add --offline to work without the datastore; " +
      "'svc datastore sync' transfers the data later.";
    throw new SvcError(error.code, error.message, {
      hint: error.hint === undefined ? hint : `${error.hint} ${hint}`,
      cause: error,
    });
  }
}

/** Names the command that takes this exact lock, which a provider cannot know. */
function withUnlock(error: unknown, behavior: Subject): unknown {
  if (!isSvcError(error) || error.code !== "lock_timeout") return error;
  const command = ["svc datastore unlock", ...(behavior === undefined ? [] : [behavior.name])];
  return new SvcError(error.code, error.message, {
    hint: `Try again when it has ended. If it no longer exists: '${command.join(" ")}'.`,
    cause: error,
  });
}
