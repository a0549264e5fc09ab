import * as z from "npm:zod@4.6.7";
import {
  apiAccount,
  apiLabels,
  apiLogins,
  apiMilestone,
  apiNumber,
  apiTime,
  apiTitle,
} from "./parts.ts";

/** What issues and pull requests have in common in answers. */
export const subjectFieldsOfApi = {
  number: apiNumber,
  title: apiTitle,
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]),
  user: apiAccount,
  labels: apiLabels,
  assignees: apiLogins,
  milestone: apiMilestone,
  locked: z.boolean().default(false),
  comments: z.number().int().nonnegative().default(0),
  html_url: z.string().max(2048),
  created_at: apiTime,
  updated_at: apiTime,
  closed_at: apiTime.nullish(),
};

/** An issue of an answer, or a pull request as the list of issues has it. */
export const apiIssue = z.object({
  ...subjectFieldsOfApi,
  state_reason: z.string().max(64).nullish(),
  draft: z.boolean().optional(),
  pull_request: z.object({ merged_at: apiTime.nullish() }).nullish(),
});

/** An {@link apiIssue} that was checked. */
export type ApiIssue = z.infer<typeof apiIssue>;
