import type { Client } from "../client/client.ts";
import type { Warn } from "../client/warn.ts";
import { isFile, saySame } from "../layout/entry.ts";
import { type Head, objectKey, OBJECTS, type PackReference } from "../layout/head.ts";
import { forgetLost, take, type View } from "../layout/view.ts";
import { fetchFiles, type Wanted } from "./fetch.ts";
import type { Folder } from "./folder.ts";
import { damaged, learn, seeHead, type SeenHead } from "./learn.ts";
import type { State } from "./state.ts";

/** Where a pull works, and what it knows. `state` is brought up to date. */
export interface Pulling {
  client: Client;
  folder: Folder;
  state: State;
  /** Paths that are to be pushed yet. */
  marked: ReadonlySet<string>;
  warn: Warn;
  signal?: AbortSignal | undefined;
}

/** How often a pull starts again because packs were merged while it read them. */
const TRIES = 5;

/**
 * Brings what changed in the store into the folder, and files that are missing there. With nothing new
 * it is one request. A file is removed only when the store says that it was removed.
 *
 * @returns files written and removed
 */
export async function pull(pulling: Pulling): Promise<number> {
  const { client, state, warn, signal } = pulling;
  let changed = 0;
  for (let tried = 1;; tried++) {
    const seen = await seeHead(client, state.etag, signal);
    if (seen !== undefined && seen.head.generation < state.generation) {
      warn(
        "the store is older than before: it was reset or restored. Missing files are sent again",
      );
    }
    const outcome = await bring(pulling, seen);
    changed += outcome.changed;
    if (outcome.gone.length === 0) return changed;
    // Packs go when they were merged, and then the head has changed.
    if (tried === TRIES || await seeHead(client, seen?.etag ?? state.etag, signal) === undefined) {
      warn(
        `the store has lost ${outcome.gone.length} objects or files, for example ` +
          `${outcome.gone[0]}. They come back when a machine that has them pushes`,
      );
      return changed;
    }
  }
}

async function bring(
  { client, folder, state, marked, warn, signal }: Pulling,
  seen: SeenHead | undefined,
): Promise<{ changed: number; gone: string[] }> {
  const view: View = new Map(state.view);
  const packs = seen?.head.packs ?? [];
  const unknown = packs.filter(({ id }) => !state.packs.has(id));
  const learned = await learn(client, unknown, { wantsFiles: true, warn, signal });
  for (const [pack, entries] of learned.tables) take(view, pack, entries);
  if (seen !== undefined) forgetLost(view, seen.head);

  const existing = new Set(folder.list());
  const { wanted, unwanted } = compare(view, { folder, state, marked, existing }, seen?.head);
  const fetched = await fetchFiles(client, folder, wanted, learned.whole, signal);
  for (const path of unwanted) folder.remove(path);
  for (const path of fetched.damaged) {
    warn(`${path} is damaged in the store. ${damaged(placeOf(view, path))}`);
  }

  const isWhole = learned.gone.size + learned.damaged.size === 0;
  if (seen !== undefined) {
    const isKnown = ({ id }: PackReference) => !learned.gone.has(id) && !learned.damaged.has(id);
    state.packs = new Map(packs.filter(isKnown).map((pack) => [pack.id, pack]));
    state.generation = seen.head.generation;
    state.etag = isWhole ? seen.etag : undefined;
  }
  state.view = view;
  return {
    changed: fetched.written + unwanted.length,
    gone: [...learned.gone, ...fetched.gone],
  };
}

/** The object, or one of them, that holds the bytes of a file. */
function placeOf(view: View, path: string): string {
  const placed = view.get(path);
  if (placed === undefined) return OBJECTS;
  return objectKey("parts" in placed.entry ? placed.entry.parts[0]?.id ?? "" : placed.pack);
}

/** What the folder lacks and what it has too much. */
function compare(
  view: View,
  here: {
    folder: Folder;
    state: State;
    marked: ReadonlySet<string>;
    existing: ReadonlySet<string>;
  },
  head: Head | undefined,
): { wanted: Wanted[]; unwanted: string[] } {
  const wanted: Wanted[] = [];
  const unwanted: string[] = [];
  const references = new Map((head?.packs ?? []).map((pack) => [pack.id, pack]));
  for (const [path, { entry, pack }] of view) {
    const isHere = here.existing.has(path);
    const isMarked = here.marked.has(path);
    const isChanged = !saySame(entry, here.state.view.get(path)?.entry);
    if (!isFile(entry)) {
      // One that is marked was written again since.
      if (isHere && !isMarked) unwanted.push(path);
    } else if (isHere ? isChanged : isChanged || !isMarked) {
      if (isHere && here.folder.measure(path)?.checksum === entry.checksum) continue;
      // Without a new head its packs are known by their entries alone.
      const reference = references.get(pack) ?? here.state.packs.get(pack);
      if (reference !== undefined) wanted.push({ entry, pack: reference });
    }
  }
  return { wanted, unwanted };
}
