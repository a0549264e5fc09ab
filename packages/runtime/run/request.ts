import type { Order } from "./order/order.ts";
import type { Limits } from "./order/limits.ts";
import type { Listener } from "./order/listener.ts";
import type { Person } from "./order/person.ts";
import type { MakeReports, ReportOutcome } from "./record/after_method.ts";

/** A run to be made. Each step of it gets only its part of this. */
export interface RunRequest extends Order, Person, Limits, Listener {
  /** Makes the reports on the method once it has ended; none are made without. */
  reports?: MakeReports | undefined;
}

/** How a method is run, whatever it is. */
export type RunOptions = Omit<RunRequest, "definition" | "method" | "inputs" | "typed" | "parent">;

/** `svc behavior run` (runtime reference 3.3). */
export interface RunResult {
  modelId: string;
  modelName: string;
  modelType: string;
  methodName: string;
  status: "succeeded";
  /** Milliseconds. */
  duration: number;
  outputId: string;
  /** Absolute. */
  logFile: string;
  /** What it wrote; the first 4 MB of it with their contents. */
  dataArtifacts: { id: string; name: string; path: string; attributes?: unknown }[];
  /** By name; absent when none was made. */
  reports?: Record<string, ReportOutcome>;
  /** What it warned of, the first 20; absent when it did not. The log has all that it said. */
  warnings?: readonly string[];
  globalArguments: Record<string, unknown>;
  methodArguments: Record<string, unknown>;
  initiatedBy: string;
}
