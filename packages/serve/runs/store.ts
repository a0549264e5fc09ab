import type { RunCheck, RunOrigin } from "@svc/core/answer";
import type { ErrorBody } from "@svc/core/error";
import type { DatabaseSync } from "node:sqlite";
import { transaction } from "../state/open.ts";
import { type RunRow, SUMMARY_COLUMNS, summaryOf } from "./row.ts";
import type { RunSummary } from "../answers/run.ts";
import type { RunFilter, RunStatus } from "./run.ts";

/** How a run has ended. */
export interface Ending {
  status: Exclude<RunStatus, "queued" | "running">;
  /** JSON. */
  result?: string | undefined;
  resultNote?: string | undefined;
  error?: ErrorBody | undefined;
  /** Bytes of its events. */
  eventBytes?: number | undefined;
}

/** The runs in the state. What a call has written is on the disk when it returns. */
export interface RunStore {
  /** `alongside` belongs to the same transaction. */
  insert(row: RunRow, alongside?: (id: string) => void): void;
  get(id: string): RunRow | undefined;
  /** Whether and how a run has ended; undefined when there is none. */
  endOf(id: string): "open" | { status: RunStatus; at: string } | undefined;
  byKey(initiatedBy: string, key: string): RunRow | undefined;
  list(filter: RunFilter): RunSummary[];
  /** Those that have not ended, in the order of their ids. */
  open(): RunRow[];
  begin(id: string, at: Date): void;
  /** What is known of its record. */
  note(id: string, outputId: string, logFile: string): void;
  /** How its checks went. */
  noteChecks(id: string, checks: readonly RunCheck[]): void;
  /** Where it comes from. */
  noteOrigin(id: string, origin: RunOrigin): void;
  /** Nothing happens to one that has ended. */
  end(id: string, ending: Ending, at: Date): void;
  /** Forgets ended runs but for those that may be kept. @returns their ids */
  prune(keep: { since: Date; runs: number; bytes: number }): string[];
}

/** What stays of a request when the run has ended. */
const SHOWN =
  "coalesce(CASE WHEN json_valid(request) THEN json_extract(request, '$.shown') END, '')";

/** Rows that are looked at for one page of a list. */
const PAGE = 200;

