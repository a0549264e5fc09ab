import type { DataReader } from "../../../platform/context.ts";
import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import { type BrokenDocument, readDocuments } from "../../../platform/report/stored_documents.ts";
import { fullName, type RepositoryName } from "../../../platform/repository_name.ts";
import type { SubjectType } from "../../../platform/subjects/subject.ts";
import { ciStatusName } from "../../naming/names.ts";
import { activityEventSchema } from "../../outputs/activity_event.ts";
import { type CiStatusSnapshot, ciStatusSnapshotSchema } from "../../outputs/subjects.ts";
import { classificationName, CLASSIFIED } from "../../stale/classification.ts";
import { settingsOf } from "../settings.ts";
import type { Briefing, Item } from "./briefing.ts";
import { dutiesOf, type Facts, type StoredSubjects, storedSubjects } from "./open_subjects.ts";
import { briefingPage } from "./page.ts";
import { recentEvents } from "./recent_events.ts";

/**
 * What a maintainer has to know today, from stored data alone: failing checks, requested changes,
 * conflicts, what is stale, their own duties, and the newest events.
 */
export async function briefingReport(
  context: ReportContext,
  now: Date = new Date(),
): Promise<ReportResult<Briefing>> {
  const { repository, project, includePrivate, handles, unread } = settingsOf(context.globalArgs);
  const broken: BrokenDocument[] = [];
  const stored = repository === null
    ? { prs: [], issues: [], changed: [] }
    : await storedSubjects(context, repository, broken);
  const checks = await checksOf(context, repository, stored, broken);
  const stale = await staleLabels(context, repository, stored, broken);
  const prs: Facts[] = stored.prs.map((pr) => ({ pr, failing: failingOf(checks.get(pr.number)) }));
  const json: Briefing = {
    project,
    repo: repository && fullName(repository),
    openPullRequests: stored.prs.length,
    openIssues: stored.issues.length,
    failingChecks: prs.filter(({ failing }) => failing.length > 0)
      .map(({ pr, failing }) => itemOf("pr", pr, failing)),
    checksUnknown: stored.prs.filter(({ number }) => isUnknown(checks.get(number))).length,
    changesRequested: stored.prs.filter((pr) => pr.reviewDecision === "changes-requested")
      .map((pr) => itemOf("pr", pr, askers(pr.reviewers))),
    conflicts: stored.prs.filter((pr) => pr.mergeConflict === true)
      .map((pr) => itemOf("pr", pr, [`with ${pr.base?.ref ?? "its base"}`])),
    conflictsUnknown: stored.prs.filter((pr) => pr.mergeConflict === "unknown").length,
    stale,
    handles,
    duties: dutiesOf(prs, stored.issues, handles),
    events: repository === null
      ? []
      : await recentEvents(context, repository, stored.changed, { includePrivate, broken }),
    includePrivate,
    broken,
    unread,
    generatedAt: now.toISOString(),
  };
  return { markdown: briefingPage(json), json };
}

/** The stored checks of the open pull requests' heads, by number. */
async function checksOf(
  reader: DataReader,
  repository: RepositoryName | null,
  { prs }: StoredSubjects,
  broken: BrokenDocument[],
): Promise<Map<number, CiStatusSnapshot>> {
  const heads = prs.flatMap(({ number, head }) => head === null ? [] : [{ number, sha: head.sha }]);
  const names = heads.map(({ number, sha }) => ciStatusName(repository, number, sha));
  const found = await readDocuments(reader, names, { schema: ciStatusSnapshotSchema, broken });
  return new Map(
    found.flatMap((one, index) =>
      one === null || one.headSha !== heads[index]!.sha ? [] : [[heads[index]!.number, one]]
    ),
  );
}

/** Names of the checks that failed. */
function failingOf(found: CiStatusSnapshot | undefined): string[] {
  if (found?.state !== "failure") return [];
  const names = found.checks.filter(({ state }) => state === "failure").map(({ name }) => name);
  return names.length === 0 ? ["a check"] : names;
}

function isUnknown(found: CiStatusSnapshot | undefined): boolean {
  return found === undefined || found.state === "unknown";
}

/** What is open and classified as stale, the pull requests first. */
async function staleLabels(
  reader: DataReader,
  repository: RepositoryName | null,
  { prs, issues }: StoredSubjects,
  broken: BrokenDocument[],
): Promise<Item[]> {
  if (repository === null) return [];
  const open = [
    ...prs.map((one) => itemOf("pr", one, [])),
    ...issues.map((one) => itemOf("issue", one, [])),
  ];
  const names = open.map(({ subjectType, number }) =>
    classificationName(repository, { subjectType, number })
  );
  const found = await readDocuments(reader, names, { schema: activityEventSchema, broken });
  return open.flatMap((item, index) => {
    const last = new Map((found[index]?.events ?? []).map((event) => [event.detail ?? "", event]));
    const why = [...last].filter(([, { type }]) => type === CLASSIFIED)
      .map(([label, { since }]) => `${label}, since ${since}`);
    return why.length === 0 ? [] : [{ ...item, why }];
  });
}

function askers(reviewers: readonly { login: string; state: string }[] | null): string[] {
  return (reviewers ?? []).filter(({ state }) => state === "changes-requested")
    .map(({ login }) => login);
}

function itemOf(
  subjectType: SubjectType,
  { number, title, url, author }: Pick<Item, "number" | "title" | "url" | "author">,
  why: string[],
): Item {
  return { subjectType, number, title, url, author, why };
}
