import type { SubjectEvent } from "../../platform/subjects/event.ts";
import {
  isExternal,
  type Reference,
  referencesIn,
  RELATIONSHIPS,
  strongest,
} from "../../platform/subjects/references.ts";
import { type Subject, subjectPart } from "../../platform/subjects/subject.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import type { SubjectReference } from "../outputs/subject_reference.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";

/** References of a subject that are kept; more is not a relation but a list. */
const MOST = 1_000;

/** What a subject says itself. */
export interface Texts {
  title: string;
  body: string | null;
}

/** Everything a subject names, in its texts and its events, each target once, the strongest first. */
export function referencesOf(
  repo: string,
  number: number,
  { title, body }: Texts,
  events: readonly SubjectEvent[],
): Reference[] {
  const own = `${repo}#${number}`.toLowerCase();
  const all = [
    ...referencesIn(title, repo),
    ...referencesIn(body ?? "", repo),
    ...eventReferences(repo, events),
  ];
  return strongest(all).filter(({ target }) => target.toLowerCase() !== own)
    .sort(inOrder).slice(0, MOST);
}

/** What events name. Closing words count in commits only: elsewhere the platform passes over them. */
function eventReferences(repo: string, events: readonly SubjectEvent[]): Reference[] {
  return events.flatMap(({ type, detail, body }): Reference[] => {
    const crossing: Reference[] = type === "cross-referenced" && detail !== undefined
      ? [{ target: detail, relationship: "cross-reference", external: isExternal(detail, repo) }]
      : [];
    const named = body === undefined ? [] : referencesIn(body, repo);
    if (type === "committed") return [...crossing, ...named];
    return [...crossing, ...named.map((one) => ({ ...one, relationship: "text" as const }))];
  });
}

/** Whether two readings of events name other things, so that a subject's references change. */
export function sameReferences(
  repo: string,
  before: readonly SubjectEvent[],
  after: readonly SubjectEvent[],
): boolean {
  const key = (events: readonly SubjectEvent[]) =>
    JSON.stringify(strongest(eventReferences(repo, events)).sort(inOrder));
  return key(before) === key(after);
}

/** The name of a subject's references. */
export function referencesName(run: SyncRun, subject: Subject): string {
  return documentName(run, "subjectReference", subjectPart(subject));
}

/** The document of a subject's references, and of those to it. */
export function referencesDocument(
  run: SyncRun,
  { subjectType, number }: Subject,
  references: Reference[],
  fetchedAt: string,
): Document {
  const by = run.links.to(number).slice(-MOST);
  const referencedBy = by.length === 0 ? {} : { referencedBy: by };
  const data: SubjectReference = {
    repo: run.repo,
    subjectType,
    number,
    references,
    ...referencedBy,
    fetchedAt,
  };
  return { spec: "subjectReference", name: referencesName(run, { subjectType, number }), data };
}

function inOrder(one: Reference, other: Reference): number {
  const rank = ({ relationship }: Reference) => RELATIONSHIPS.indexOf(relationship);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  const [a, b] = [one.target.toLowerCase(), other.target.toLowerCase()];
  return a === b ? 0 : a < b ? -1 : 1;
}
