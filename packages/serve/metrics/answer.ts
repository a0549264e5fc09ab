import type { OperationKey, OperationRow } from "../api/table.ts";

/**
 * What a request is about, where its time is counted: the chapter of an operation, or
 * - `waits`: it is answered when a run says something or has ended
 * - `webhooks`, `agents`: deliveries, tools for agents
 * - `others`: pages, signing in, paths where there is nothing
 */
export type AnswerClass = OperationRow["tag"] | "waits" | "webhooks" | "agents" | "others";

/** An answer as it is counted. Nothing of it is chosen by a stranger. */
export interface Answered {
  /** Absent for what is no operation. */
  operation?: OperationKey | undefined;
  class: AnswerClass;
  /** Of HTTP. */
  status: number;
  /** From when the request was heard until its answer began. */
  seconds: number;
}