/** Opens the runs of a state that has their tables. */
export function openRunStore(database: DatabaseSync): RunStore {
  const one = database.prepare(
    `SELECT runs.*, checks, origin FROM runs LEFT JOIN run_checks ON run_checks.run = id
      LEFT JOIN run_origins ON run_origins.run = id WHERE id = ?`,
  );
  const ending = database.prepare("SELECT status, ended_at FROM runs WHERE id = ?");
  const byKey = database.prepare(
    "SELECT * FROM runs WHERE initiated_by = ? AND idempotency_key = ?",
  );
  const begin = database.prepare(
    "UPDATE runs SET status = 'running', started_at = ? WHERE id = ? AND status = 'queued'",
  );
  const checked = database.prepare("INSERT OR REPLACE INTO run_checks VALUES (?, ?)");
  const origins = database.prepare("INSERT OR REPLACE INTO run_origins VALUES (?, ?)");
  const note = database.prepare("UPDATE runs SET output_id = ?, log_file = ? WHERE id = ?");
  const end = database.prepare(
    `UPDATE runs SET status = ?, ended_at = ?, result = ?, result_note = ?, error = ?,
      bytes = ? + length(${SHOWN}), request = ${SHOWN} WHERE id = ? AND ended_at IS NULL`,
  );
  return {
    insert(row, alongside) {
      const names = Object.keys(row);
      const marks = names.map(() => "?").join();
      const insert = database.prepare(`INSERT INTO runs (${names.join()}) VALUES (${marks})`);
      transaction(database, () => {
        insert.run(...Object.values(row));
        alongside?.(row.id);
      });
    },
    get: (id) => one.get(id) as RunRow | undefined,
    endOf(id) {
      const row = ending.get(id) as Pick<RunRow, "status" | "ended_at"> | undefined;
      if (row === undefined) return undefined;
      return row.ended_at === null ? "open" : { status: row.status, at: row.ended_at };
    },
    byKey: (initiatedBy, key) => byKey.get(initiatedBy, key) as RunRow | undefined,
    list: (filter) => listed(database, filter),
    open: () =>
      database.prepare("SELECT * FROM runs WHERE status IN ('queued', 'running') ORDER BY id")
        .all() as unknown as RunRow[],
    begin: (id, at) => void begin.run(at.toISOString(), id),
    note: (id, outputId, logFile) => void note.run(outputId, logFile, id),
    noteChecks: (id, checks) => void checked.run(id, JSON.stringify(checks)),
    noteOrigin: (id, origin) => void origins.run(id, JSON.stringify(origin)),
    end(id, { status, result, resultNote, error, eventBytes = 0 }, at) {
      const texts = [result, resultNote, error && JSON.stringify(error)].map((text) =>
        text ?? null
      );
      const bytes = texts.reduce((sum, text) => sum + (text?.length ?? 0), eventBytes);
      end.run(status, at.toISOString(), ...texts, bytes, id);
    },
    prune: ({ since, runs, bytes }) =>
      transaction(database, () => {
        const gone = database.prepare(
          `DELETE FROM runs WHERE id IN (
            SELECT id FROM (
              SELECT id, ended_at, row_number() OVER newest AS place, sum(bytes) OVER newest AS total
                FROM runs WHERE ended_at IS NOT NULL WINDOW newest AS (ORDER BY id DESC)
            ) WHERE ended_at < ? OR place > ? OR total > ?
          ) RETURNING id`,
        );
        const rows = gone.all(since.toISOString(), runs, bytes) as { id: string }[];
        return rows.map(({ id }) => id);
      }),
  };
}

/** What a filter asks for, as SQL with its values. */
function conditionsOf(filter: RunFilter): { sql: string[]; values: string[] } {
  const { behavior, method, status, by, since, until } = filter;
  const statuses = typeof status === "string" ? [status] : status ?? [];
  const wanted: [string, readonly (string | undefined)[]][] = [
    ["behavior = ?", [behavior]],
    ["method = ?", [method]],
    [`status IN (${statuses.map(() => "?").join()})`, statuses],
    ["? IN (initiated_by, substr(initiated_by, instr(initiated_by, ':') + 1))", [by]],
    ["queued_at >= ?", [since?.toISOString()]],
    ["queued_at < ?", [until?.toISOString()]],
  ];
  const asked = wanted.filter(([, values]) => values.length > 0 && values[0] !== undefined);
  return {
    sql: asked.map(([condition]) => condition),
    values: asked.flatMap(([, values]) => values as readonly string[]),
  };
}

/** The newest that are wanted and may be seen. */
function listed(database: DatabaseSync, filter: RunFilter): RunSummary[] {
  const { behavior, visible, limit } = filter;
  // Who may see one run of a behavior may see all of them: then no row is read for nothing.
  if (behavior !== undefined && !visible(behavior)) return [];
  const rowsAtOnce = behavior === undefined ? PAGE : Math.min(limit, PAGE);
  const { sql, values } = conditionsOf(filter);
  const rows = database.prepare(
    `SELECT ${SUMMARY_COLUMNS} FROM runs WHERE ${["id < ?", ...sql].join(" AND ")} ` +
      `ORDER BY id DESC LIMIT ${rowsAtOnce}`,
  );
  const found: RunSummary[] = [];
  let before = filter.before ?? "~";
  while (found.length < limit) {
    const page = rows.all(before, ...values) as unknown as RunRow[];
    found.push(...page.filter((row) => visible(row.behavior)).map(summaryOf));
    if (page.length < rowsAtOnce) break;
    before = page.at(-1)!.id;
  }
  return found.slice(0, limit);
}
