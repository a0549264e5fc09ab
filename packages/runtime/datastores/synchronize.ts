import { removeIfPresent } from "../base/files/remove.ts";
import { isSvcError, messageOf, SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import { relativeInside } from "../base/files/path.ts";
import type { DatastoreProvider, SyncService } from "../providers/datastore_provider.ts";
import { ownPath } from "../repository/links.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import { mergeBehavior } from "./exchange/behavior.ts";
import { assertFormat, sendFormat } from "./exchange/format_file.ts";
import { listBehavior } from "./exchange/listing.ts";
import { type Outgoing, outgoing } from "./exchange/outgoing.ts";
import { definedOwners, ownerFromStore, ownersOf } from "./exchange/owners.ts";
import { DATA, FORMAT_FILE, OUTPUTS } from "./exchange/paths.ts";
import { mergeRuns } from "./exchange/runs.ts";
import { countMerged, emptyResult, type SyncResult } from "./sync_result.ts";
import { isDiskFull } from "../base/files/disk_full.ts";

/** What to synchronise with what. */
export interface SyncOptions {
  provider: Pick<DatastoreProvider, "sync">;
  /**
   * The exchange folder, absolute: one for each store, and never another store's. The provider writes
   * there as well.
   */
  exchange: string;
  /** `pull` changes nothing in the store, `push` does not ask it first; default `both`. */
  direction?: "pull" | "push" | "both";
  /** Ids of the behaviors whose data and runs are synchronised; default all. */
  behaviors?: readonly string[];
  /**
   * What becomes of data in the store whose behavior has neither a definition nor data here: `take`, the
   * default, fetches it all the same; `leave` does not, since nothing here could name it.
   */
  unknown?: "take" | "leave";
  signal?: AbortSignal | undefined;
  onProgress?: (progress: SyncProgress) => void;
}

/** Where a sync stands. */
interface SyncProgress {
  step: "pulling" | "merging" | "pushing";
  /** Behaviors merged so far, and how many there are. */
  done?: number;
  total?: number;
}

/**
 * Brings the data and the runs of the repository and of a store together. Neither side loses a version
 * that nobody deleted, whatever the other side or the provider does; see `planMerge` for the rules. A
 * sync that was cut off at any point leaves whole versions only, and the next one goes on.
 *
 * No lock of the store is needed for that. Holding one keeps two machines from giving the same numbers.
 *
 * @throws SvcError `datastore_failed` when the provider throws; `disk_full`; `cancelled`; `conflict`
 *   for a symbolic link in the way; `lock_timeout` while another sync of this repository goes on, or,
 *   with `behaviors`, while a run holds the data of one.
 */
export async function synchronize(
  repository: Repository,
  options: SyncOptions,
): Promise<SyncResult> {
  try {
    assertOwn(repository, options.exchange);
    const lock = { file: "locks/datastore.lock", signal: options.signal };
    await using _lock = await lockRepository(repository, lock);
    return await exchangeFiles(repository, options);
  } catch (error) {
    throw plainError(error, options.signal);
  }
}

async function exchangeFiles(
  repository: Repository,
  options: SyncOptions,
): Promise<SyncResult> {
  const { exchange, signal, direction = "both" } = options;
  try {
    Deno.mkdirSync(exchange, { recursive: true });
    removeLeft(`${exchange}.new`);
    const service = options.provider.sync(exchange);
    if (direction !== "push") {
      options.onProgress?.({ step: "pulling" });
      await transfer(() => service.pullChanged({ signal, only: wantedFolders(options) }), signal);
    }
    assertFormat(exchange);
    const out = direction === "pull" ? undefined : outgoing(exchange, service);
    return await merge(repository, options, service, out);
  } finally {
    removeLeft(`${exchange}.new`);
  }
}

async function merge(
  repository: Repository,
  options: SyncOptions,
  service: SyncService,
  out: Outgoing | undefined,
): Promise<SyncResult> {
  const { exchange, signal } = options;
  const result = emptyResult();
  const refuse = (path: string, why: string) => {
    result.refused.push({ path: visibleName(relativeInside(repository.root, path) ?? path), why });
  };
  // Of all, those that a run holds are left out: it may go on for hours. Another sync is soon done.
  const waitMs = options.behaviors === undefined ? 2000 : undefined;
  const shared = { repository, exchange, store: keyOf(exchange), out, refuse, waitMs, signal };
  const owners = await ownersOf(repository, options, refuse);
  const defined = definedOwners(repository);
  const confirmations: (() => Promise<void>)[] = [];
  const runs = new Map<string, Set<string>>();
  let done = 0;
  for (const [definition, owner] of owners) {
    signal?.throwIfAborted();
    options.onProgress?.({ step: "merging", done: done++, total: owners.size });
    const listing = listBehavior(exchange, definition);
    const here = owner ?? (await defined()).get(definition);
    if (here === undefined && options.unknown === "leave") {
      result.unknown += listing.versions.size === 0 ? 0 : 1;
      owners.delete(definition);
      continue;
    }
    runs.set(definition, listing.runs);
    if (owner === undefined && listing.versions.size === 0) continue;
    const known = here ?? ownerFromStore(exchange, definition, listing);
    const merged = await unlessBusy(
      () => mergeBehavior(known, listing, shared),
      () => result.busy.push(known.id),
      options,
    );
    if (merged === undefined) continue;
    countMerged(result, known, merged);
    confirmations.push(merged.confirm);
  }
  const mergedRuns = await mergeRuns({
    ...shared,
    present: runs,
    isWanted: (definition) => owners.has(definition) || options.behaviors === undefined,
  });
  result.runs = { pulled: mergedRuns.pulled, pushed: mergedRuns.sent };
  if (out !== undefined) {
    if (out.count > 0) {
      await sendFormat(out);
      options.onProgress?.({ step: "pushing" });
      await transfer(() => service.pushChanged({ signal, only: wantedFolders(options) }), signal);
    }
    for (const confirm of [...confirmations, mergedRuns.confirm]) await confirm();
  }
  return result;
}

async function unlessBusy<Result>(
  work: () => Promise<Result>,
  busy: () => void,
  { behaviors }: SyncOptions,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (behaviors !== undefined || !isSvcError(error) || error.code !== "lock_timeout") throw error;
    busy();
    return undefined;
  }
}

