import { isSvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import type { DatabaseSync } from "node:sqlite";
import type { RunView } from "../answers/run.ts";
import type { RunOrder, Runs } from "../runs/run.ts";
import { transaction } from "../state/open.ts";
import type { MissedTimes } from "./due.ts";
import type { Schedule } from "./schedule.ts";
import type { ScheduleStore } from "./store.ts";

/** What firing takes. */
export interface FireParts {
  database: DatabaseSync;
  store: ScheduleStore;
  runs: Runs;
  log: Log;
}

/** The outcome of a time; `later` is tried again. */
export type Fired = "ran" | "skipped" | "refused" | "later" | "gone";

/** Milliseconds that a run waits while somebody else uses its behavior. */
const WAIT_MS = 3_600_000;

/** What passes by itself: a full queue, a server that stops. */
const PASSING: ReadonlySet<string> = new Set(["rate_limited", "unavailable", "storage_full"]);

/**
 * Asks for the run of a time. The time and its run are one transaction: whatever happens to the server, a
 * time that is decided has its run, and one that is not has none.
 *
 * @param missed times that this run stands for
 */
export async function fire(
  parts: FireParts,
  schedule: Schedule,
  at: Date,
  missed?: MissedTimes,
): Promise<Fired> {
  const { database, store, runs, log } = parts;
  const fields = { schedule: schedule.name, at: at.toISOString() };
  const count = () => missed && store.miss(schedule.id, missed);
  const note = hindrance(parts, schedule);
  if (note !== undefined) {
    transaction(database, () => {
      count();
      store.decide(schedule.id, { at, outcome: "skipped", note });
    });
    log.warn("schedule.skipped", { ...fields, why: note });
    return "skipped";
  }
  try {
    const { id } = await runs.submit(orderOf(schedule), (run) => {
      count();
      store.decide(schedule.id, { at, outcome: "ran", run });
    });
    log.info("schedule.started", { ...fields, run: id });
    return "ran";
  } catch (error) {
    // An operator may have removed it meanwhile.
    if (store.find(schedule.name)?.id !== schedule.id) return "gone";
    if (!isSvcError(error)) throw error;
    if (PASSING.has(error.code)) return "later";
    transaction(database, () => {
      count();
      store.decide(schedule.id, {
        at,
        outcome: "refused",
        note: `${error.code}: ${error.message}`,
      });
    });
    log.error("schedule.refused", { ...fields, code: error.code, error: error.message });
    return "refused";
  }
}

/**
 * Asks for a run of a schedule at no time of it. Its inputs are the operator's, expressions as well; it is
 * recorded as the one who asked.
 *
 * @throws SvcError as `Runs.submit`
 */
export async function runScheduleNow(
  { store, runs }: Pick<FireParts, "store" | "runs">,
  schedule: Schedule,
  by: Pick<RunOrder, "initiatedBy" | "idempotencyKey">,
): Promise<RunView> {
  return await runs.submit(
    { ...orderOf(schedule), ...by },
    (run) => store.ranNow(schedule.id, run),
  );
}

/** Why a time is left out. */
function hindrance({ runs }: FireParts, { lastRun, overlap }: Schedule): string | undefined {
  const before = lastRun === null ? undefined : runs.get(lastRun);
  if (before?.status === "queued") return `run ${before.id} still waits`;
  if (before?.status === "running" && overlap === "skip") {
    return `run ${before.id} is still in progress`;
  }
  return undefined;
}

function orderOf({ name, behavior, method, inputs, settings }: Schedule): RunOrder {
  return {
    behavior,
    method,
    inputs,
    settings,
    trigger: "schedule",
    initiatedBy: `schedule:${name}`,
    waitMs: WAIT_MS,
  };
}
