import type * as z from "npm:zod@4.6.7";
import type { DataReader } from "../../../platform/context.ts";
import { type BrokenDocument, storedDocuments } from "../../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../../platform/repository_name.ts";
import type { Subject, SubjectType } from "../../../platform/subjects/subject.ts";
import { snapshotPrefix } from "../../naming/names.ts";
import {
  issueSnapshotSchema,
  type LedgerIssue,
  type LedgerPr,
  prSnapshotSchema,
} from "../../outputs/subjects.ts";
import type { Item } from "./briefing.ts";

/** A subject, and when it changed last. */
export interface ChangedSubject {
  subject: Subject;
  updatedAt: string;
}

/** What is open, and when everything that is stored changed last. */
export interface StoredSubjects {
  prs: Omit<LedgerPr, "body">[];
  issues: Omit<LedgerIssue, "body">[];
  /** Closed ones, too. */
  changed: ChangedSubject[];
}

/** The stored pull requests and issues of a repository. */
export async function storedSubjects(
  reader: DataReader,
  repository: RepositoryName,
  broken: BrokenDocument[],
): Promise<StoredSubjects> {
  const found: StoredSubjects = { prs: [], issues: [], changed: [] };
  const take = async <T extends LedgerPr | LedgerIssue>(
    subjectType: SubjectType,
    schema: z.ZodType<T>,
    open: Omit<T, "body">[],
  ) => {
    const place = {
      spec: `${subjectType}Snapshot`,
      prefix: snapshotPrefix(repository, subjectType),
    };
    const documents = storedDocuments(reader, place, { schema, broken });
    for await (const { document: { body: _, ...one } } of documents) {
      const { number, updatedAt, state } = one;
      found.changed.push({ subject: { subjectType, number }, updatedAt });
      if (state === "open") open.push(one);
    }
  };
  await take("pr", prSnapshotSchema, found.prs);
  await take("issue", issueSnapshotSchema, found.issues);
  found.prs.sort(byNumber);
  found.issues.sort(byNumber);
  return found;
}

function byNumber(one: { number: number }, other: { number: number }): number {
  return one.number - other.number;
}

/** An open pull request, and the names of its checks that failed. */
export interface Facts {
  pr: Omit<LedgerPr, "body">;
  failing: string[];
}

/**
 * What waits for people with these logins: reviews they were asked for, what is assigned to them, and
 * their own pull requests that cannot go on without them.
 *
 * @param handles in lower case
 */
export function dutiesOf(
  prs: readonly Facts[],
  issues: readonly Omit<LedgerIssue, "body">[],
  handles: readonly string[],
): Item[] {
  const mine = (login: string | null) => login !== null && handles.includes(login.toLowerCase());
  const items = [
    ...prs.map(({ pr, failing }): Item => ({
      ...shown(pr),
      subjectType: "pr",
      why: [
        ...(pr.requestedReviewers?.some(mine) ? ["asked to review"] : []),
        ...(pr.assignees.some(mine) ? ["assigned"] : []),
        ...(mine(pr.author) ? ownWork(pr, failing) : []),
      ],
    })),
    ...issues.map((issue): Item => ({
      ...shown(issue),
      subjectType: "issue",
      why: issue.assignees.some(mine) ? ["assigned"] : [],
    })),
  ];
  return items.filter(({ why }) => why.length > 0);
}

function ownWork(
  { reviewDecision, mergeConflict }: Facts["pr"],
  failing: readonly string[],
): string[] {
  return [
    ...(reviewDecision === "changes-requested" ? ["changes were requested"] : []),
    ...(mergeConflict === true ? ["it conflicts with its base"] : []),
    ...(failing.length > 0 ? ["checks fail"] : []),
  ];
}

function shown({ number, title, url, author }: Facts["pr"] | Omit<LedgerIssue, "body">) {
  return { number, title, url, author };
}
