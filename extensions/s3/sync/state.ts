import type { Target } from "../client/configuration.ts";
import { isEntry } from "../layout/entry.ts";
import { isPack, LARGEST_PACK, type PackReference } from "../layout/head.ts";
import { isCount, isId } from "../layout/json.ts";
import type { Placed, View } from "../layout/view.ts";
import type { Folder } from "./folder.ts";

/** What this machine knows of the store. All of it can be learned again. */
export interface State {
  /** ETag of the head whose files all are in the folder; undefined when there may be more. */
  etag: string | undefined;
  /** The highest generation that was seen. */
  generation: number;
  /** The packs whose files are in the folder, by id. */
  packs: Map<string, PackReference>;
  /** What those packs say. */
  view: View;
  /** Whether the store has shown that it keeps conditions. */
  isProven: boolean;
  /** When its objects were listed last, by this machine's clock: milliseconds since 1970. */
  listedAt: number;
}

const FILE = "state.json";

/** What is known before the first contact. */
function emptyState(): State {
  return {
    etag: undefined,
    generation: 0,
    packs: new Map(),
    view: new Map(),
    isProven: false,
    listedAt: 0,
  };
}

/** What is known of this store; nothing when it was another one, or the file is not as it is written. */
export function readState(folder: Folder, target: Target): State {
  const text = folder.readOwn(FILE);
  if (text === undefined) return emptyState();
  try {
    const { store, etag, generation, packs, view, isProven, listedAt } = JSON.parse(text);
    if (store !== keyOf(target) || !isCount(generation) || !packs.every(isPack)) {
      return emptyState();
    }
    const placed = view as Placed[];
    const isSound = placed.every(({ entry, pack, sequence }) =>
      isEntry(entry, LARGEST_PACK) && isId(pack) && isCount(sequence)
    );
    if (!isSound) return emptyState();
    return {
      etag: typeof etag === "string" ? etag : undefined,
      generation,
      packs: new Map(packs.map((pack: PackReference) => [pack.id, pack])),
      view: new Map(placed.map((one) => [one.entry.path, one])),
      isProven: isProven === true,
      listedAt: isCount(listedAt) ? listedAt : 0,
    };
  } catch {
    return emptyState();
  }
}

/** Keeps it for the next process. */
export function writeState(folder: Folder, target: Target, state: State): void {
  const text = JSON.stringify({
    store: keyOf(target),
    etag: state.etag,
    generation: state.generation,
    packs: [...state.packs.values()],
    view: [...state.view.values()],
    isProven: state.isProven,
    listedAt: state.listedAt,
  });
  folder.writeOwn(FILE, new TextEncoder().encode(text));
}

function keyOf({ origin, path, prefix }: Target): string {
  return `${origin}${path}${prefix}`;
}
