import * as z from "npm:zod@4.6.7";
import { type SubjectEvent, subjectEventFields } from "../../platform/subjects/event.ts";
import { SUBJECT_TYPES, type SubjectType } from "../../platform/subjects/subject.ts";

/** Who may see an event: everyone who sees the repository, or only the ledger's owner. */
export const VISIBILITIES = ["public", "private"] as const;

/** A visibility of {@link VISIBILITIES}. */
export type Visibility = typeof VISIBILITIES[number];

/** Where events come from: GitHub, a person through `record_activity`, or the stale classification. */
export const EVENT_SOURCES = ["github", "recorded", "classification"] as const;

/** One event of the ledger. */
export interface LedgerEvent extends SubjectEvent {
  visibility: Visibility;
  /** One line that says what happened, of a recorded event. */
  summary?: string;
  tags?: string[];
  /** Names of artifacts of this ledger. */
  artifactRefs?: string[];
  /** Of a stale classification: the last activity that was known, ISO 8601. */
  since?: string;
}

/**
 * What happened, oldest first: on one subject as GitHub tells (up to 500 events or 1 MB a part), or
 * one recorded event.
 */
export interface ActivityEvent {
  /** owner/name; null for an event of a ledger without a repository. */
  repo: string | null;
  /** Null, as `number`, when it is about no pull request or issue. */
  subjectType: SubjectType | null;
  number: number | null;
  source: typeof EVENT_SOURCES[number];
  /** Counted from 1, and how many there are. */
  part: number;
  parts: number;
  events: LedgerEvent[];
  fetchedAt: string;
}

/** Schema of the `activityEvent` output. */
export const activityEventSchema = z.strictObject({
  repo: z.string().nullable(),
  subjectType: z.enum(SUBJECT_TYPES).nullable(),
  number: z.number().int().nullable(),
  source: z.enum(EVENT_SOURCES),
  part: z.number().int(),
  parts: z.number().int().describe("Documents with a higher part are of an earlier sync"),
  events: z.array(z.strictObject({
    ...subjectEventFields,
    visibility: z.enum(VISIBILITIES),
    summary: z.string().optional(),
    tags: z.array(z.string()).optional(),
    artifactRefs: z.array(z.string()).optional(),
    since: z.string().optional().describe("Of a stale classification: the last known activity"),
  })),
  fetchedAt: z.string(),
}) as unknown as z.ZodType<ActivityEvent>;
