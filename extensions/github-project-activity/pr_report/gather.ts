import * as z from "npm:zod@4.6.7";
import type { DataReader } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import {
  type BrokenDocument,
  readDocuments,
  storedDocuments,
} from "../../platform/report/stored_documents.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import { documentName, snapshotName } from "../naming/names.ts";
import { activityEventSchema, type LedgerEvent } from "../outputs/activity_event.ts";
import { artifactIndexSchema } from "../outputs/artifact_index.ts";
import { type PrFacts, prFactsSchema, type ShownArtifact } from "../outputs/pr_report.ts";
import { type LedgerPr, prSnapshotSchema } from "../outputs/subjects.ts";
import { classificationName, CLASSIFIED } from "../stale/classification.ts";
import { recordedEvents, subjectEvents } from "../stored/subject_events.ts";
import { excerptOf, isWanted, newestFirst, toPageEvent, type Wanted } from "./page_event.ts";
import { storedChecks, storedFiles } from "./stored_parts.ts";

/** Characters of a description that a page shows. */
const DESCRIPTION = 4000;

/** Which page is wanted. */
export interface WantedPage extends Wanted {
  repository: RepositoryName;
  number: number;
}

/** What a page says, and the names of the documents it was made of. */
export interface Gathered {
  facts: PrFacts;
  sources: string[];
}

/**
 * Everything that is stored about a pull request and may be shown. What is private is left out here,
 * before anything is counted, named or written down.
 *
 * @throws PlatformFailure `not_found` when the pull request itself is not stored.
 */
export async function gather(reader: DataReader, page: WantedPage): Promise<Gathered> {
  const { repository, number } = page;
  const broken: BrokenDocument[] = [];
  const name = snapshotName(repository, { subjectType: "pr", number });
  const [pr] = await readDocuments(reader, [name], { schema: prSnapshotSchema, broken });
  if (!pr) throw notStored(page, broken);

  const subject: Subject = { subjectType: "pr", number };
  const head = pr.head === null ? null : { repository, number, sha: pr.head.sha };
  const none = { value: null, sources: [] };
  const checks = head === null ? none : await storedChecks(reader, head, broken);
  const files = head === null ? none : await storedFiles(reader, head, broken);
  const [told] = await subjectEvents(reader, [{ repository, subject }], broken);
  const stale = await classification(reader, repository, subject, broken);
  const recorded = await recordedAbout(reader, page, broken);
  const events = newestFirst(
    [...told!.events, ...stale.events, ...recorded.events].filter((event) => isWanted(event, page)),
  );
  const refs = new Set(events.flatMap(({ artifactRefs = [] }) => artifactRefs));
  const artifacts = await artifactsAbout(reader, page, refs, broken);
  return {
    facts: {
      ...factsOf(pr),
      stale: stale.standing,
      checks: checks.value,
      files: files.value,
      events: events.map(toPageEvent),
      artifacts: artifacts.shown,
      broken,
    },
    sources: [
      name,
      ...checks.sources,
      ...files.sources,
      ...told!.sources,
      ...stale.sources,
      ...recorded.sources,
      ...artifacts.sources,
    ],
  };
}

/** What a page takes from the snapshot as it is. */
const taken = z.object(
  prFactsSchema.omit({
    ...{ stale: true, checks: true, files: true },
    ...{ events: true, artifacts: true, broken: true },
  }).shape,
);

const factsOf = (pr: LedgerPr): z.infer<typeof taken> =>
  taken.parse({ ...pr, description: excerptOf(pr.body, DESCRIPTION) });

/** What was classified of it, and the labels under which it still is stale. */
async function classification(
  reader: DataReader,
  repository: RepositoryName,
  subject: Subject,
  broken: BrokenDocument[],
) {
  const name = classificationName(repository, subject);
  const [found] = await readDocuments(reader, [name], { schema: activityEventSchema, broken });
  const events = found?.events ?? [];
  const last = new Map(events.map((event) => [event.detail ?? "", event]));
  return {
    events,
    standing: [...last].flatMap(([label, { type, since }]) =>
      type === CLASSIFIED && since !== undefined ? [{ label, since }] : []
    ),
    sources: found ? [name] : [],
  };
}

async function recordedAbout(
  reader: DataReader,
  page: WantedPage,
  broken: BrokenDocument[],
): Promise<{ events: LedgerEvent[]; sources: string[] }> {
  const events: LedgerEvent[] = [];
  const sources: string[] = [];
  const { repository, number, includePrivate } = page;
  for await (
    const { name, document } of recordedEvents(reader, repository, { includePrivate, broken })
  ) {
    if (document.subjectType !== "pr" || document.number !== number) continue;
    const wanted = document.events.filter((event) => isWanted(event, page));
    if (wanted.length > 0) sources.push(name);
    events.push(...wanted);
  }
  return { events, sources };
}

/** Artifacts are the ledger's own. Without private events, only those that a shown event names. */
async function artifactsAbout(
  reader: DataReader,
  { repository, number, includePrivate }: WantedPage,
  refs: ReadonlySet<string>,
  broken: BrokenDocument[],
): Promise<{ shown: ShownArtifact[]; sources: string[] }> {
  const shown: ShownArtifact[] = [];
  const sources: string[] = [];
  const stored = storedDocuments(reader, {
    spec: "artifactIndex",
    prefix: `${documentName("artifactindex", repository)}~`,
  }, { schema: artifactIndexSchema, broken: includePrivate ? broken : [] });
  for await (const { name, document } of stored) {
    const about = document.subjectType === "pr" && document.number === number;
    if (!refs.has(document.name) && !(includePrivate && about)) continue;
    const { file, contentType, bytes, description } = document;
    shown.push({ name: document.name, file, contentType, bytes, description });
    sources.push(name);
  }
  return { shown, sources };
}

function notStored(
  { repository, number }: WantedPage,
  broken: readonly BrokenDocument[],
): PlatformFailure {
  const what = `pull request ${fullName(repository)}#${number}`;
  const problem = broken[0]?.problem;
  return new PlatformFailure("not_found", {
    what,
    reason: problem === undefined
      ? "it is not stored"
      : `what is stored cannot be read: ${problem}`,
    hint: `Run sync_github_pr_by_number with prNumber=${number} first`,
  });
}
