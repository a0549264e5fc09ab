import { sql } from "kysely";
import type { Db } from "../../../access/store/schema.ts";
import { isPostgres } from "../../../platform/store/engine.ts";
import type {} from "./entry.ts";

/** Tells what has changed in the store since it was asked last. */
export interface SearchChanges {
  /** From here on changes are told. */
  begin(): Promise<void>;
  /** Numbers of extensions that have changed, some at a time; none when all were told. */
  next(): Promise<number[]>;
}

/** Changes that are told at a time: few enough not to hold up anything else. */
const AT_ONCE = 500;

/** The changes of a store, as its engine tells them. */
export function searchChanges(db: Db): SearchChanges {
  return isPostgres(db) ? byTransaction(db) : bySerial(db);
}

interface Change {
  number: number;
  changed: number;
}

/** Where one writer comes after another: whatever comes later has a higher number. */
function bySerial(db: Db): SearchChanges {
  let last: Change = { changed: 0, number: 0 };
  return {
    async begin() {
      const { rows } = await sql<{ change: number }>`select change from search_clock`.execute(db);
      last = { changed: rows[0]!.change, number: Number.MAX_SAFE_INTEGER };
    },
    async next() {
      const { rows } = await sql<Change>`select number, changed from search_entry
        where (changed, number) > (${last.changed}, ${last.number})
        order by changed, number limit ${AT_ONCE}`.execute(db);
      last = rows.at(-1) ?? last;
      return rows.map(({ number }) => number);
    },
  };
}

/**
 * Where transactions end in another order than they began in: everything is looked at that may have
 * been written by one which was still open when it was looked last, and told once.
 */
function byTransaction(db: Db): SearchChanges {
  /** All transactions before this one have ended. */
  let horizon = 0;
  /** By number, the last change from the horizon on that was told. */
  const told = new Map<number, number>();
  async function look(after: Change) {
    const { rows } = await sql<{ oldest: number } & { [Key in keyof Change]: Change[Key] | null }>`
      select now.oldest, entry.number, entry.changed
      from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) now
      left join search_entry entry on entry.changed < now.next
        and (entry.changed, entry.number) > (${after.changed}, ${after.number})
      order by entry.changed, entry.number limit ${AT_ONCE}`.execute(db);
    const changes = rows.filter((row) => row.number !== null) as Change[];
    return { oldest: rows[0]!.oldest, changes };
  }
  let after: Change | undefined;
  let reached = 0;
  return {
    async begin() {
      const { rows } = await sql<{ oldest: number }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest`.execute(db);
      horizon = rows[0]!.oldest;
      told.clear();
    },
    async next() {
      for (;;) {
        // A second bound beside this one, and Postgres would read the index from its beginning.
        const { oldest, changes } = await look(after ?? { changed: horizon, number: 0 });
        // What the first look of a round did not see is seen by the next round.
        if (after === undefined) reached = oldest;
        after = changes.at(-1);
        const fresh = changes.filter(({ number, changed }) => told.get(number) !== changed);
        for (const { number, changed } of fresh) told.set(number, changed);
        if (changes.length < AT_ONCE) {
          after = undefined;
          horizon = reached;
          for (const [number, changed] of told) if (changed < horizon) told.delete(number);
          return fresh.map(({ number }) => number);
        }
        if (fresh.length > 0) return fresh.map(({ number }) => number);
      }
    },
  };
}
