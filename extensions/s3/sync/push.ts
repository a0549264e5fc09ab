import type { Client } from "../client/client.ts";
import { StoreFailure } from "../client/failure.ts";
import type { Warn } from "../client/warn.ts";
import { swap } from "../client/swap.ts";
import { type Head, HEAD_KEY, type PackReference, readHead, writeHead } from "../layout/head.ts";
import { forgetLost, take, type View } from "../layout/view.ts";
import { candidates, type Change, changeOf, type Sides, stillHolds } from "./changes.ts";
import type { Folder } from "./folder.ts";
import { learn, seeHead, type SeenHead } from "./learn.ts";
import {
  collectGarbage,
  findLost,
  listObjects,
  LONGEST_UNNAMED_MS,
  type Objects,
} from "./listing.ts";
import { chooseMerge, type Merge } from "./merge.ts";
import type { State } from "./state.ts";
import { discard, type Upload, upload } from "./upload.ts";

/** Where a push works, and what it knows. `state` is brought up to date. */
export interface Pushing {
  client: Client;
  folder: Folder;
  state: State;
  marked: ReadonlySet<string>;
  warn: Warn;
  /** Keeps the state, so that a kill does not repeat what is done. */
  save: () => void;
  pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  signal?: AbortSignal | undefined;
}

/** Bytes of files and their number after which the head is written, so that a kill costs little. */
const BATCH_BYTES = 128 * 1024 * 1024;
const BATCH_FILES = 20_000;
/** Writers that a push lets go first before it gives up. */
const TRIES = 40;
/** Without anything to push, the objects are listed so often. */
const LISTING_MS = 10 * 60 * 1000;

/** What the store says now, and what of it has been lost. */
interface Now {
  seen: SeenHead;
  view: View;
  /** Whether every pack of the head could be read. */
  isWhole: boolean;
}

/**
 * Brings marked files, and files that the store does not have, to the store. Objects are written first;
 * the head that names them replaces the one that was read, or nothing happens and the push looks again.
 *
 * @returns files and removals that were brought
 */
export async function push(pushing: Pushing): Promise<number> {
  const { state, folder, marked } = pushing;
  const existing = new Set(folder.list());
  const isIdle = candidates({ now: state.view, before: state.view, folder, existing, marked })
    .length === 0;
  if (isIdle && Date.now() - state.listedAt < LISTING_MS) return 0;

  let now = await look(pushing, undefined);
  const objects = await listObjects(pushing.client, pushing.warn, pushing.signal);
  if (objects !== undefined) {
    await forgetWhatIsLost(pushing, now, objects);
    state.listedAt = Date.now();
  }
  let pushed = 0;
  for (;;) {
    const sides: Sides = { now: now.view, before: state.view, folder, existing, marked };
    const changes = nextChanges(sides, pushing);
    if (changes.length === 0) break;
    now = await bring(pushing, now, sides, changes);
    pushing.save();
    pushed += changes.length;
  }
  if (objects !== undefined && now.isWhole) {
    await collectGarbage(pushing.client, now.seen.head, now.view, objects, pushing.signal);
  }
  return pushed;
}

/** Reads the head and what this machine does not know of it. */
async function look(
  { client, state, warn, signal }: Pushing,
  given: SeenHead | undefined,
): Promise<Now> {
  const seen = given ?? await seeHead(client, undefined, signal);
  if (seen === undefined) throw new StoreFailure("bad_answer", "the store did not return the head");
  const view: View = new Map(state.view);
  const unknown = seen.head.packs.filter(({ id }) => !state.packs.has(id));
  const learned = await learn(client, unknown, { wantsFiles: false, warn, signal });
  for (const [pack, entries] of learned.tables) take(view, pack, entries);
  forgetLost(view, seen.head);
  return { seen, view, isWhole: learned.gone.size + learned.damaged.size === 0 };
}

/** Takes lost objects out of what is known, so that what is here of them is pushed again. */
async function forgetWhatIsLost(pushing: Pushing, now: Now, objects: Objects): Promise<void> {
  const { client, state, warn, signal } = pushing;
  const lost = await findLost(client, now.seen.head, now.view, objects, signal);
  if (lost.size === 0) return;
  warn(`the store has lost ${lost.size} objects; those on this machine are sent again`);
  now.seen.head.packs = now.seen.head.packs.filter(({ id }) => !lost.has(id));
  for (const view of [now.view, state.view]) {
    for (const [path, { entry, pack }] of view) {
      const hasLostPart = "parts" in entry && entry.parts.some(({ id }) => lost.has(id));
      if (lost.has(pack) || hasLostPart) view.delete(path);
    }
  }
  for (const id of lost) state.packs.delete(id);
}

