import { messageOf, SvcError } from "@svc/core/error";
import { type Checkpoint, parseCheckpoint } from "@svc/log/checkpoint";
import { hashReader } from "@svc/log/tiles";
import { equalHashes, rootFrom } from "@svc/log/tree";
import type { Db } from "../../access/store/schema.ts";
import type { Mark, MarkStore } from "../../platform/store/blobs/mod.ts";
import { readHead, tileReader } from "./head.ts";

/** How often is tried to be the one that writes. */
const TRIES = 20;

/** The refusal to go on with a log that others have seen more of, or another one. */
function logLost(message: string): SvcError {
  return new SvcError("log_lost", message, {
    hint:
      "The operator takes the lost entries from a mirror with 'npm run admin -- log adopt', or " +
      "begins a new epoch with 'npm run admin -- log epoch'.",
  });
}

/** The largest head that was served, as it stands beside the archives. */
export interface Served {
  mark: Mark;
  head: Checkpoint;
}

/** How far a log has come. */
type Place = Pick<Checkpoint, "origin" | "size">;

/** @throws SvcError `log_lost` when what stands there is no head */
export async function readServed(store: MarkStore): Promise<Served | undefined> {
  const mark = await store.read();
  if (mark === undefined) return undefined;
  try {
    const text = mark.text.slice(0, mark.text.indexOf("\n\n") + 1);
    return { mark, head: parseCheckpoint(text) };
  } catch (error) {
    throw logLost(`What stands beside the archives is no head of a log: ${messageOf(error)}`);
  }
}

/**
 * Sees that the tables have at least what was served: a database that lost commits, as after a failover
 * or from a backup, would sign another history.
 *
 * @throws SvcError `log_lost`
 */
export function assertAhead(served: Place | undefined, head: Place): void {
  if (served === undefined) return;
  if (served.origin !== head.origin) {
    if (epochOf(served.origin) < epochOf(head.origin)) return;
    throw logLost(`The log ${served.origin} was served, and the database has ${head.origin}`);
  }
  if (served.size <= head.size) return;
  throw logLost(
    `The log had ${served.size} entries when it was served last, and the database has ${head.size}`,
  );
}

function epochOf(origin: string): number {
  return Number(/\/log\/(\d{1,9})$/.exec(origin)?.[1] ?? 1);
}

/**
 * Notes the head of the tables beside the archives, before anybody sees it. The tree that it is of has to
 * begin with the one that stands there.
 *
 * @returns what stands there then
 * @throws SvcError `log_lost`
 */
export async function raiseServed(db: Db, store: MarkStore): Promise<Place | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const served = await readServed(store);
    // Read after that: another server commits a larger head before it notes it.
    const head = await readHead(db);
    if (head === undefined) return served?.head;
    if (served?.mark.text === head.checkpoint) return head;
    assertAhead(served?.head, head);
    if (served?.head.origin === head.origin) {
      const { size, root } = served.head;
      const own = await rootFrom(hashReader(tileReader(db, head.epoch), size), size);
      if (!equalHashes(own, root)) {
        throw logLost(`The log was served with other ${size} entries than the database has`);
      }
      if (size === head.size) return head;
    }
    if (await store.write(head.checkpoint, served?.mark)) return head;
  }
  throw new SvcError("unavailable", "Others keep noting heads of the log beside the archives", {
    hint: "Try again.",
  });
}
