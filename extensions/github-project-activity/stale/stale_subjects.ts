import type { DataReader } from "../../platform/context.ts";
import {
  type BrokenDocument,
  readDocuments,
  storedDocuments,
} from "../../platform/report/stored_documents.ts";
import {
  parseRepositoryName,
  type RepositoryName,
  repositoryPattern,
} from "../../platform/repository_name.ts";
import type { Subject, SubjectType } from "../../platform/subjects/subject.ts";
import { snapshotPrefix } from "../naming/names.ts";
import { type ActivityEvent, activityEventSchema } from "../outputs/activity_event.ts";
import {
  issueSnapshotSchema,
  type LedgerIssue,
  type LedgerPr,
  prSnapshotSchema,
} from "../outputs/subjects.ts";
import { classificationName } from "./classification.ts";

/** Subjects looked at together. */
const TOGETHER = 200;

/** A stored pull request or issue, and what was classified of it. */
export interface Classified {
  repository: RepositoryName;
  subject: Subject;
  snapshot: LedgerPr | LedgerIssue;
  /** Name of the document with its classifications, and the document if there is one. */
  name: string;
  document: ActivityEvent | null;
}

/** Which subjects are looked at. */
export interface Chosen {
  /** Null for those of every repository that is stored. */
  repository: RepositoryName | null;
  includePrs: boolean;
  includeIssues: boolean;
  broken: BrokenDocument[];
}

/** The stored subjects with their classifications, some at a time. One whose are broken is left out. */
export async function* classifiedSubjects(
  reader: DataReader,
  chosen: Chosen,
): AsyncGenerator<Classified[]> {
  if (chosen.includePrs) yield* ofType(reader, "pr", prSnapshotSchema, chosen);
  if (chosen.includeIssues) yield* ofType(reader, "issue", issueSnapshotSchema, chosen);
}

async function* ofType(
  reader: DataReader,
  subjectType: SubjectType,
  schema: typeof prSnapshotSchema | typeof issueSnapshotSchema,
  { repository, broken }: Chosen,
): AsyncGenerator<Classified[]> {
  const prefix = repository === null
    ? `${subjectType}snapshot.`
    : snapshotPrefix(repository, subjectType);
  let some: (LedgerPr | LedgerIssue)[] = [];
  const documents = storedDocuments<LedgerPr | LedgerIssue>(
    reader,
    { spec: `${subjectType}Snapshot`, prefix },
    { schema, broken },
  );
  for await (const { name, document } of documents) {
    if (!repositoryPattern.test(document.repo)) {
      broken.push({ name, problem: "it has no repository" });
      continue;
    }
    some.push(document);
    if (some.length < TOGETHER) continue;
    yield await withClassifications(reader, subjectType, some, broken);
    some = [];
  }
  if (some.length > 0) yield await withClassifications(reader, subjectType, some, broken);
}

async function withClassifications(
  reader: DataReader,
  subjectType: SubjectType,
  snapshots: readonly (LedgerPr | LedgerIssue)[],
  broken: BrokenDocument[],
): Promise<Classified[]> {
  const subjects = snapshots.map((snapshot) => {
    const repository = parseRepositoryName(snapshot.repo);
    const subject: Subject = { subjectType, number: snapshot.number };
    return { repository, subject, snapshot, name: classificationName(repository, subject) };
  });
  const known = broken.length;
  const documents = await readDocuments(reader, subjects.map(({ name }) => name), {
    schema: activityEventSchema,
    broken,
  });
  const lost = new Set(broken.slice(known).map(({ name }) => name));
  return subjects.map((one, index) => ({ ...one, document: documents[index] ?? null }))
    .filter(({ name }) => !lost.has(name));
}
