import { sql } from "kysely";
import type { Db } from "../../../access/store/schema.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import type {} from "./tables.ts";

/**
 * Gives numbers to the changes that have none. They are not given where a change is made: a number
 * from before another one could then be committed after it, and a mirror that has gone past it
 * would never see it. Here all that is numbered is committed already, and one transaction numbers
 * at a time.
 */
export async function numberPending(db: Db): Promise<void> {
  if (!await arePending(db)) return;
  await inTransaction(db, async (trx) => {
    // Of many who ask at once one numbers; who was in its way has nothing to write when run again.
    if (await arePending(trx)) await numberChanges(trx);
  });
}

async function arePending(db: Db): Promise<boolean> {
  return await db.selectFrom("index_pending").select("extension_id").limit(1)
    .executeTakeFirst() !== undefined;
}

/** Every name with whose it is, those that extensions had before with the others. */
const NAMES = sql`(
  select id, name, collective_id, taken_down_at from extension
  union all
  select moved.id, alias.name, alias.collective_id, moved.taken_down_at
  from extension_alias as alias inner join extension as moved on moved.id = alias.extension_id)`;

/** The same of a store that knows no earlier names. */
export const OWN_NAMES = sql`(select * from extension)`;

/**
 * The same in a transaction. What was never public gets no number, so that its name is not told;
 * what was and is not any more gets one as removed. Names that an extension had before count as well.
 */
export async function numberChanges(db: Db, names = NAMES): Promise<void> {
  // Writing the row is the lock.
  const { value: last } = await db.insertInto("index_serial").values({ id: 1, value: 0 })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((row) => ({ value: row.ref("index_serial.value") }))
    )
    .returning("value").executeTakeFirstOrThrow();
  await sql`insert into index_change (name, serial, removed)
    select seen.name, ${sql.lit(last)} + row_number() over (order by seen.name), seen.removed
    from (
      select extension.name as name, case
        when collective.private = 0 and collective.deleted_at is null
          and extension.taken_down_at is null then 0 else 1
        end as removed
      from ${names} as extension inner join collective on collective.id = extension.collective_id
      where extension.id in (select extension_id from index_pending)
    ) as seen
    where seen.removed = 0 or exists (
      select 1 from index_change as known where known.name = seen.name and known.removed = 0)
    on conflict (name) do update set serial = excluded.serial, removed = excluded.removed`
    .execute(db);
  await db.updateTable("index_serial").set((row) => ({
    value: row.fn.coalesce(
      row.selectFrom("index_change").select((change) => change.fn.max("serial").as("serial")),
      row.lit(0),
    ),
  })).execute();
  await db.deleteFrom("index_pending").execute();
}
