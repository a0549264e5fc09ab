import { CompiledQuery, type Kysely } from "kysely";
import type { Schema } from "../platform/store/schema.ts";

/**
 * The steps of queries that read a table of the embedded store from end to end, each with its query.
 * Only queries outside of transactions are seen.
 *
 * @param but tables that stay short whatever happens
 */
export async function wholeReads(
  db: Kysely<Schema>,
  work: () => Promise<unknown>,
  but: readonly string[] = [],
): Promise<string[]> {
  const executor = db.getExecutor();
  const compile = executor.compileQuery.bind(executor);
  const compiled: CompiledQuery[] = [];
  executor.compileQuery = (...input: Parameters<typeof compile>) => {
    const query = compile(...input);
    compiled.push(query);
    return query;
  };
  try {
    await work();
  } finally {
    executor.compileQuery = compile;
  }
  const found: string[] = [];
  for (const query of compiled.filter(({ sql }) => !/^(?:begin|commit|rollback)/.test(sql))) {
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
    );
    for (const { detail } of rows) {
      // One that follows an index in order ends where its limit says.
      const read = /^SCAN (\w+)(?: LEFT-JOIN| USING COVERING INDEX \w+)?$/.exec(detail)?.[1];
      if (read !== undefined && !but.includes(read)) found.push(`${detail}: ${query.sql}`);
    }
  }
  return found;
}
