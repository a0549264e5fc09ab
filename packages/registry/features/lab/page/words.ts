import type { IssueStatus, IssueType } from "@svc/core/lab";

/** Statuses as people read them. */
export const STATUS_WORDS: Readonly<Record<IssueStatus, string>> = {
  open: "open",
  triaged: "triaged",
  in_progress: "in progress",
  shipped: "shipped",
  closed: "closed",
};

/** Types as people choose them. */
export const TYPE_WORDS: Readonly<Record<IssueType, string>> = {
  bug: "Bug",
  feature: "Feature request",
  security: "Security report",
  platform: "Platform",
};
