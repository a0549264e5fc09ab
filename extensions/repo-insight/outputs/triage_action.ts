import * as z from "npm:zod@4.6.7";
import { type Outcome, outcomeSchema } from "../../platform/outcome.ts";
import { type WorkflowRun, workflowRunSchema } from "./workflow_run.ts";

/** The methods that write a `triageAction`. */
export const ACTIONS = [
  "create_issue",
  "add_issue_comment",
  "close_issue",
  "get_workflow_run",
  "retry_workflow_run",
  "merge_pull_request",
] as const;

/** An action of {@link ACTIONS}. */
export type ActionName = typeof ACTIONS[number];

/**
 * One action. It is written before the call that changes something (`intent`) and again when its
 * result is known (`done`), so that a run that was killed in between leaves a trace that the next
 * run resolves.
 */
export interface TriageAction {
  action: ActionName;
  repo: string;
  /** Issue or pull request; null for a workflow run, and for a new issue before it exists. */
  number: number | null;
  runId: number | null;
  /** Digest of method, repository and idempotency key, as in the marker; null for a read. */
  idempotencyKeyHash: string | null;
  /** Digest of the arguments: the same key with others is refused. */
  argumentsDigest: string | null;
  stage: "intent" | "done";
  /** Null as long as the result is not known. */
  outcome: Outcome | null;
  /** Why, when there is more to say than the outcome. */
  reason: string | null;
  url: string | null;
  /** Login of the acting account; null for a read. */
  performedBy: string | null;
  /** The head that was approved; null for other actions. */
  headSha: string | null;
  /** The run's attempt before the retry; null for other actions. */
  runAttempt: number | null;
  /** The workflow run as it was last read; null for other actions. */
  run: WorkflowRun | null;
  /** ISO 8601. */
  at: string;
}

/** Schema of the `triageAction` output. */
export const triageActionSchema: z.ZodType<TriageAction> = z.object({
  action: z.enum(ACTIONS),
  repo: z.string().describe("owner/name"),
  number: z.number().int().nullable(),
  runId: z.number().int().nullable(),
  idempotencyKeyHash: z.string().nullable(),
  argumentsDigest: z.string().nullable(),
  stage: z.enum(["intent", "done"]),
  outcome: outcomeSchema.nullable(),
  reason: z.string().nullable(),
  url: z.string().nullable(),
  performedBy: z.string().nullable(),
  headSha: z.string().nullable(),
  runAttempt: z.number().int().nullable(),
  run: workflowRunSchema.nullable(),
  at: z.string().describe("ISO 8601"),
});
