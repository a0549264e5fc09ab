import * as z from "npm:zod@4.6.7";
import { apiAccount, apiNumber, apiTime } from "./parts.ts";

/** A review of a pull request; one that is pending has no time. */
export const apiReview = z.object({
  id: apiNumber,
  user: apiAccount,
  body: z.string().nullish(),
  state: z.string().max(64),
  submitted_at: apiTime.nullish(),
  commit_id: z.string().max(64).nullish(),
  html_url: z.string().max(2048).nullish(),
});

/** A review that was checked. */
export type ApiReview = z.infer<typeof apiReview>;
