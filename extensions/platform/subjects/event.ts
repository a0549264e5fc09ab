import * as z from "npm:zod@4.6.7";
import { actorTypeSchema } from "./person.ts";

/** Fields of the schema of a {@link SubjectEvent}, for types that add to it. */
export const subjectEventFields = {
  /** The platform's id behind its kind, for example `comment-81`: the same event has the same id. */
  id: z.string(),
  /** The platform's word (`commented`, `reviewed`, `labeled`, `head_ref_force_pushed` …). */
  type: z.string(),
  /** Login, or null for a deleted account. */
  actor: z.string().nullable(),
  actorType: actorTypeSchema,
  /** ISO 8601. */
  at: z.string(),
  /** When it was edited last, where the platform tells. */
  updatedAt: z.string().exactOptional(),
  body: z.string().exactOptional(),
  bodyTruncated: z.boolean().exactOptional(),
  /** Of a comment on code. */
  path: z.string().exactOptional(),
  line: z.number().int().exactOptional(),
  /** Of a review: approved, changes-requested, commented, dismissed, pending. */
  state: z.string().exactOptional(),
  /** The commit it is about. */
  sha: z.string().exactOptional(),
  /** What a change was about: a label, an assignee, a title, another subject. */
  detail: z.string().exactOptional(),
  url: z.string().exactOptional(),
};

/** Schema of a {@link SubjectEvent}. */
export const subjectEventSchema = z.strictObject(subjectEventFields);

/** Something that happened on a subject: a comment, a review, a push, a change of its labels … */
export type SubjectEvent = z.infer<typeof subjectEventSchema>;
