import type { Services } from "../../access/services.ts";
import type {} from "../extensions/record/tables.ts";

/** Tables whose rows are counted. */
const TABLES = ["extension", "extension_version", "user"] as const;

/** How many rows each table has. */
export type RowCounts = Readonly<Record<typeof TABLES[number], number>>;

/** How long a count is told, in milliseconds. */
export const COUNTED_FOR = 60_000;

type Db = Services["db"];

const known = new WeakMap<Db, { at: number; counts: Promise<RowCounts> }>();

/** How many rows there were in the last minute. `now` is in milliseconds. */
export async function rowCounts(
  { db }: Pick<Services, "db">,
  now = performance.now(),
): Promise<RowCounts> {
  const last = known.get(db);
  if (last !== undefined && now - last.at < COUNTED_FOR) return await last.counts;
  const counts = count(db);
  known.set(db, { at: now, counts });
  counts.catch(() => known.delete(db));
  return await counts;
}

async function count(db: Db): Promise<RowCounts> {
  const rows: [string, number][] = [];
  for (const table of TABLES) {
    const { count } = await db.selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    rows.push([table, Number(count)]);
  }
  return Object.fromEntries(rows) as RowCounts;
}
