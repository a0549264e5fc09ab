import * as z from "npm:zod@4.6.7";
import { subjectEventFields } from "../../platform/subjects/event.ts";
import { SUBJECT_TYPES } from "../../platform/subjects/subject.ts";

/** Who may see an event: everyone who sees the repository, or only the ledger's owner. */
export const VISIBILITIES = ["public", "private"] as const;

/** A visibility of {@link VISIBILITIES}. */
export type Visibility = typeof VISIBILITIES[number];

/** Where events come from: GitHub, a person through `record_activity`, or the stale classification. */
const EVENT_SOURCES = ["github", "recorded", "classification"] as const;

const event = z.strictObject({
  ...subjectEventFields,
  visibility: z.enum(VISIBILITIES),
  /** One line that says what happened, of a recorded event. */
  summary: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  /** Names of artifacts of this ledger. */
  artifactRefs: z.array(z.string()).exactOptional(),
  since: z.string().exactOptional().describe("Of a stale classification: the last known activity"),
});

/** One event of the ledger. */
export type LedgerEvent = z.infer<typeof event>;

/** Schema of the `activityEvent` output. */
export const activityEventSchema = z.strictObject({
  /** owner/name; null for an event of a ledger without a repository. */
  repo: z.string().nullable(),
  /** Null, as `number`, when it is about no pull request or issue. */
  subjectType: z.enum(SUBJECT_TYPES).nullable(),
  number: z.number().int().nullable(),
  source: z.enum(EVENT_SOURCES),
  /** Counted from 1, and how many there are. */
  part: z.number().int(),
  parts: z.number().int().describe("Documents with a higher part are of an earlier sync"),
  events: z.array(event),
  fetchedAt: z.string(),
});

/**
 * What happened, oldest first: on one subject as GitHub tells (up to 500 events or 1 MB a part), or
 * one recorded event.
 */
export type ActivityEvent = z.infer<typeof activityEventSchema>;
