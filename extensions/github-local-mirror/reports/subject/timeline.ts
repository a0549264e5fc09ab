import type { SubjectEvent } from "../../../platform/subjects/event.ts";
import { type Subject, subjectPart } from "../../../platform/subjects/subject.ts";
import type { GRANULARITIES } from "../../context/context.ts";
import type { Commit, PrRevision } from "../../outputs/pull_requests.ts";
import { readEvents } from "../stored/documents.ts";
import { sha12 } from "../stored/names.ts";
import type { Stored } from "../stored/stored.ts";

/** One line of a timeline. */
export interface Entry {
  /** ISO 8601. Of a commit it is what the commit says. */
  at: string;
  /** The platform's word for an event; `opened`, `pushed`, `force-pushed`; `commit`. */
  type: string;
  /** Where it is known from: the platform, the fetches, or git. */
  source: "platform" | "fetch" | "git";
  actor: string | null;
  /** What was said, cut; what a change was about; the subject of a commit. */
  text: string;
  path: string | null;
  line: number | null;
  state: string | null;
  sha: string | null;
  url: string | null;
}

/** What happened, oldest first. */
export interface Timeline {
  entries: Entry[];
  /** False when nothing or not all of the conversation is stored. */
  complete: boolean;
}

/** Characters of what was said that a timeline shows. */
const TEXT = 1_000;

/** What happened on a subject; of code what the granularity asks for. */
export async function readTimeline(
  stored: Stored,
  { subject, headSha, granularity }: {
    subject: Subject;
    headSha: string | null;
    granularity: typeof GRANULARITIES[number];
  },
): Promise<Timeline> {
  const [conversation = null] = await readEvents(
    stored,
    [subjectPart(subject)],
    (event) => event.body === undefined ? event : { ...event, body: cut(event.body) },
  );
  const number = String(subject.number);
  const code = subject.subjectType === "issue"
    ? []
    : granularity === "commit"
    ? await readCommits(stored, number, headSha)
    : await readRevisions(stored, number);
  // The platform's entries for commits say what git says itself, and less.
  const events = (conversation?.events ?? []).filter(({ type }) => type !== "committed");
  const entries = [...events.map(ofEvent), ...code];
  return { entries: entries.sort(byTime), complete: conversation?.complete ?? false };
}

async function readRevisions(stored: Stored, number: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const { document } of stored.each("prRevision", number)) {
    entries.push(ofRevision(document));
  }
  return entries;
}

async function readCommits(
  stored: Stored,
  number: string,
  headSha: string | null,
): Promise<Entry[]> {
  if (headSha === null) return [];
  const name = stored.names.of("prCommit", number, sha12(headSha));
  const [list] = await Array.fromAsync(stored.lists("prCommit", [name]));
  return (list?.parts ?? []).flatMap(({ commits }) => commits.map(ofCommit));
}

function ofEvent(event: SubjectEvent): Entry {
  return {
    at: event.at,
    type: event.type,
    source: "platform",
    actor: event.actor,
    text: event.body ?? event.detail ?? "",
    path: event.path ?? null,
    line: event.line ?? null,
    state: event.state ?? null,
    sha: event.sha ?? null,
    url: event.url ?? null,
  };
}

function ofRevision({ observedAt, kind, headSha, previousHeadSha }: PrRevision): Entry {
  const text = previousHeadSha === null ? "" : `from ${sha12(previousHeadSha)}`;
  return { ...CODE, at: observedAt, type: kind, source: "fetch", text, sha: headSha };
}

function ofCommit({ committedAt, sha, author, message }: Commit): Entry {
  const text = cut(message.split("\n", 1)[0]!);
  return {
    ...CODE,
    at: committedAt,
    type: "commit",
    source: "git",
    actor: author.name.slice(0, 200),
    text,
    sha,
  };
}

const CODE = { actor: null, path: null, line: null, state: null, url: null };

function cut(text: string): string {
  return text.slice(0, TEXT).toWellFormed();
}

/** Oldest first; what has no time comes last. */
function byTime(one: Entry, other: Entry): number {
  const [a, b] = [Date.parse(one.at), Date.parse(other.at)];
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}
