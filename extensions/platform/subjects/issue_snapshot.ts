import * as z from "npm:zod@4.6.7";
import { snapshotFields } from "./snapshot_fields.ts";

/** States of an issue; `deleted` when the platform has it no longer. */
export const ISSUE_SNAPSHOT_STATES = ["open", "closed", "deleted"] as const;

/** Fields of the schema of an {@link IssueSnapshot}, for types that add to it. */
export const issueSnapshotFields = {
  ...snapshotFields,
  state: z.enum(ISSUE_SNAPSHOT_STATES),
  /** Why it was closed: completed, not_planned, duplicate, reopened. */
  stateReason: z.string().nullable(),
  /** Address of the issue it has become in another repository. */
  transferredTo: z.string().nullable(),
};

/** Schema of an {@link IssueSnapshot}. */
export const issueSnapshotSchema = z.strictObject(issueSnapshotFields);

/** One issue. */
export type IssueSnapshot = z.infer<typeof issueSnapshotSchema>;
