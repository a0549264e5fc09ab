import * as z from "npm:zod@4.6.7";
import { type ActorType, actorTypeSchema } from "./person.ts";

/** What pull requests and issues have in common. Times are ISO 8601. */
export interface SubjectSnapshot {
  /** owner/name */
  repo: string;
  number: number;
  title: string;
  body: string | null;
  bodyTruncated: boolean;
  author: string | null;
  authorType: ActorType | null;
  labels: string[];
  assignees: string[];
  milestone: string | null;
  /** Conversation locked. */
  locked: boolean;
  /** Comments of the conversation, as the platform counts them. */
  comments: number;
  url: string;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  /** When this was read last with another content. */
  fetchedAt: string;
}

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
  locked: z.boolean(),
  comments: z.number().int(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
  fetchedAt: z.string().describe("When it was read last with another content"),
};
