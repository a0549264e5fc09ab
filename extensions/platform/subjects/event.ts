import * as z from "npm:zod@4.6.7";
import { type ActorType, actorTypeSchema } from "./person.ts";

/** Something that happened on a subject: a comment, a review, a push, a change of its labels … */
export interface SubjectEvent {
  /** The platform's id behind its kind, for example `comment-81`: the same event has the same id. */
  id: string;
  /** The platform's word (`commented`, `reviewed`, `labeled`, `head_ref_force_pushed` …). */
  type: string;
  /** Login, or null for a deleted account. */
  actor: string | null;
  actorType: ActorType | null;
  /** ISO 8601. */
  at: string;
  /** When it was edited last, where the platform tells. */
  updatedAt?: string;
  body?: string;
  bodyTruncated?: boolean;
  /** Of a comment on code. */
  path?: string;
  line?: number;
  /** Of a review: approved, changes-requested, commented, dismissed, pending. */
  state?: string;
  /** The commit it is about. */
  sha?: string;
  /** What a change was about: a label, an assignee, a title, another subject. */
  detail?: string;
  url?: string;
}

/** Fields of the schema of a {@link SubjectEvent}, for types that add to it. */
export const subjectEventFields = {
  id: z.string(),
  type: z.string(),
  actor: z.string().nullable(),
  actorType: actorTypeSchema,
  at: z.string(),
  updatedAt: z.string().optional(),
  body: z.string().optional(),
  bodyTruncated: z.boolean().optional(),
  path: z.string().optional(),
  line: z.number().int().optional(),
  state: z.string().optional(),
  sha: z.string().optional(),
  detail: z.string().optional(),
  url: z.string().optional(),
};

/** Schema of a {@link SubjectEvent}. */
export const subjectEventSchema = z.strictObject(
  subjectEventFields,
) as unknown as z.ZodType<SubjectEvent>;
