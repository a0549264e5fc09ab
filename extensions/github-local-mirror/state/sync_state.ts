import * as z from "npm:zod@4.6.7";
import { join } from "node:path";
import { PlatformFailure } from "../../platform/failure.ts";
import { replaceDurably } from "./durable_file.ts";

/** What is still to be asked for about one subject. */
const WANTS = [
  /** All of a pull request: its page, timeline, reviews, checks. */
  "details",
  /** The comments of an issue, of which some were deleted. */
  "comments",
  /** Whether the subject is still there, and where. */
  "presence",
] as const;

/** Lists with a cursor. */
const STREAMS = ["index", "issueComments", "reviewComments"] as const;

/** A list of {@link STREAMS}. */
export type StreamName = typeof STREAMS[number];

const numbers = z.array(z.number().int().positive());
const time = z.string().max(64).nullable();

/** Schema of a {@link SyncState}. */
const syncStateSchema = z.strictObject({
  version: z.literal(1),
  /** owner/name as the behavior was given it */
  repo: z.string(),
  apiBaseUrl: z.string(),
  /** Stands also in the data, so that state and data of different mirrors are told apart. */
  mirrorId: z.string().min(1),
  /** Runs whose end stands in the data. */
  runs: z.number().int().nonnegative(),
  /** What the platform said of it last. */
  repository: z.strictObject({
    /** The platform's number, the same after a rename. */
    id: z.number().int(),
    /** owner/name as the platform writes it now. */
    fullName: z.string(),
    hasIssues: z.boolean(),
    /** Open issues and pull requests together, as the platform counts. */
    openCount: z.number().int(),
  }).nullable(),
  /** ETag of the answer that told of the repository. */
  etag: z.string().nullable(),
  /** The newest time of change that was seen in each list. */
  cursors: z.strictObject({ index: time, issueComments: time, reviewComments: time }),
  /** Whether each list was read to its end once. */
  reached: z.strictObject({
    index: z.boolean(),
    issueComments: z.boolean(),
    reviewComments: z.boolean(),
  }),
  queue: z.array(z.strictObject({
    number: z.number().int().positive(),
    want: z.enum(WANTS),
    /** Open ones come first, then those that changed last. */
    open: z.boolean(),
    updatedAt: z.string(),
    /** How often it failed. */
    tries: z.number().int().nonnegative(),
  })),
  /** Numbers of what is open. */
  open: z.strictObject({ prs: numbers, issues: numbers }),
  /** Open pull requests whose checks or mergeability the platform had not settled. */
  unsettled: numbers,
  // States of earlier versions have none.
  /** Pull requests to read again: something of their last second may be missing. */
  readTooSoon: z.array(z.strictObject({
    number: z.number().int().positive(),
    /** Its time of change; what changes later in that second does not change it. */
    updatedAt: z.string(),
    /** When that was read first: milliseconds since 1970 by the platform's clock. */
    readAt: z.number(),
  })).default([]),
  /** By how much the platform counted more open subjects than are listed, when it was looked at. */
  gap: z.number().int(),
  /** A list of all pull requests that is being read, newest first, where issues are switched off. */
  pulls: z.strictObject({
    /** Read until this time of change; null to the end. */
    since: time,
    /** Newest time of change on its first page, the cursor when it is done. */
    newest: time,
    /** Address of the next page. */
    next: z.string().nullable(),
  }).nullable(),
  refsDigest: z.string().nullable(),
  resumeAt: time,
  lastCompleteAt: time,
});

/** What a sync keeps for the next one, in `state.json`. Times of cursors are the platform's. */
export type SyncState = z.infer<typeof syncStateSchema>;

/** One entry of the queue of details. */
export type QueueEntry = SyncState["queue"][number];

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

/** Bytes of a state at most: a queue of 100,000 pull requests is a tenth of it. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Where the state lies. */
export function statePath(artifacts: string): string {
  return join(artifacts, "state.json");
}

/**
 * The state of the mirror below `artifacts`, or null when there is none yet.
 *
 * @throws PlatformFailure `refused` when the file is damaged, of a later version or of another
 *   repository; nothing is changed then.
 */
export async function loadState(
  artifacts: string,
  owner: Pick<SyncState, "repo" | "apiBaseUrl">,
): Promise<SyncState | null> {
  const path = statePath(artifacts);
  let text: string;
  try {
    const { size } = await Deno.stat(path);
    if (size > MOST_BYTES) throw damaged(path, "it is too large");
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const state = parse(path, text);
  const same = state.repo.toLowerCase() === owner.repo.toLowerCase() &&
    state.apiBaseUrl === owner.apiBaseUrl;
  if (!same) {
    throw new PlatformFailure("refused", {
      what: path,
      reason: `it is the state of ${state.repo} at ${state.apiBaseUrl}, not of ${owner.repo} ` +
        `at ${owner.apiBaseUrl}`,
      hint: "Use a separate artifactRoot for each mirror",
    });
  }
  return state;
}

/** Replaces the state in one step: after a crash there is the one before or this one, whole. */
export async function saveState(artifacts: string, state: SyncState): Promise<void> {
  await replaceDurably(statePath(artifacts), JSON.stringify(state));
}

function parse(path: string, text: string): SyncState {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(path, "it is not JSON");
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > 1) {
    throw new PlatformFailure("refused", {
      what: path,
      reason: `it was written by a newer version of this extension (format ${version})`,
      hint: "Update the extension: svc extension pull @svc/github-local-mirror",
    });
  }
  const checked = syncStateSchema.safeParse(value);
  if (checked.success) return checked.data;
  const at = checked.error.issues[0]?.path.join(".") ?? "";
  throw damaged(path, at === "" ? "its format is not valid" : `'${at}' is not valid`);
}

function damaged(path: string, why: string): PlatformFailure {
  return new PlatformFailure("refused", {
    what: path,
    reason: `the mirror's state is damaged: ${why}`,
    hint: "Delete the file, then run sync: it reads everything again and writes only what differs",
  });
}