/** The next changes to bring, as many as go behind one head. */
function nextChanges(sides: Sides, { warn, signal }: Pushing): Change[] {
  const changes: Change[] = [];
  let bytes = 0;
  for (const path of candidates(sides)) {
    if (bytes >= BATCH_BYTES || changes.length >= BATCH_FILES) break;
    const change = changeOf(path, sides, warn, signal);
    if (change === undefined) continue;
    changes.push(change);
    if ("size" in change) bytes += change.size;
  }
  return changes;
}

/** Uploads changes and makes a head name them. @returns what the store says afterwards */
async function bring(
  pushing: Pushing,
  first: Now,
  sides: Sides,
  firstChanges: readonly Change[],
): Promise<Now> {
  const { client, folder, state, warn, signal } = pushing;
  let now = first;
  let changes = firstChanges;
  let prepared: { view: View; merge: Merge; upload: Upload; at: number } | undefined;
  for (let tried = 1; tried <= TRIES; tried++) {
    if (prepared === undefined) {
      const changed = new Set(changes.map(({ path }) => path));
      const merge = chooseMerge(now.seen.head, now.view, state.packs, folder, changed);
      prepared = {
        view: now.view,
        merge,
        at: performance.now(),
        upload: await upload(client, folder, changes, merge.content, signal),
      };
    }
    if (performance.now() - prepared.at > LONGEST_UNNAMED_MS / 2) {
      throw new StoreFailure("busy", "the push took half a day; push again");
    }
    const packs = referencesOf(prepared.upload, now.seen.head);
    const head: Head = {
      generation: now.seen.head.generation + 1,
      packs: [
        ...now.seen.head.packs.filter(({ id }) => !prepared!.merge.replaced.has(id)),
        ...packs,
      ],
    };
    const swapped = await swap(client, HEAD_KEY, writeHead(head), now.seen.etag, signal);
    if (swapped.done) {
      return settle(state, now, { head, etag: swapped.etag }, prepared.upload, packs);
    }

    const present = swapped.present === undefined
      ? { head: { generation: 0, packs: [] }, etag: undefined }
      : { head: readHead(swapped.present.bytes), etag: swapped.present.etag };
    now = await look(pushing, present);
    if (!holds(prepared, now)) {
      await discard(client, prepared.upload);
      prepared = undefined;
      const present = { ...sides, now: now.view };
      changes = firstChanges.map(({ path }) => changeOf(path, present, warn, signal))
        .filter((change) => change !== undefined);
      if (changes.length === 0) return now;
    }
    await pushing.pause(Math.random() * Math.min(2000, 20 * 2 ** tried), signal);
  }
  throw new StoreFailure("busy", `other machines wrote first ${TRIES} times; push again later`);
}

/** Packs as the next head names them. */
function referencesOf({ packs }: Upload, head: Head): PackReference[] {
  return packs.map(({ id, size, table, checksum, merged }) => ({
    id,
    sequence: head.generation + 1,
    size,
    table,
    checksum,
    merged,
  }));
}

/** Whether an upload can be named by a head that follows this one. */
function holds(
  { view, merge, upload }: { view: View; merge: Merge; upload: Upload },
  now: Now,
): boolean {
  const present = new Set(now.seen.head.packs.map(({ id }) => id));
  return [...merge.replaced].every((id) => present.has(id)) &&
    upload.packs.every(({ entries, merged }) =>
      entries.every((entry) => stillHolds(entry, view, now.view, merged))
    );
}

/** Takes in what this machine has just written. */
function settle(
  state: State,
  now: Now,
  seen: SeenHead,
  { packs }: Upload,
  references: readonly PackReference[],
): Now {
  const view: View = new Map(now.view);
  for (const [index, { entries }] of packs.entries()) {
    take(view, references[index]!, entries);
    take(state.view, references[index]!, entries);
  }
  forgetLost(view, seen.head);
  for (const pack of references) state.packs.set(pack.id, pack);
  const named = new Set(seen.head.packs.map(({ id }) => id));
  for (const id of state.packs.keys()) if (!named.has(id)) state.packs.delete(id);
  // What others wrote since the last pull is still to be brought.
  const isUpToDate = now.isWhole && seen.head.packs.every(({ id }) => state.packs.has(id));
  state.etag = isUpToDate ? seen.etag : undefined;
  state.generation = seen.head.generation;
  return { seen, view, isWhole: now.isWhole };
}
