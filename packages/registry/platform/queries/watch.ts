import type { QueryDurations } from "./durations.ts";
import { statementOf } from "./statement.ts";

/** Told of each statement that has ended, with its text and how many milliseconds it took. */
export type QueryWatch = (sql: string, milliseconds: number, failed: boolean) => void;

/** Counts statements, and tells of the slow ones. */
export function watchQueries(
  durations: QueryDurations,
  slow: (sql: string, milliseconds: number) => void,
): QueryWatch {
  return (sql, milliseconds) => {
    durations.observe([statementOf(sql).kind], milliseconds / 1_000);
    slow(sql, milliseconds);
  };
}
