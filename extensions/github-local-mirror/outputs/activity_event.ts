import * as z from "npm:zod@4.6.7";
import { subjectEventSchema } from "../../platform/subjects/event.ts";
import { subjectFields } from "../../platform/subjects/subject.ts";

/** Schema of the `activityEvent` output. */
export const activityEventSchema = z.strictObject({
  repo: z.string(),
  ...subjectFields,
  /** Counted from 1; a part that is full is followed by the next. */
  part: z.number().int(),
  /** How many parts there are; the second is named `…~pr-12~2`. */
  parts: z.number().int(),
  events: z.array(subjectEventSchema),
  fetchedAt: z.string(),
});

/** What happened on one subject, oldest first; up to 500 events or 1 MB a part. */
export type ActivityEvent = z.infer<typeof activityEventSchema>;
