import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "../../platform/store/engine.ts";

/**
 * What `extensionSkeleton` makes of the name of an extension's row, as an expression that has an
 * index. An index keeps what it was made with: another rule for skeletons needs another index.
 *
 * @param column its name, with the table's in a query of several
 */
export function storedSkeleton(
  // deno-lint-ignore no-explicit-any -- a migration's database as well
  db: Kysely<any>,
  column: "name" | "extension.name",
): RawBuilder<string> {
  const position = sql.raw(isPostgres(db) ? "strpos" : "instr");
  let rest = sql`substr(${sql.ref(column)}, ${position}(${sql.ref(column)}, '/') + 1)`;
  for (const [shown, read] of READ_AS) {
    rest = sql`replace(${rest}, ${sql.lit(shown)}, ${sql.lit(read)})`;
  }
  return sql<string>`${rest}`;
}

/** What `slugSkeleton` replaces, in its order. */
const READ_AS: readonly (readonly [string, string])[] = [
  ["-", ""],
  ["_", ""],
  ["0", "o"],
  ["1", "l"],
  ["5", "s"],
  ["rn", "m"],
  ["vv", "w"],
  ["i", "l"],
];
