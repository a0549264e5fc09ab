import * as z from "npm:zod@4.6.7";
import { snapshotFields, type SubjectSnapshot } from "./snapshot_fields.ts";

/** States of an issue; `deleted` when the platform has it no longer. */
export const ISSUE_SNAPSHOT_STATES = ["open", "closed", "deleted"] as const;

/** One issue. */
export interface IssueSnapshot extends SubjectSnapshot {
  state: typeof ISSUE_SNAPSHOT_STATES[number];
  /** Why it was closed: completed, not_planned, duplicate, reopened. */
  stateReason: string | null;
  /** Address of the issue it has become in another repository. */
  transferredTo: string | null;
}

/** Fields of the schema of an {@link IssueSnapshot}, for types that add to it. */
export const issueSnapshotFields = {
  ...snapshotFields,
  state: z.enum(ISSUE_SNAPSHOT_STATES),
  stateReason: z.string().nullable(),
  transferredTo: z.string().nullable(),
};

/** Schema of an {@link IssueSnapshot}. */
export const issueSnapshotSchema: z.ZodType<IssueSnapshot> = z.strictObject(issueSnapshotFields);