function wantedFolders({ behaviors }: SyncOptions): string[] | undefined {
  return behaviors && [
    FORMAT_FILE,
    ...behaviors.flatMap((id) => [DATA, OUTPUTS].map((kind) => `${kind}/${id.toLowerCase()}`)),
  ];
}

/** Which store an exchange folder belongs to: the folder is made for one and used for no other. */
function keyOf(exchange: string): string {
  return exchange.slice(exchange.lastIndexOf("/.svc/") + 1);
}

/** No part of the way to the exchange folder may lead elsewhere. */
function assertOwn(repository: Repository, exchange: string): void {
  const inside = relativeInside(repository.root, exchange);
  if (inside !== undefined) ownPath(repository.root, inside);
}

function removeLeft(folder: string): void {
  removeIfPresent(folder, { recursive: true });
}

/** Has the provider bring files. @throws SvcError `datastore_failed` for what it throws */
async function transfer(
  work: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Who is asked after the end may wait for one that never comes.
  signal?.throwIfAborted();
  try {
    await work();
  } catch (error) {
    if (isSvcError(error) || signal?.aborted || isDiskFull(error)) throw error;
    throw new SvcError(
      "datastore_failed",
      `The datastore failed: ${messageOf(error)}`,
      { cause: error, hint: "Nothing is lost. Try again: what has been transferred stays." },
    );
  }
}

/** An error of a sync as a person is to see it. */
function plainError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (isSvcError(error)) return error;
  if (signal?.aborted) {
    return new SvcError("cancelled", "The sync was cancelled", {
      hint: "Nothing is lost. Run it again to continue.",
      cause: error,
    });
  }
  if (!isDiskFull(error)) return error;
  return new SvcError("disk_full", "The disk is full; the sync is not complete", {
    hint: "Nothing is lost. Free some space, then run it again: it continues where it stopped.",
    cause: error,
  });
}
