import { ownPath } from "../../repository/links.ts";
import type { DataOwner } from "../../data/store/folder.ts";
import type { Base } from "./base.ts";
import type { Listing } from "./listing.ts";
import type { Outgoing } from "./outgoing.ts";
import { recordPath } from "./paths.ts";
import { takeRecord } from "./plan.ts";
import { type ChangeRecord, MOST_ENTRIES, readRecordFile, recordText } from "./record_file.ts";
import { Refused } from "./refusal.ts";

/** Reads the records that are new. */
export function takeRecords(
  owner: DataOwner,
  { records }: Listing,
  base: Base,
  { exchange, refuse }: { exchange: string; refuse(what: string, why: string): void },
): void {
  for (const id of records) {
    if (base.records.has(id)) continue;
    const path = ownPath(exchange, recordPath(owner.id.toLowerCase(), id));
    try {
      const record = readRecordFile(path);
      takeRecord(base, record);
      base.records.add(id);
      for (const replaced of record.replaces ?? []) {
        if (!base.replaced.has(replaced)) base.replaced.set(replaced, { by: id, own: false });
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(path, error.message);
    }
  }
}

/** Notes what is to be said to the store, as a record on its way. */
export function rememberRecord(base: Base, record: ChangeRecord): void {
  takeRecord(base, record);
  const { length } = record.removed.length > record.amended.length
    ? record.removed
    : record.amended;
  for (let at = 0; at < length; at += MOST_ENTRIES) {
    const end = at + MOST_ENTRIES;
    base.outbox.set(crypto.randomUUID(), {
      removed: record.removed.slice(at, end),
      amended: record.amended.slice(at, end),
    });
  }
}

/** Records of a behavior from which on one takes the place of all. */
const MANY_RECORDS = 100;

/** Entries that fit into one record together. */
const MOST_TOGETHER = 300_000;

/**
 * When the store has lost a record, it gets one with all that is known, and so it does when there are
 * many. Those that it replaces go once it is in the store for sure: with a later sync.
 */
export function rememberWhole(base: Base, { records }: Listing): void {
  const lost = [...base.records].filter((id) => !records.has(id) && !isReplaced(base, id, records));
  const many = [...base.records].filter((id) => records.has(id) && !base.replaced.has(id));
  const fits = base.removed.size + base.amended.size < MOST_TOGETHER;
  if (lost.length === 0 && (many.length < MANY_RECORDS || !fits)) return;
  const whole: ChangeRecord = {
    removed: [...base.removed].map(([id, one]) => ({ id, ...one })),
    amended: [...base.amended.values()],
  };
  if (fits) {
    const by = crypto.randomUUID();
    base.outbox.set(by, { ...whole, replaces: many });
    for (const id of many) base.replaced.set(id, { by, own: true });
  } else rememberRecord(base, whole);
  for (const id of lost) base.records.delete(id);
}

/** True for a record that is gone because another one has its entries. */
function isReplaced(base: Base, id: string, records: ReadonlySet<string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at);) {
    seen.add(at);
    at = base.replaced.get(at)?.by;
    if (at !== undefined && records.has(at)) return true;
  }
  return false;
}

/** Takes records out of the store whose entries another one of this machine has that is there. */
export async function removeRecords(
  definition: string,
  { records }: Listing,
  base: Base,
  out: Outgoing,
): Promise<void> {
  for (const [id, { by, own }] of base.replaced) {
    if (!records.has(id)) {
      if (isReplaced(base, id, records)) base.records.delete(id);
    } else if (own && records.has(by) && base.records.has(by)) {
      // In the store for sure: it was there when this sync looked.
      await out.remove(recordPath(definition, id));
    }
  }
}

/** Puts the records that are on their way into the exchange folder. */
export async function sendRecords(definition: string, base: Base, out: Outgoing): Promise<void> {
  for (const [id, record] of base.outbox) {
    await out.put(recordPath(definition, id), (target) => {
      Deno.writeTextFileSync(target, recordText(record), { createNew: true });
    });
  }
}
