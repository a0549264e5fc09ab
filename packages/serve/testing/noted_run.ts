import type { RunRow } from "../runs/row.ts";
import { openRunStore } from "../runs/store.ts";
import type { State } from "../state/open.ts";

/** What a test says of a run that is written to the state as it stands. */
export interface Noted extends Partial<Omit<RunRow, "id" | "queued_at">> {
  /** When it was accepted; ids sort by it. */
  at: string;
  /** Milliseconds that it took; it has ended then. */
  took?: number;
}

/** Writes a run into a state: a success of `hello greet` unless said. @returns its id */
export function noteRun(state: Pick<State, "database">, { at, took, ...row }: Noted): string {
  const time = Date.parse(at);
  const iso = (ms: number) => new Date(ms).toISOString();
  const stamp = time.toString(16).padStart(12, "0");
  const id = `${stamp.slice(0, 8)}-${stamp.slice(8)}-7000-8000-${crypto.randomUUID().slice(-12)}`;
  openRunStore(state.database).insert({
    id,
    behavior: "hello",
    behavior_id: "1",
    method: "greet",
    request: "",
    status: "succeeded",
    triggered_by: "api",
    initiated_by: "token:ada",
    idempotency_key: null,
    fingerprint: "",
    queued_at: iso(time),
    wait_until: iso(time),
    started_at: took === undefined ? null : iso(time),
    ended_at: took === undefined ? null : iso(time + took),
    output_id: null,
    log_file: null,
    result: null,
    result_note: null,
    error: null,
    bytes: 0,
    ...row,
  });
  return id;
}
