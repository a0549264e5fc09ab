import { SvcError } from "@svc/core/error";
import { isDiskFull } from "../../base/files/disk_full.ts";
import { ownPath } from "../../repository/links.ts";
import { applyChanges, nameOf } from "./apply.ts";
import type { Change } from "./change.ts";
import { encodeFrame } from "./frame.ts";
import { type Appended, appendFrame, cutJournal, JOURNAL, markDone } from "./journal.ts";

/**
 * Makes changes happen, all or none, and safe on the disk when it returns. Not asynchronous: between
 * looking at the folders and changing them nothing else of this process comes in between.
 *
 * Call under the definition's lock, after `recover`.
 *
 * @throws SvcError `disk_full`, `conflict` for a link in the place of an item; nothing has changed then.
 */
export function commit(folder: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  for (const name of new Set(changes.map(nameOf))) ownPath(folder, name);
  ownPath(folder, JOURNAL);
  let appended: Appended;
  try {
    Deno.mkdirSync(folder, { recursive: true });
    appended = appendFrame(folder, encodeFrame(changes));
    try {
      applyChanges(folder, changes);
    } catch (error) {
      cutJournal(folder, appended.before);
      throw error;
    }
  } catch (error) {
    throw isDiskFull(error) ? diskFull(changes.map(nameOf), error) : error;
  }
  markDone(folder, appended.doneLine);
}

/** What is said when data does not fit on the disk. */
export function diskFull(names: readonly string[], cause: unknown): SvcError {
  const all = new Set(names);
  const what = all.size === 1 ? `${names[0]} was` : `${all.size} data items were`;
  return new SvcError("disk_full", `The disk is full; ${what} not written`, {
    hint: "Free some space and run the method again. Earlier versions are untouched.",
    cause,
  });
}
