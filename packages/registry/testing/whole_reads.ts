import type { Db } from "../platform/store/schema.ts";
import { compiledIn, planOf } from "./compiled.ts";

/**
 * The steps of queries that read a table of the embedded store from end to end, each with its query.
 * Only queries outside of transactions are seen.
 *
 * @param but tables that stay short whatever happens
 */
export async function wholeReads(
  db: Db,
  work: () => Promise<unknown>,
  but: readonly string[] = [],
): Promise<string[]> {
  const compiled = await compiledIn(db, work);
  const found: string[] = [];
  for (const query of compiled.filter(({ sql }) => !/^(?:begin|commit|rollback)/.test(sql))) {
    for (const detail of await planOf(db, query)) {
      // One that follows an index in order ends where its limit says.
      const read = /^SCAN (\w+)(?: LEFT-JOIN| USING COVERING INDEX \w+)?$/.exec(detail)?.[1];
      if (read !== undefined && !but.includes(read)) found.push(`${detail}: ${query.sql}`);
    }
  }
  return found;
}
