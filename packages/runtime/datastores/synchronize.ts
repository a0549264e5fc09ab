import { isSvcError, SvcError } from "@svc/core/error";
import { visibleName } from "@svc/core/text";
import { allDefinitions } from "../definitions/find.ts";
import { isDiskFull } from "../files/disk_full.ts";
import { relativeInside } from "../files/path.ts";
import type { DatastoreProvider, SyncService } from "../providers/datastore_provider.ts";
import { ownPath } from "../repository/links.ts";
import { lockRepository } from "../repository/lock.ts";
import type { Repository } from "../repository/repository.ts";
import type { DataOwner } from "../store/folder.ts";
import { dataOwners } from "../store/owners.ts";
import { mergeBehavior, type Merged } from "./exchange/behavior.ts";
import { assertFormat, sendFormat } from "./exchange/format_file.ts";
import { behaviorsIn, listBehavior, type Listing } from "./exchange/listing.ts";
import { type Outgoing, outgoing } from "./exchange/outgoing.ts";
import { DATA, FORMAT_FILE, OUTPUTS, UUID, versionPath } from "./exchange/place.ts";
import { Refused } from "./exchange/refusal.ts";
import { mergeRuns } from "./exchange/runs.ts";
import { readVersionHeader } from "./exchange/version_file.ts";

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
export interface SyncProgress {
  step: "pulling" | "merging" | "pushing";
  /** Behaviors merged so far, and how many there are. */
  done?: number;
  total?: number;
}

/** What a sync did. */
export interface SyncResult {
  /** Versions that came from the store. */
  pulled: number;
  /** Versions that the store had never seen. */
  pushed: number;
  /** Versions deleted here, because they were deleted elsewhere. */
  removed: number;
  /** Versions deleted in the store, because they were deleted here. */
  removedThere: number;
  /** Versions that got another number here. */
  renumbered: { behavior: string; name: string; from: number; to: number; id: string }[];
  /** Runs that came, and that went. */
  runs: { pulled: number; pushed: number };
  /** Versions that the store had and has lost, sent again: it cannot be relied on. */
  lost: number;
  /** What was left alone: files of the store that svc did not write, or data here that is damaged. */
  refused: { path: string; why: string }[];
  /** Behaviors left out because a run holds their data. */
  busy: string[];
  /** Behaviors that only the store knows, whose data was left there. */
  unknown: number;
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
  const result: SyncResult = {
    pulled: 0,
    pushed: 0,
    removed: 0,
    removedThere: 0,
    renumbered: [],
    runs: { pulled: 0, pushed: 0 },
    lost: 0,
    refused: [],
    busy: [],
    unknown: 0,
  };
  const refuse = (path: string, why: string) => {
    result.refused.push({ path: visibleName(shown(repository, path)), why });
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
    count(result, known, merged);
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

function count(result: SyncResult, owner: DataOwner, merged: Merged): void {
  result.pulled += merged.added.length;
  result.pushed += merged.sent;
  result.removed += merged.removed;
  result.removedThere += merged.removedThere;
  result.lost += merged.lost;
  for (const one of merged.renumbered) result.renumbered.push({ behavior: owner.id, ...one });
}

/** The behaviors to merge, and where their data is here; undefined for one that only the store has. */
async function ownersOf(
  repository: Repository,
  { exchange, behaviors }: SyncOptions,
  refuse: (path: string, why: string) => void,
): Promise<Map<string, DataOwner | undefined>> {
  const wanted = behaviors && new Set(behaviors.map((id) => id.toLowerCase()));
  const owners = new Map<string, DataOwner | undefined>();
  for (const id of behaviorsIn(exchange)) {
    if (wanted === undefined || wanted.has(id)) owners.set(id, undefined);
  }
  for (const id of wanted ?? []) if (UUID.test(id)) owners.set(id, undefined);
  for (const owner of await dataOwners(repository)) {
    const id = owner.id.toLowerCase();
    if (wanted !== undefined && !wanted.has(id)) continue;
    const other = owners.get(id);
    if (other === undefined) owners.set(id, owner);
    else {
      refuse(
        `.svc/data/${owner.type}/${owner.id}`,
        `data of the same behavior lies in ${other.type} as well`,
      );
    }
  }
  return owners;
}

/** Where the data of each behavior with a definition lies, by id; they are read at most once. */
function definedOwners(repository: Repository): () => Promise<ReadonlyMap<string, DataOwner>> {
  let found: Promise<ReadonlyMap<string, DataOwner>> | undefined;
  return () =>
    found ??= allDefinitions(repository).then((all) =>
      new Map(
        all.map(({ type, definition: { id } }) => [id.toLowerCase(), { type, id }]),
      )
    );
}

/** Where the data of a behavior goes that nothing here knows. */
function ownerFromStore(exchange: string, definition: string, { versions }: Listing): DataOwner {
  for (const id of versions) {
    try {
      const path = ownPath(exchange, versionPath(definition, id));
      const { type, metadata } = readVersionHeader(path, { id, definition });
      return { type, id: metadata.ownerDefinition.ownerRef };
    } catch (error) {
      // The merge says what is wrong with it, if there is one that is right.
      if (!(error instanceof Refused)) throw error;
    }
  }
  // All are refused, which the merge says.
  return { type: "unknown", id: definition };
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

async function transfer(
  work: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isSvcError(error) || signal?.aborted || isDiskFull(error)) throw error;
    throw new SvcError(
      "datastore_failed",
      `The datastore failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error, hint: "Nothing is lost. Try again: what has been transferred stays." },
    );
  }
}

function plainError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (isSvcError(error)) return error;
  if (signal?.aborted) {
    return new SvcError("cancelled", "The sync was cancelled", {
      hint: "Nothing is lost. Run it again to go on.",
      cause: error,
    });
  }
  if (!isDiskFull(error)) return error;
  return new SvcError("disk_full", "The disk is full; the sync is not complete", {
    hint: "Nothing is lost. Free some space, then run it again: it goes on where it stopped.",
    cause: error,
  });
}

function shown(repository: Repository, path: string): string {
  return relativeInside(repository.root, path) ?? path;
}

function removeLeft(folder: string): void {
  try {
    Deno.removeSync(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
