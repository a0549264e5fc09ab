import { CompiledQuery } from "kysely";
import type { Db } from "../platform/store/schema.ts";

/** The queries that some work makes outside of transactions, in their order. */
export async function compiledIn(db: Db, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
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
  return compiled;
}

/** How the embedded store does a query: a line a step. */
export async function planOf(db: Db, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  );
  return rows.map(({ detail }) => detail);
}
