import * as z from "npm:zod@4.6.7";
import { apiAccount, apiNumber, apiTime, apiTitle } from "./parts.ts";

const commentFields = {
  id: apiNumber,
  body: z.string().nullish(),
  user: apiAccount,
  created_at: apiTime,
  updated_at: apiTime,
  html_url: z.string().max(2048),
};

/** A comment of a conversation; `issue_url` ends in the subject's number. */
export const apiComment = z.object({ ...commentFields, issue_url: z.string().max(2048) });

/** A comment on code; `pull_request_url` ends in the pull request's number. */
export const apiReviewComment = z.object({
  ...commentFields,
  pull_request_url: z.string().max(2048),
  path: apiTitle.nullish(),
  line: z.number().int().nullish(),
  original_line: z.number().int().nullish(),
  commit_id: z.string().max(64).nullish(),
});

/** A comment that was checked. */
export type ApiComment = z.infer<typeof apiComment>;

/** A comment on code that was checked. */
export type ApiReviewComment = z.infer<typeof apiReviewComment>;
