import type { ErrorBody } from "@svc/core/error";
import type { Repository } from "@svc/runtime/repository";
import type { Rights, Runnable } from "../../rights/rights.ts";
import type { RunView } from "../../answers/run.ts";
import type { RunStreamEvent } from "../../runs/run.ts";

/** A run as the tools show it. */
export type McpRun = Pick<
  RunView,
  "id" | "behavior" | "method" | "status" | "startedAt" | "endedAt" | "result" | "error"
>;

/** A run in a list. */
export type McpRunLine = Omit<McpRun, "result" | "error">;

/** A run that an agent asks for. */
export interface McpOrder {
  /** Name of the behavior. */
  behavior: string;
  method: string;
  inputs: Record<string, unknown>;
}

/** The runs that an agent may begin, follow and cancel. What it may not see is not there. */
export interface McpRuns {
  /** @throws SvcError for what could never run; a run that fails later tells in its view */
  start(order: McpOrder): Promise<McpRun>;
  get(id: string): McpRun | undefined;
  /** Newest first. */
  list(limit: number): McpRunLine[];
  /** Asks it to stop. Undefined when there is none, or none that may be cancelled. */
  cancel(id: string): McpRun | undefined;
  /** The events from the first one; ends behind `ended`, or with the signal. */
  events(id: string, signal: AbortSignal): AsyncIterable<RunStreamEvent>;
}

/** What tools and resources are made of, and for whom: a person's own repository, or a caller of `svc serve`. */
export interface McpHost {
  repository: Repository;
  /** What the caller may do. Looked up each time. */
  rights(): Rights;
  runs: McpRuns;
  /** Which methods are offered; all that may be run when empty. */
  only: readonly Runnable[];
  /** True to offer no method that may change something. */
  readOnly: boolean;
  /** Methods up to which each is a tool of its own; beyond, three general tools stand for all. */
  maxTools: number;
  /** Milliseconds after which a call answers that the run goes on. */
  waitMs: number;
  /** What a person does where permissions are missing; an agent cannot. */
  consentHint(order: Pick<McpOrder, "behavior" | "method">): string;
  /** Called with a bug of svc. */
  /** A refusal as the caller may see it; as it is, unless given. */
  shown?(body: ErrorBody): ErrorBody;
  failed(error: unknown): void;
}

/** Methods that are tools of their own, unless a person says otherwise. */
export const MAX_TOOLS = 40;

/** The shortest that clients wait for a tool is a minute. */
export const WAIT_MS = 45_000;
