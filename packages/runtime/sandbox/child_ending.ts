import { SvcError } from "@svc/core/error";
import { diskLimit } from "../base/process/disk.ts";
import { ranOutOfMemory } from "../base/process/limits.ts";
import type { StopReason } from "./child_stop.ts";
import type { ChildResult } from "./child_talk.ts";

/** What is known of a child that has ended. */
interface ChildEnding {
  method: string;
  stopped: StopReason | undefined;
  timeLimitMs: number;
  memoryLimitMb: number;
  diskLimitMb: number;
  result: ChildResult | undefined;
  status: Deno.CommandStatus;
  /** What it said on stderr. */
  complaint: string;
}

/**
 * The child's own word on how the method ended.
 *
 * @throws SvcError `timeout`, `cancelled`, `memory_limit`, `disk_limit`; `run_failed` when the child
 *   died without having said it.
 */
export function resultOf(ending: ChildEnding): ChildResult {
  const { method, stopped, result } = ending;
  if (stopped === "timeout") {
    throw new SvcError("timeout", `${method} ran longer than ${ending.timeLimitMs / 1000} s`, {
      hint:
        "Data written before stays. Give it more time with --timeout, for example --timeout 10m.",
    });
  }
  if (stopped === "cancelled") {
    throw new SvcError("cancelled", `${method} was cancelled`, {
      hint: "Data written before stays.",
    });
  }
  if (stopped === "disk") {
    const hint = "Data written before stays. Use less space in temporary files and caches.";
    throw diskLimit(method, ending.diskLimitMb, hint);
  }
  if (result !== undefined) return result;
  if (ranOutOfMemory(ending.complaint)) throw memoryLimit(ending.memoryLimitMb);
  throw died(ending);
}

/** The error of a run that needed more memory than it may have. */
export function memoryLimit(megabytes: number): SvcError {
  return new SvcError("memory_limit", `The method needed more than ${megabytes} MB of memory`, {
    hint: "Data written before stays. Work on smaller parts, or raise it with --memory <MB>.",
  });
}

function died({ status, complaint }: ChildEnding): SvcError {
  const words = complaint.split("\n").find((line) => line.startsWith("error: "));
  const how = status.signal === null ? `exit code ${status.code}` : `signal ${status.signal}`;
  return new SvcError(
    "run_failed",
    `The extension ended its own process (${how})${words === undefined ? "" : `: ${words}`}`,
    { hint: "A method ends by returning or by throwing. Data written before stays." },
  );
}
