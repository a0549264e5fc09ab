import * as z from "npm:zod@4.6.7";
import { apiAccount, apiTime, apiTitle } from "./parts.ts";

/** One entry of a timeline. Which fields there are depends on its `event`. */
export const apiTimelineItem = z.object({
  event: z.string().max(64),
  id: z.number().int().nullish(),
  sha: z.string().max(64).nullish(),
  commit_id: z.string().max(64).nullish(),
  actor: apiAccount,
  user: apiAccount,
  created_at: apiTime.nullish(),
  updated_at: apiTime.nullish(),
  submitted_at: apiTime.nullish(),
  body: z.string().nullish(),
  message: z.string().nullish(),
  state: z.string().max(64).nullish(),
  html_url: z.string().max(2048).nullish(),
  label: z.object({ name: apiTitle }).nullish(),
  assignee: apiAccount,
  requested_reviewer: apiAccount,
  requested_team: z.object({ slug: apiTitle.nullish(), name: apiTitle.nullish() }).nullish(),
  milestone: z.object({ title: apiTitle }).nullish(),
  rename: z.object({ from: apiTitle, to: apiTitle }).nullish(),
  committer: z.object({ date: apiTime.nullish() }).nullish(),
  source: z.object({
    issue: z.object({
      number: z.number().int().positive(),
      repository: z.object({ full_name: apiTitle }).nullish(),
      html_url: z.string().max(2048).nullish(),
    }).nullish(),
  }).nullish(),
});

/** An entry that was checked. */
export type ApiTimelineItem = z.infer<typeof apiTimelineItem>;
