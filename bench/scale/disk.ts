import { type Kysely, sql } from "kysely";
import type { Schema } from "../../packages/registry/access/store/schema.ts";
import { isPostgres } from "../../packages/registry/platform/store/engine.ts";

/** Bytes on disk of each table with its indexes. */
export async function bytesByTable(db: Kysely<Schema>): Promise<Map<string, number>> {
  const { rows } =
    await (isPostgres(db)
      ? sql<Row>`select relname as name, pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`
      : sql<Row>`select each_one.tbl_name as name, sum(pages.pgsize) as bytes
        from dbstat as pages join sqlite_schema as each_one on each_one.name = pages.name
        where pages.aggregate = true group by each_one.tbl_name`).execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

interface Row {
  name: string;
  bytes: number;
}
