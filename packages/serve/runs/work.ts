import { isSvcError, SvcError } from "@svc/core/error";
import { fullDisk } from "@svc/http/edge";
import type { Log } from "@svc/http/log";
import type { Repository } from "@svc/runtime/repository";
import type { RunEvent } from "@svc/runtime/run";
import { boundedError, boundedResult } from "./bounded_result.ts";
import type { RunLimits } from "./limits.ts";
import type { RunRow, Wanted } from "./row.ts";
import type { RunSettings } from "../answers/run.ts";
import type { Ending } from "./store.ts";
import type { StopReason } from "./waiting.ts";

/** What the operator's process gives to each run. */
export interface RunSupport {
  /** Variables of the environment. */
  env(name: string): string | undefined;
  /** Leaves the repository's datastore alone. */
  offline?: boolean | undefined;
}

/** What doing a run takes. */
export interface WorkInput {
  repository: Repository;
  runtime: typeof import("./runtime.ts");
  support: RunSupport;
  limits: RunLimits;
  log: Log;
  row: RunRow;
  /** Milliseconds to wait for another svc process that is in progress on the behavior. */
  lockWaitMs: number;
  signal: AbortSignal;
  onEvent(event: RunEvent): void;
}

/** Does a run to its end, however it ends. */
export async function work(input: WorkInput): Promise<Ending> {
  const { repository, runtime, support, limits, row, signal, onEvent, lockWaitMs } = input;
  try {
    if (signal.aborted) throw new SvcError("cancelled", "Stopped before it started");
    const { inputs, settings } = JSON.parse(row.request) as Wanted;
    const result = await runtime.runMethod(repository, {
      // Its name may be another behavior's by now.
      definition: row.behavior_id,
      method: row.method,
      inputs,
      ...runOptions(settings, limits),
      reports: runtime.reportMaker(settings.reports ?? {}),
      share: runtime.sharing(repository, {
        env: (name) => name === "SVC_LOCK_TIMEOUT_MS" ? String(lockWaitMs) : support.env(name),
        offline: support.offline,
        signal,
        onWarning: (text) => onEvent({ kind: "output", level: "warning", text }),
      }),
      foreign: isForeign(row),
      initiatedBy: row.initiated_by,
      trigger: row.triggered_by,
      lockWaitMs,
      signal,
      onEvent,
    });
    return { status: "succeeded", ...boundedResult(result, limits.maxResultBytes) };
  } catch (error) {
    return endingOf(error, input);
  }
}

/** How it is run, within the limits of the server. */
function runOptions(
  { timeoutMs, memoryMb, tags, checks }: RunSettings,
  limits: RunLimits,
) {
  return {
    timeLimitMs: Math.min(timeoutMs ?? limits.timeoutMs, limits.timeoutMs),
    memoryLimitMb: Math.min(memoryMb ?? limits.memoryMb, limits.memoryMb),
    tags,
    checks,
  };
}

/** The operator wrote the inputs of a schedule; all others are strangers' to the machine. */
export function isForeign({ triggered_by }: Pick<RunRow, "triggered_by">): boolean {
  return triggered_by !== "schedule";
}

function endingOf(error: unknown, { signal, log, row }: WorkInput): Ending {
  if (isSvcError(error) && error.code === "cancelled" && signal.aborted) {
    const { status, message } = signal.reason as StopReason;
    const code = status === "cancelled" ? "cancelled" : "interrupted";
    return { status, error: new SvcError(code, message).toJSON() };
  }
  if (isSvcError(error)) return { status: "failed", error: boundedError(error.toJSON()) };
  log.error("run.failed", { run: row.id, error: String(error) });
  const refusal = fullDisk(error)
    ? new SvcError("storage_full", `The server's disk became full during ${row.method}`, {
      hint: "The operator has to free space; then run the method again.",
    })
    : new SvcError("internal", `${row.method} could not be run`, {
      hint: "The server's log says more.",
    });
  return { status: "failed", error: refusal.toJSON() };
}
