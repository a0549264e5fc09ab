import { SvcError } from "@svc/core/error";
import { HIGHEST_VERSION, highestGiven, versionsIn } from "./folder.ts";
import type { DataMetadata } from "./item.ts";
import { expiresAt } from "./lifetime.ts";
import { readOwnMetadata } from "./metadata.ts";

/** What a writer has to know of a data item. */
export interface ItemState {
  /** In the order in which they were written. */
  versions: number[];
  /** The highest number that was ever given. */
  highest: number;
  /** Metadata of the newest version, as far as svc wrote it. */
  newest: DataMetadata | undefined;
}

/**
 * The state of the items of a definition, read once each. It stays right as long as the definition's
 * lock is held and every change is told to it.
 */
export type ItemStates = Map<string, ItemState>;

/**
 * The state of an item, from the folders when it is not known yet.
 *
 * @throws SvcError `conflict` when the item belongs to another definition, or to another name that the
 *   file system takes for the same, or has a version after which none can come.
 */
export function stateOf(
  states: ItemStates,
  folder: string,
  name: string,
  ownerRef: string,
): ItemState {
  const known = states.get(name);
  if (known !== undefined) return known;
  const item = `${folder}/${name}`;
  const versions = versionsIn(item);
  const newest = versions.length === 0
    ? undefined
    : readOwnMetadata(`${item}/${versions.at(-1)}/metadata.yaml`);
  assertSame(newest, name, ownerRef);
  const state = { versions, highest: highestGiven(item, versions), newest };
  assertNumberLeft(item, state);
  states.set(name, state);
  return state;
}

/** True for a version that is neither a mark of deletion nor expired. */
export function isLive(item: Pick<DataMetadata, "lifecycle" | "lifetime" | "createdAt">): boolean {
  if (item.lifecycle === "deleted") return false;
  return (expiresAt(item.lifetime, item.createdAt) ?? Infinity) >= Date.now();
}

/** A repository may bring a folder with any number; a version above the highest would be seen by nobody. */
function assertNumberLeft(item: string, { highest }: ItemState): void {
  // Far from what runs write, and far enough from the end for a run.
  if (highest < HIGHEST_VERSION / 2) return;
  throw new SvcError("conflict", `${item} has the version ${highest}, and no number is left`, {
    hint: "svc did not make that version. Delete its folder, or the file .last beside it.",
  });
}

function assertSame(newest: DataMetadata | undefined, name: string, ownerRef: string): void {
  if (newest === undefined) return;
  if (newest.name !== name) {
    throw new SvcError("conflict", `The data '${name}' would overwrite '${newest.name}'`, {
      hint:
        "The file system treats both names as the same. Choose a name that differs in more than case.",
    });
  }
  const owner = newest.ownerDefinition.ownerRef;
  if (owner === ownerRef) return;
  throw new SvcError("conflict", `The data '${name}' belongs to another behavior (${owner})`, {
    hint: "Only the behavior that wrote it may write it again. Choose another name.",
  });
}
