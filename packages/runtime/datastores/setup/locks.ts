import { SvcError } from "@svc/core/error";
import { allDefinitions, findDefinition } from "../../repository/definitions/find.ts";
import type { LockInfo } from "../../providers/datastore_provider.ts";
import type { Repository } from "../../repository/repository.ts";
import { lockKeyOf } from "../session/held_lock.ts";
import { bounded } from "../session/limits.ts";
import { openAgreed, type OpenDatastore, type UseOptions } from "../session/opened.ts";
import { alone } from "../session/options.ts";

/** A lock of the datastore. */
export interface DatastoreLockState {
  /** The behavior it is for; absent for the lock on everything. */
  behavior?: string;
  held: boolean;
  holder?: string;
  hostname?: string;
  pid?: number;
  acquiredAt?: string;
  ttlMs?: number;
  nonce?: string;
}

/** Locks that are asked about at once. */
const AT_ONCE = 8;

/**
 * Who holds the locks of the datastore: that of a behavior, or all that are held.
 *
 * @param behavior name or id; undefined for all
 * @throws SvcError `datastore_required`, `consent_required`, `definition_not_found`,
 *   `datastore_failed`, `timeout`
 */
export async function datastoreLocks(
  repository: Repository,
  behavior: string | undefined,
  options: UseOptions,
): Promise<{ type: string; locks: DatastoreLockState[] }> {
  const wanted = await wantedLocks(repository, behavior);
  const { datastore, open } = await openAgreed(repository, options);
  await using _open = open;
  const { phase = alone } = options;
  const locks = await phase("Asking who holds the locks", async () => {
    const states: DatastoreLockState[] = [];
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE);
      states.push(...await Promise.all(some.map((one) => stateOf(open, one, options.signal))));
    }
    return states;
  });
  return {
    type: datastore.configuration.type,
    locks: behavior === undefined ? locks.filter(({ held }) => held) : locks,
  };
}

interface Wanted {
  id: string | undefined;
  name: string | undefined;
}

async function wantedLocks(
  repository: Repository,
  behavior: string | undefined,
): Promise<Wanted[]> {
  const found = behavior === undefined
    ? await allDefinitions(repository)
    : [await findDefinition(repository, behavior)];
  const wanted = found.map(({ definition: { id, name } }): Wanted => ({ id, name }));
  return behavior === undefined ? [{ id: undefined, name: undefined }, ...wanted] : wanted;
}

async function stateOf(
  open: OpenDatastore,
  { id, name }: Wanted,
  signal: AbortSignal | undefined,
): Promise<DatastoreLockState> {
  const info = await inspected(open, id, signal);
  return {
    ...(name === undefined ? {} : { behavior: name }),
    held: info !== undefined,
    ...info,
  };
}

function inspected(
  { provider, limits }: OpenDatastore,
  id: string | undefined,
  signal: AbortSignal | undefined,
): Promise<LockInfo | undefined> {
  return bounded(
    { what: "say who holds the lock", milliseconds: limits.answerMs, signal },
    () => provider.lock(lockKeyOf(id)).inspect(),
  );
}

/**
 * Takes a lock from its holder, once `confirm` agrees to that holder. One that has changed hands
 * meanwhile is left alone.
 *
 * @param behavior name or id; undefined for the lock on everything
 * @returns the holder it was taken from; undefined when nobody held it
 * @throws SvcError as `datastoreLocks`; `conflict` when another one holds it by now, or the store does
 *   not say by what to know the holder
 */
export async function releaseDatastoreLock(
  repository: Repository,
  behavior: string | undefined,
  confirm: (holder: LockInfo) => Promise<void>,
  options: UseOptions,
): Promise<LockInfo | undefined> {
  const id = behavior === undefined
    ? undefined
    : (await findDefinition(repository, behavior)).definition.id;
  const { open } = await openAgreed(repository, options);
  await using _open = open;
  const holder = await inspected(open, id, options.signal);
  if (holder === undefined) return undefined;
  const { nonce } = holder;
  if (nonce === undefined) {
    throw new SvcError("conflict", "The datastore gives no nonce for the lock", {
      hint: `It expires ${holder.ttlMs} ms after its holder ended.`,
    });
  }
  await confirm(holder);
  const released = await bounded(
    { what: "take back the lock", milliseconds: open.limits.answerMs, signal: options.signal },
    () => open.provider.lock(lockKeyOf(id)).forceRelease(nonce),
  );
  if (released) return holder;
  throw new SvcError("conflict", "The lock has another holder by now, and was not released", {
    hint: "'svc datastore lock' shows who holds it now.",
  });
}
