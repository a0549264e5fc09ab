import { type ErrorBody, isSvcError, SvcError } from "@svc/core/error";
import type { Facts } from "@svc/scorecard/facts";
import type { Provenance } from "@svc/provenance";
import type { Claim } from "../provenance/claim.ts";
import type { Announced } from "./examine.ts";
import type { Submission } from "./submission.ts";

/** One line to the analysing process: a task. */
export interface Task {
  path: string;
  announced?: Announced | undefined;
  claim?: Claim | undefined;
}

/** One line from it: first what was read, then the facts; or the refusal that ends the task. */
export type Answer =
  | { submission: Submission; provenance: Provenance | undefined }
  | { facts: Facts }
  | { refused: ErrorBody }
  | { failed: string };

/** The last answer to a task, from what was thrown. */
export function answerOf(error: unknown): Answer {
  return isSvcError(error) ? { refused: error.toJSON() } : { failed: String(error) };
}

/** The refusal in an answer, as it was thrown. */
export function refusalOf({ error, code, hint, details }: ErrorBody): SvcError {
  return new SvcError(code, error, { hint, details });
}
