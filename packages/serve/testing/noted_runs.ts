import type { SvcError } from "@svc/core/error";
import { viewOf } from "../runs/row.ts";
import type { RunOrder, Runs, RunStatus } from "../runs/run.ts";
import { openRunStore } from "../runs/store.ts";
import type { State } from "../state/open.ts";
import { scriptedRuns } from "./runs.ts";

/** Runs that are written to the state and never begin. */
export interface NotedRuns extends Runs {
  /** What was asked for, the first one first. */
  orders: RunOrder[];
  /** What the next orders are refused with; null for not. */
  refusal: SvcError | null;
  /** Says how far a run is. */
  become(id: string, status: RunStatus): void;
}

/** Notes runs in a state that has their table. */
export function notedRuns({ database }: Pick<State, "database">): NotedRuns {
  const store = openRunStore(database);
  const get = (id: string) => {
    const row = store.get(id);
    return row && viewOf(row);
  };
  const noted: NotedRuns = {
    ...scriptedRuns(),
    orders: [],
    refusal: null,
    get,
    async submit(order, alongside) {
      await Promise.resolve();
      if (noted.refusal !== null) throw noted.refusal;
      const id = crypto.randomUUID();
      const at = new Date(0).toISOString();
      store.insert({
        ...{ id, behavior: order.behavior, behavior_id: "1", method: order.method },
        ...{ request: JSON.stringify(order.inputs), status: "queued", triggered_by: order.trigger },
        ...{ initiated_by: order.initiatedBy, idempotency_key: order.idempotencyKey ?? null },
        ...{ fingerprint: "", queued_at: at, wait_until: at, started_at: null, ended_at: null },
        ...{ output_id: null, log_file: null, result: null, result_note: null, error: null },
        bytes: 0,
      }, alongside);
      noted.orders.push(order);
      return get(id)!;
    },
    become: (id, status) =>
      void database.prepare("UPDATE runs SET status = ? WHERE id = ?").run(status, id),
  };
  return noted;
}
