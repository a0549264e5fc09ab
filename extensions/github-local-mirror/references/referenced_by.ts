import type { Document } from "../../platform/documents/document_writer.ts";
import { resourcePages } from "../../platform/documents/resource_pages.ts";
import { numberIn, type Reference } from "../../platform/subjects/references.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { MirrorContext } from "../context/context.ts";
import type { SubjectReference } from "../outputs/subject_reference.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";
import type { Links, Outgoing } from "../run/links.ts";
import { referencesDocument, referencesName } from "./subject_references.ts";

/** Documents that are read and written together. */
const BATCH = 500;

/** The other subjects of the repository among what a subject refers to. */
export function outgoingOf(references: readonly Reference[]): Outgoing[] {
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
