import type { QueryDurations } from "./durations.ts";
import { pastSpan } from "../tracing/span.ts";
import { statementOf } from "./statement.ts";

/** Told of each statement that has ended, with its text and how many milliseconds it took. */
export type QueryWatch = (sql: string, milliseconds: number, failed: boolean) => void;

/** What hears of statements. */
export interface QueryHearers {
  /** `sqlite` or `postgresql`. */
  system: string;
  durations: QueryDurations;
  slow: (sql: string, milliseconds: number) => void;
}

/** Counts statements, tells of the slow ones, and makes a span of each where traces are made. */
export function watchQueries({ system, durations, slow }: QueryHearers): QueryWatch {
  return (sql, milliseconds, failed) => {
    const { kind, table } = statementOf(sql);
    durations.observe([kind], milliseconds / 1_000);
    slow(sql, milliseconds);
    pastSpan("query", { milliseconds, failed }, () => ({
      "db.system.name": system,
      "db.operation.name": kind,
      "db.collection.name": table,
    }));
  };
}
