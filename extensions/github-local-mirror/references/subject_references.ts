import type { Document } from "../../platform/documents/document_writer.ts";
import { resourcePages } from "../../platform/documents/resource_pages.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import {
  isExternal,
  numberIn,
  type Reference,
  referencesIn,
  RELATIONSHIPS,
  strongest,
} from "../../platform/subjects/references.ts";
import { type Subject, subjectPart } from "../../platform/subjects/subject.ts";
import type { MirrorContext } from "../context/context.ts";
import type { SubjectReference } from "../outputs/subjects.ts";
import type { Links, Outgoing } from "../run/links.ts";
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
function referencesName(run: SyncRun, subject: Subject): string {
  return documentName(run, "subjectReference", subjectPart(subject));
}

/** The document of a subject's references, and of those to it. */
function referencesDocument(
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

/** Documents that are read and written together. */
const BATCH = 500;

/** The other subjects of the repository among what a subject refers to. */
function outgoingOf(references: readonly Reference[]): Outgoing[] {
  return references.flatMap(({ target, relationship, external }): Outgoing[] => {
    const to = numberIn(target);
    return external || to === null ? [] : [[to, relationship]];
  });
}

/**
 * Writes to those subjects of whom others speak differently now who speaks of them. What the mirror
 * does not have yet gets it when it comes. A run that is cancelled leaves it to the next one.
 */
export async function writeReferencedBy(run: SyncRun): Promise<void> {
  const subjects = run.links.changed().flatMap((number): Subject[] => {
    const known = (spec: string) =>
      run.digests.get(documentName(run, spec, String(number))) !== undefined;
    if (known("prSnapshot")) return [{ subjectType: "pr", number }];
    return known("issueSnapshot") ? [{ subjectType: "issue", number }] : [];
  });
  for (let from = 0; from < subjects.length; from += BATCH) {
    if (run.context.signal.aborted) return;
    const some = subjects.slice(from, from + BATCH);
    const stored = await run.context.readResources(some.map((one) => referencesName(run, one)));
    await run.documents.write(some.flatMap((subject, index): Document[] => {
      const before = stored[index] as unknown as SubjectReference | null;
      if (before === null && run.links.to(subject.number).length === 0) return [];
      const fetchedAt = new Date().toISOString();
      return [referencesDocument(run, subject, before?.references ?? [], fetchedAt)];
    }));
  }
  await run.links.settle();
}

/** Takes the links from the documents of a mirror whose file of them is not there. */
export async function readLinks(
  context: MirrorContext,
  prefix: string,
  links: Links,
): Promise<void> {
  for await (const page of resourcePages(context, "subjectReference", { prefix })) {
    await links.set(page.map(({ attributes }) => {
      const { subjectType, number, references } = attributes as unknown as SubjectReference;
      return { subject: { subjectType, number }, outgoing: outgoingOf(references) };
    }));
  }
}

/** A subject with all that its references follow from. */
export interface Referring {
  subject: Subject;
  texts: Texts;
  events: readonly SubjectEvent[];
}

/** The documents of references; a subject without any gets one only to replace an earlier one. */
export async function referenceDocuments(
  run: SyncRun,
  all: readonly Referring[],
  fetchedAt: string,
): Promise<Document[]> {
  const documents = all.map(({ subject, texts, events }) => ({
    subject,
    references: referencesOf(run.repo, subject.number, texts, events),
  }));
  await run.links.set(
    documents.map(({ subject, references }) => ({ subject, outgoing: outgoingOf(references) })),
  );
  const empty = documents.filter(({ subject, references }) =>
    references.length === 0 && run.links.to(subject.number).length === 0
  );
  const stored = await run.context.readResources(
    empty.map(({ subject }) => referencesName(run, subject)),
  );
  const absent = new Set(empty.filter((_, index) => stored[index] === null));
  return documents.filter((one) => !absent.has(one)).map(({ subject, references }) =>
    referencesDocument(run, subject, references, fetchedAt)
  );
}
