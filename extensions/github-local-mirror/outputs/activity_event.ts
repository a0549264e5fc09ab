import * as z from "npm:zod@4.6.7";
import { type SubjectEvent, subjectEventSchema } from "../../platform/subjects/event.ts";
import { type Subject, subjectFields } from "../../platform/subjects/subject.ts";

/** What happened on one subject, oldest first; up to 500 events or 1 MB a part. */
export interface ActivityEvent extends Subject {
  repo: string;
  /** Counted from 1; a part that is full is followed by the next. */
  part: number;
  /** How many parts there are; the second is named `…~pr-12~2`. */
  parts: number;
  events: SubjectEvent[];
  fetchedAt: string;
}

/** Schema of the `activityEvent` output. */
export const activityEventSchema: z.ZodType<ActivityEvent> = z.strictObject({
  repo: z.string(),
  ...subjectFields,
  part: z.number().int(),
  parts: z.number().int(),
  events: z.array(subjectEventSchema),
  fetchedAt: z.string(),
});
