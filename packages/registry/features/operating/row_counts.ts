import type { Services } from "../../access/services.ts";
import { isPostgres } from "../../platform/store/engine.ts";
import type {} from "../extensions/record/tables.ts";

/** Tables whose rows are counted. */
const TABLES = ["extension", "extension_version", "user"] as const;

/** How many rows each table has. */
export type RowCounts = Readonly<Record<typeof TABLES[number], number>>;

/** How long a count is told, in milliseconds. */
export const COUNTED_FOR = 60_000;

/** Rows that are counted in one go: a millisecond where this is done on the event loop. */
const AT_ONCE = { sqlite: 10_000, postgres: 1_000_000 };

type Store = Pick<Services, "db" | "leaving">;

interface Known {
  at: number;
  counts: Promise<RowCounts>;
  /** True while the next ones are being counted. */
  counting: boolean;
}

const known = new WeakMap<Store["db"], Known>();

/**
 * How many rows there were in the last minute or, where nobody has asked for longer, when somebody
 * last asked. Only the first one to ask waits.
 *
 * @param now in milliseconds
 * @param most rows that are counted in one go
 */
export async function rowCounts(
  store: Store,
  now = performance.now(),
  most = isPostgres(store.db) ? AT_ONCE.postgres : AT_ONCE.sqlite,
): Promise<RowCounts> {
  const last = known.get(store.db);
  if (last === undefined) {
    const first: Known = { at: now, counts: count(store, most), counting: false };
    known.set(store.db, first);
    first.counts.catch(() => known.delete(store.db));
    return await first.counts;
  }
  if (now - last.at >= COUNTED_FOR && !last.counting) {
    last.counting = true;
    count(store, most).then((counts) => {
      known.set(store.db, { at: now, counts: Promise.resolve(counts), counting: false });
    }).catch(() => {
      // Whoever asks next tries again; what else they ask for says that the store is away.
      last.counting = false;
    });
  }
  return await last.counts;
}

async function count(store: Store, most: number): Promise<RowCounts> {
  const rows: [string, number][] = [];
  for (const table of TABLES) rows.push([table, await countOf(store, table, most)]);
  return Object.fromEntries(rows) as RowCounts;
}

/** Counts piece by piece, in the order of an index, so that requests are answered in between. */
async function countOf(
  { db, leaving }: Store,
  table: typeof TABLES[number],
  most: number,
): Promise<number> {
  let [total, after] = [0, ""];
  while (!leaving.signal.aborted) {
    const piece = db.selectFrom(table).select("id").where("id", ">", after).orderBy("id").limit(
      most,
    );
    const { rows, last } = await db.selectFrom(piece.as("piece"))
      .select((of) => [of.fn.countAll<number>().as("rows"), of.fn.max("id").as("last")])
      .executeTakeFirstOrThrow();
    total += Number(rows);
    if (last === null || Number(rows) < most) break;
    after = last;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return total;
}
