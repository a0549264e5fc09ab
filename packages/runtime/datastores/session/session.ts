import { isSvcError, SvcError } from "@svc/core/error";
import { findDefinition } from "../../definitions/find.ts";
import type { DatastoreProvider } from "../../providers/datastore_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import { assertAgreed } from "../configuration/agreement.ts";
import { type ConfiguredDatastore, configuredDatastore } from "../configuration/configured.ts";
import { exchangeFolder } from "./exchange_folder.ts";
import { type HeldLock, holdLock, lockKeyOf } from "./held_lock.ts";
import { bounded, type DatastoreLimits, datastoreLimits } from "./limits.ts";
import { defaultTools } from "./open.ts";
import type { Share, ShareOptions } from "./share.ts";
import { warningsOf } from "./sync_text.ts";
import type { DatastoreTools } from "./tools.ts";

/** As `sharing`, for a repository that may have a datastore. */
export function shareThrough(repository: Repository, options: ShareOptions): Share {
  let session: Session | undefined;
  return async (behavior, work) => {
    const id = behavior === undefined
      ? undefined
      : (await findDefinition(repository, behavior)).definition.id;
    if (session !== undefined) {
      await session.hold(id);
      return await work();
    }
    const datastore = await configuredDatastore(repository, options.env);
    if (datastore === undefined) return await work();
    await assertAgreed(repository, datastore, options.onAgree);
    session = await begin(repository, datastore, id, options);
    try {
      return await work();
    } finally {
      const ending = session;
      session = undefined;
      await ending.end();
    }
  };
}

/** The time between the first lock and the last one's release. */
interface Session {
  /** Locks a further behavior and brings what others wrote of it. */
  hold(behavior: string | undefined): Promise<void>;
  /** Brings what was written to the datastore and gives the locks back. Throws nothing. */
  end(): Promise<void>;
}

interface Parts {
  repository: Repository;
  options: ShareOptions;
  provider: DatastoreProvider;
  limits: DatastoreLimits;
  exchange: string;
  tools: DatastoreTools;
  held: Map<string, HeldLock>;
}

async function begin(
  repository: Repository,
  { configuration, key }: ConfiguredDatastore,
  behavior: string | undefined,
  options: ShareOptions,
): Promise<Session> {
  const limits = datastoreLimits(options.env);
  const tools = options.tools ?? defaultTools();
  const provider = await tools.open(repository, configuration, { signal: options.signal });
  const exchange = exchangeFolder(repository, key);
  const held = new Map<string, HeldLock>();
  const parts = { repository, options, provider, limits, exchange, tools, held };
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

async function lockAndPull(parts: Parts, behavior: string | undefined): Promise<void> {
  const { provider, options, limits, held } = parts;
  const { signal, phase = alone, onWarning } = options;
  const key = lockKeyOf(behavior);
  if (held.has(key)) return;
  const before = new Set(held.keys());
  const lock = await phase("Waiting for the datastore", () =>
    holdLock(provider, key, {
      limits,
      signal,
      onLost: (line) =>
        onWarning(`${line}. What is written meanwhile is kept, and renumbered if need be.`),
    }));
  held.set(key, lock);
  const pulled = await phase("Fetching from the datastore", () => sync(parts, "pull", before));
  for (const line of warningsOf(pulled)) onWarning(line);
}

/** @param before keys of the locks under which work is going on, whose data it holds */
function sync(parts: Parts, direction: "pull" | "push", before: ReadonlySet<string>) {
  const { repository, provider, exchange, limits, options, tools } = parts;
  const skip = new Set([...before].map((key) => key.replace(/^behavior-/, "")));
  return bounded(
    {
      what: direction === "pull" ? "give its data" : "take the data",
      milliseconds: limits.syncMs,
      signal: options.signal,
    },
    (signal) => tools.synchronize(repository, { provider, exchange, direction, skip, signal }),
  );
}

/** What was written is safe here, so that nothing of this may fail the work. */
async function push(parts: Parts): Promise<void> {
  const { phase = alone, onWarning } = parts.options;
  try {
    const pushed = await phase(
      "Bringing data to the datastore",
      () => sync(parts, "push", new Set()),
    );
    for (const line of warningsOf(pushed)) onWarning(line);
  } catch (error) {
    onWarning(
      `The data is safe on this machine, but is not in the datastore: ${wordsOf(error)}. ` +
        "'svc datastore sync' brings it there.",
    );
  }
}

async function letGo({ held, provider, options }: Parts): Promise<void> {
  for (const lock of [...held.values()].reverse()) {
    try {
      await lock.release();
    } catch (error) {
      options.onWarning(
        `The lock of the datastore could not be given back and ends by itself: ${wordsOf(error)}`,
      );
    }
  }
  held.clear();
  try {
    await provider[Symbol.asyncDispose]();
  } catch (error) {
    options.onWarning(`The datastore could not be closed: ${wordsOf(error)}`);
  }
}

/** Adds the way to work without the datastore to what keeps it from being reached. */
async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSvcError(error) || !["datastore_failed", "timeout"].includes(error.code)) throw error;
    const hint = "Nothing has run. Add --offline to work without the datastore; " +
      "'svc datastore sync' brings the data later.";
    throw new SvcError(error.code, error.message, {
      hint: error.hint === undefined ? hint : `${error.hint} ${hint}`,
      cause: error,
    });
  }
}

function alone<T>(_label: string, work: () => Promise<T>): Promise<T> {
  return work();
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
