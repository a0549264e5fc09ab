import * as z from "npm:zod@4.6.7";

/** What is still to be asked for about one subject. */
export const WANTS = [
  /** All of a pull request: its page, timeline, reviews, checks. */
  "details",
  /** The comments of an issue, of which some were deleted. */
  "comments",
  /** Whether the subject is still there, and where. */
  "presence",
] as const;

/** One entry of the queue of details. */
export interface QueueEntry {
  number: number;
  want: typeof WANTS[number];
  /** Open ones come first, then those that changed last. */
  open: boolean;
  updatedAt: string;
  /** How often it failed. */
  tries: number;
}

/** What the platform said of the repository last. */
export interface KnownRepository {
  /** The platform's number, the same after a rename. */
  id: number;
  /** owner/name as the platform writes it now. */
  fullName: string;
  hasIssues: boolean;
  /** Open issues and pull requests together, as the platform counts. */
  openCount: number;
}

/** Lists with a cursor. */
export const STREAMS = ["index", "issueComments", "reviewComments"] as const;

/** A list of {@link STREAMS}. */
export type StreamName = typeof STREAMS[number];

/** A list of all pull requests that is being read, newest first, where issues are switched off. */
export interface PullsPass {
  /** Read until this time of change; null to the end. */
  since: string | null;
  /** Newest time of change on its first page, the cursor when it is done. */
  newest: string | null;
  /** Address of the next page. */
  next: string | null;
}

/** A pull request whose details were read before the second in which it changed was over. */
export interface TooSoon {
  number: number;
  /** Its time of change; what changes later in that second does not change it. */
  updatedAt: string;
  /** When that was read first: milliseconds since 1970 by the platform's clock. */
  readAt: number;
}

/** What a sync keeps for the next one, in `state.json`. Times of cursors are the platform's. */
export interface SyncState {
  version: 1;
  /** owner/name as the behavior was given it */
  repo: string;
  apiBaseUrl: string;
  /** Stands also in the data, so that state and data of different mirrors are told apart. */
  mirrorId: string;
  /** Runs whose end stands in the data. */
  runs: number;
  repository: KnownRepository | null;
  /** ETag of the answer that told of the repository. */
  etag: string | null;
  /** The newest time of change that was seen in each list. */
  cursors: Record<StreamName, string | null>;
  /** Whether each list was read to its end once. */
  reached: Record<StreamName, boolean>;
  queue: QueueEntry[];
  /** Numbers of what is open. */
  open: { prs: number[]; issues: number[] };
  /** Open pull requests whose checks or mergeability the platform had not settled. */
  unsettled: number[];
  /** Pull requests to read again: something of their last second may be missing. */
  readTooSoon: TooSoon[];
  /** By how much the platform counted more open subjects than are listed, when it was looked at. */
  gap: number;
  pulls: PullsPass | null;
  refsDigest: string | null;
  resumeAt: string | null;
  lastCompleteAt: string | null;
}

const numbers = z.array(z.number().int().positive());
const time = z.string().max(64).nullable();

/** Schema of a {@link SyncState}. */
export const syncStateSchema: z.ZodType<SyncState> = z.strictObject({
  version: z.literal(1),
  repo: z.string(),
  apiBaseUrl: z.string(),
  mirrorId: z.string().min(1),
  runs: z.number().int().nonnegative(),
  repository: z.strictObject({
    id: z.number().int(),
    fullName: z.string(),
    hasIssues: z.boolean(),
    openCount: z.number().int(),
  }).nullable(),
  etag: z.string().nullable(),
  cursors: z.strictObject({ index: time, issueComments: time, reviewComments: time }),
  reached: z.strictObject({
    index: z.boolean(),
    issueComments: z.boolean(),
    reviewComments: z.boolean(),
  }),
  queue: z.array(z.strictObject({
    number: z.number().int().positive(),
    want: z.enum(WANTS),
    open: z.boolean(),
    updatedAt: z.string(),
    tries: z.number().int().nonnegative(),
  })),
  open: z.strictObject({ prs: numbers, issues: numbers }),
  unsettled: numbers,
  // States of earlier versions have none.
  readTooSoon: z.array(z.strictObject({
    number: z.number().int().positive(),
    updatedAt: z.string(),
    readAt: z.number(),
  })).default([]),
  gap: z.number().int(),
  pulls: z.strictObject({ since: time, newest: time, next: z.string().nullable() }).nullable(),
  refsDigest: z.string().nullable(),
  resumeAt: time,
  lastCompleteAt: time,
});

/** The state of a mirror that has read nothing yet. */
export function freshState(repo: string, apiBaseUrl: string): SyncState {
  return {
    version: 1,
    repo,
    apiBaseUrl,
    mirrorId: crypto.randomUUID(),
    runs: 0,
    repository: null,
    etag: null,
    cursors: { index: null, issueComments: null, reviewComments: null },
    reached: { index: false, issueComments: false, reviewComments: false },
    queue: [],
    open: { prs: [], issues: [] },
    unsettled: [],
    readTooSoon: [],
    gap: 0,
    pulls: null,
    refsDigest: null,
    resumeAt: null,
    lastCompleteAt: null,
  };
}
