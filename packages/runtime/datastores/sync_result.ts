import type { DataOwner } from "../data/store/folder.ts";
import type { Merged } from "./exchange/behavior.ts";
import type { Overtaken } from "./exchange/overtaken.ts";

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
  /** Versions that are not the latest although they have a higher number: another was written later. */
  overtaken: (Overtaken & { behavior: string })[];
  /** Versions that came and that the clock here takes for written in the future. */
  ahead: (Merged["ahead"][number] & { behavior: string })[];
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

/** The result of a sync that had nothing to do. */
export function emptyResult(): SyncResult {
  return {
    pulled: 0,
    pushed: 0,
    removed: 0,
    removedThere: 0,
    renumbered: [],
    overtaken: [],
    ahead: [],
    runs: { pulled: 0, pushed: 0 },
    lost: 0,
    refused: [],
    busy: [],
    unknown: 0,
  };
}

/** Adds what the merge of one behavior did. */
export function countMerged(result: SyncResult, owner: DataOwner, merged: Merged): void {
  result.pulled += merged.added.length;
  result.pushed += merged.sent;
  result.removed += merged.removed;
  result.removedThere += merged.removedThere;
  result.lost += merged.lost;
  for (const one of merged.renumbered) result.renumbered.push({ behavior: owner.id, ...one });
  for (const one of merged.ahead) result.ahead.push({ behavior: owner.id, ...one });
  for (const one of merged.overtaken) result.overtaken.push({ behavior: owner.id, ...one });
}
