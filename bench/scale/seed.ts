import { type Kysely, sql } from "kysely";
import type { Services } from "../../packages/registry/access/services.ts";
import type { Schema } from "../../packages/registry/access/store/schema.ts";
import { noteChanges } from "../../packages/registry/features/extensions/mirror/note.ts";
import { numberChanges } from "../../packages/registry/features/extensions/mirror/number.ts";
import { isPostgres } from "../../packages/registry/platform/store/engine.ts";
import { inTransaction } from "../../packages/registry/platform/store/transaction.ts";
import { nameOf as firstName, seedExtensions } from "../registry/seed.ts";
import { descriptionOf, idOf, nameOf, OF_COLLECTIVE, slugOf } from "./names.ts";

/** Rows that go into the store with one statement. */
const AT_ONCE = 5000;

/** Bytes of a readme, as many as published ones have in the middle. */
const README = "One of the lines that a readme has, with what the extension is for.\n".repeat(30);

/**
 * Brings the store from `from` to `to` extensions, each with a name, a description and an archive of
 * its own, one version, two dependencies, a search entry, an entry in the record and a place in the
 * index for mirrors; ten of them a collective. The people must be there.
 */
export async function growTo(services: Services, from: number, to: number): Promise<void> {
  const { db } = services;
  if (from === 0) {
    await seedExtensions(services, 0, 1);
    await sql`update extension_version set readme = ${README}`.execute(db);
  }
  // Ids come in no order, so every page of an index is written to again and again.
  if (!isPostgres(db)) await sql`pragma cache_size = -4000000`.execute(db);
  for (let n = from; n < to; n += AT_ONCE) await grow(db, n, Math.min(to, n + AT_ONCE));
  await inTransaction(db, async (trx) => {
    await noteChanges(trx, sql<boolean>`name not in (select name from index_change)`);
    await numberChanges(trx);
  });
  // As Postgres does by itself, soon after; nobody does so for SQLite.
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db);
}

async function grow(db: Kysely<Schema>, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, n) => from + n);
  const collectives = numbers.filter((n) => n % OF_COLLECTIVE === 0)
    .map((n) => n / OF_COLLECTIVE);
  const extensions = numbers.map((n) => ({
    id: idOf(1, n),
    name: nameOf(n),
    description: descriptionOf(n),
    collective_id: idOf(0, Math.floor(n / OF_COLLECTIVE)),
    record_version_id: idOf(2, n),
  }));
  const checksum = (n: number) => (idOf(4, n) + idOf(5, n)).replaceAll("-", "");
  await inTransaction(db, async (trx) => {
    await copies(
      trx,
      "collective",
      collectives.map((n) => ({
        id: idOf(0, n),
        slug: slugOf(n),
        slug_skeleton: slugOf(n),
        name: slugOf(n),
      })),
    );
    await copies(trx, "extension", extensions);
    await copies(
      trx,
      "extension_version",
      numbers.map((n) => ({
        id: idOf(2, n),
        extension_id: idOf(1, n),
        checksum: checksum(n),
      })),
    );
    await sql`insert into search_entry (number, contents)
      select number, ${"@team/model\nread\nwrite\nlist\nwatch"} from extension
      where number > (select coalesce(max(number), 0) from search_entry)`.execute(trx);
    await insert(
      trx,
      "archive",
      numbers.map((n) => ({
        checksum: checksum(n),
        storing: idOf(6, n),
        state: "named",
        changed_at: "2026-01-02T00:00:00.000Z",
      })),
      { bytes: sql`12000` },
    );
    await insert(
      trx,
      "audit_event",
      numbers.map((n) => ({
        id: idOf(3, n),
        at: "2026-01-02T00:00:00.000Z",
        action: "published",
        collective_id: idOf(0, Math.floor(n / OF_COLLECTIVE)),
        extension_id: idOf(1, n),
        credential: "personalKey",
        details: JSON.stringify({ version: "2026.01.02.1", checksum: checksum(n) }),
      })),
    );
    // Half of all dependencies are on a few hundred extensions.
    await insert(
      trx,
      "extension_dependency",
      numbers.flatMap((n) => [
        { name: nameOf(n % 500), extension_id: idOf(1, n) },
        { name: nameOf(n * 7919 % to), extension_id: idOf(1, n) },
      ]).filter(({ name }, n, all) => n % 2 === 0 || all[n - 1]!.name !== name),
    );
  });
}

/** Rows like the first of the table but for what they have of their own. */
async function copies(
  trx: Kysely<Schema>,
  table: "collective" | "extension" | "extension_version",
  rows: readonly Record<string, string>[],
): Promise<void> {
  const first = table === "collective"
    ? sql`select * from collective where slug = 'bench'`
    : table === "extension"
    ? sql`select * from extension where name = ${firstName(0)}`
    : sql`select * from extension_version where version = '2026.01.02.1' and extension_id =
      (select id from extension where name = ${firstName(0)})`;
  const found = await sql<Record<string, unknown>>`${first}`.execute(trx);
  const columns = Object.keys(found.rows[0]!).filter((column) => column !== "number");
  const own = new Set(Object.keys(rows[0] ?? {}));
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(columns.map((name) => own.has(name) ? field(name) : sql.ref(`one.${name}`)))}
    from ${values(trx, rows)}, (${first}) as one`.execute(trx);
}

/** Rows of texts, and of what is the same in all. */
async function insert(
  trx: Kysely<Schema>,
  table: string,
  rows: readonly Record<string, string>[],
  same: Record<string, ReturnType<typeof sql>> = {},
): Promise<void> {
  const own = Object.keys(rows[0]!);
  const columns = [...own, ...Object.keys(same)].map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join([...own.map(field), ...Object.values(same)])} from ${values(trx, rows)}`
    .execute(trx);
}

function field(name: string) {
  return sql`each_one.value ->> ${sql.lit(name)}`;
}

/** Rows as one parameter, whatever their number. */
function values(db: Kysely<Schema>, rows: readonly Record<string, string>[]) {
  const json = JSON.stringify(rows);
  return isPostgres(db)
    ? sql`json_array_elements(cast(${json} as json)) as each_one (value)`
    : sql`json_each(${json}) as each_one`;
}
