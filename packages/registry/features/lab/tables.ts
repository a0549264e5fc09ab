import type { IssueStatus, IssueType } from "@svc/core/lab";
import type { AuthorColumns } from "../../access/author/author.ts";

/** Lab issues, their comments and the record of work on them. Times are ISO 8601 text, booleans 0/1. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    lab_counter: LabCounterTable;
    lab_issue: LabIssueTable;
    lab_assignee: LabAssigneeTable;
    lab_comment: LabCommentTable;
    lab_lifecycle: LabLifecycleTable;
  }
}

/** One row: the number the last issue was given. Numbers are handed out in a transaction, without gaps. */
export interface LabCounterTable {
  id: number;
  value: number;
}

export interface LabIssueTable extends AuthorColumns {
  number: number;
  id: string;
  /** Where the issue came from, as the client named itself. */
  source: string;
  type: IssueType;
  status: IssueStatus;
  title: string;
  body: string;
  /** The collective the issue belongs to; null for one about the registry itself. */
  collective_id: string | null;
  extension_name: string | null;
  hidden: number;
  locked: number;
  created_at: string;
  updated_at: string;
}

export interface LabAssigneeTable {
  issue_number: number;
  user_id: string;
}

export interface LabCommentTable extends AuthorColumns {
  id: string;
  issue_number: number;
  body: string;
  created_at: string;
}

export interface LabLifecycleTable extends AuthorColumns {
  id: string;
  issue_number: number;
  step: string;
  target_status: IssueStatus | null;
  summary: string;
  emoji: string | null;
  /** JSON object. */
  payload: string;
  body: string | null;
  verbose: number;
  created_at: string;
}
