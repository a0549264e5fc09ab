import * as z from "npm:zod@4.6.7";
import { outcomeSchema } from "../../platform/outcome.ts";
import { workflowRunSchema } from "./workflow_run.ts";

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

/** Schema of the `triageAction` output. */
export const triageActionSchema = z.object({
  action: z.enum(ACTIONS),
  repo: z.string().describe("owner/name"),
  /** Issue or pull request; null for a workflow run, and for a new issue before it exists. */
  number: z.number().int().nullable(),
  runId: z.number().int().nullable(),
  /** Digest of method, repository and idempotency key, as in the marker; null for a read. */
  idempotencyKeyHash: z.string().nullable(),
  /** Digest of the arguments: the same key with others is refused. */
  argumentsDigest: z.string().nullable(),
  stage: z.enum(["intent", "done"]),
  /** Null as long as the result is not known. */
  outcome: outcomeSchema.nullable(),
  /** Why, when there is more to say than the outcome. */
  reason: z.string().nullable(),
  url: z.string().nullable(),
  /** Login of the acting account; null for a read. */
  performedBy: z.string().nullable(),
  /** The head that was approved; null for other actions. */
  headSha: z.string().nullable(),
  /** The run's attempt before the retry; null for other actions. */
  runAttempt: z.number().int().nullable(),
  /** The workflow run as it was last read; null for other actions. */
  run: workflowRunSchema.nullable(),
  at: z.string().describe("ISO 8601"),
});

/**
 * One action. It is written before the call that changes something (`intent`) and again when its
 * result is known (`done`), so that a run that was killed in between leaves a trace that the next
 * run resolves.
 */
export type TriageAction = z.infer<typeof triageActionSchema>;
