import * as z from "npm:zod@4.6.7";
import { actorTypeSchema } from "./person.ts";

/** Fields of the schemas of snapshots of subjects. */
export const snapshotFields = {
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  title: z.string(),
  body: z.string().nullable(),
  bodyTruncated: z.boolean(),
  author: z.string().nullable(),
  authorType: actorTypeSchema,
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
  milestone: z.string().nullable(),
  /** Conversation locked. */
  locked: z.boolean(),
  /** Comments of the conversation, as the platform counts them. */
  comments: z.number().int(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
  fetchedAt: z.string().describe("When it was read last with another content"),
};

const snapshot = z.strictObject(snapshotFields);

/** What pull requests and issues have in common. Times are ISO 8601. */
export type SubjectSnapshot = z.infer<typeof snapshot>;
