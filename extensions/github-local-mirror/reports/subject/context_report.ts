import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import { type BrokenDocument, readDocuments } from "../../../platform/report/stored_documents.ts";
import { fullName } from "../../../platform/repository_name.ts";
import {
  issueSnapshotSchema,
  type PrSnapshot,
  prSnapshotSchema,
  type SubjectSnapshot,
} from "../../../platform/subjects/snapshots.ts";
import type { Subject } from "../../../platform/subjects/subject.ts";
import { readFacts } from "../queue/gather.ts";
import { type Names, namesOf } from "../stored/names.ts";
import { readSettings, type Settings } from "../stored/settings.ts";
import { readWorktrees } from "../stored/worktrees.ts";
import { chosenSubject } from "./choose.ts";
import { type Member, readCluster } from "./cluster.ts";
import type { ContextJson, Shown, ShownMember } from "./context_json.ts";
import { contextMarkdown } from "./context_markdown.ts";
import { readEvidence, readFiles } from "./evidence.ts";
import { readinessOfIssue, readinessOfPr } from "./readiness.ts";
import { readTimeline } from "./timeline.ts";
import { newestWithin } from "./within.ts";

/** Characters of JSON that may be taken by the two lists which can be long. */
const LIMITS = { timeline: 1_500_000, files: 700_000 };

/** A pull request or issue with all that belongs to it, from stored data alone. */
export async function contextReport(context: ReportContext): Promise<ReportResult<ContextJson>> {
  const generatedAt = new Date().toISOString();
  const broken: BrokenDocument[] = [];
  const settings = await readSettings(context, broken);
  const { name, unread, timelineCodeGranularity } = settings;
  const names = name && namesOf(name);
  const chosen = names && await chosenSubject(context, names, broken);
  const found = names && chosen
    ? await readSubject(context, { names, settings, subject: chosen.subject, broken })
    : NOTHING;
  const json: ContextJson = {
    generatedAt,
    repo: name && fullName(name),
    chosen: chosen?.subject ?? null,
    chosenBy: chosen?.chosenBy ?? null,
    ...found,
    granularity: timelineCodeGranularity,
    unreadArguments: unread,
    broken,
  };
  return { markdown: contextMarkdown(json), json };
}

/** What is read about one subject. */
type Found = Omit<
  ContextJson,
  "generatedAt" | "repo" | "chosen" | "chosenBy" | "granularity" | "unreadArguments" | "broken"
>;

const NOTHING: Found = {
  subject: null,
  readiness: null,
  cluster: [],
  clusterBeyond: 0,
  external: [],
  timeline: [],
  timelineBeyond: 0,
  timelineComplete: false,
  files: null,
  filesBeyond: 0,
  evidence: null,
  earlierHeads: 0,
  worktrees: [],
};

interface Asked {
  names: Names;
  settings: Settings;
  subject: Subject;
  broken: BrokenDocument[];
}

async function readSubject(context: ReportContext, asked: Asked): Promise<Found> {
  const { names, subject, settings, broken } = asked;
  const { number } = subject;
  const judged = subject.subjectType === "pr"
    ? await readPr(context, asked)
    : await readIssue(context, asked);
  if (judged === null) return NOTHING;
  const { headSha } = judged.subject;
  const cluster = await readCluster(context, names, number, broken);
  const timeline = await readTimeline(context, {
    names,
    subject,
    headSha,
    granularity: settings.timelineCodeGranularity,
    broken,
  });
  const lines = newestWithin(timeline.entries, LIMITS.timeline);
  return {
    ...NOTHING,
    ...judged,
    cluster: await readMembers(context, names, cluster.members, broken),
    clusterBeyond: cluster.beyond,
    external: cluster.external,
    timeline: lines.kept,
    timelineBeyond: lines.beyond,
    timelineComplete: timeline.complete,
    ...subject.subjectType === "pr" ? await readCode(context, asked, headSha) : {},
  };
}

type Judged = Pick<Found, "readiness"> & { subject: Shown };

async function readPr(context: ReportContext, asked: Asked): Promise<Judged | null> {
  const { names, subject, settings, broken } = asked;
  const [pr = null] = await readDocuments(
    context,
    [names.of("prSnapshot", String(subject.number))],
    { schema: prSnapshotSchema, broken },
  );
  if (pr === null) return null;
  const [facts] = await readFacts(context, names, [pr], broken);
  const { needsClarificationLabels } = settings;
  return {
    subject: {
      ...shown(subject, pr),
      headSha: facts!.headSha,
      baseRef: pr.base?.ref ?? null,
      headRef: pr.head?.ref ?? null,
    },
    readiness: readinessOfPr(facts!, { isOpen: pr.state === "open", needsClarificationLabels }),
  };
}

async function readIssue(context: ReportContext, asked: Asked): Promise<Judged | null> {
  const { names, subject, settings: { needsClarificationLabels }, broken } = asked;
  const [issue = null] = await readDocuments(
    context,
    [names.of("issueSnapshot", String(subject.number))],
    { schema: issueSnapshotSchema, broken },
  );
  if (issue === null) return null;
  const isOpen = issue.state === "open";
  return {
    subject: { ...shown(subject, issue), headSha: null, baseRef: null, headRef: null },
    readiness: readinessOfIssue(issue.labels, { isOpen, needsClarificationLabels }),
  };
}

function shown(
  { subjectType, number }: Subject,
  snapshot: SubjectSnapshot & { state: string },
): Omit<Shown, "headSha" | "baseRef" | "headRef"> {
  const { title, state, author, labels, assignees, url, createdAt, updatedAt } = snapshot;
  return {
    subjectType,
    number,
    title,
    state,
    author,
    labels,
    assignees,
    url,
    createdAt,
    updatedAt,
  };
}

/** What belongs to the current head of a pull request. */
async function readCode(
  context: ReportContext,
  { names, subject: { number }, broken }: Asked,
  headSha: string | null,
): Promise<Pick<Found, "files" | "filesBeyond" | "evidence" | "earlierHeads" | "worktrees">> {
  const files = await readFiles(context, names, { number, headSha }, broken);
  const list = newestWithin((files?.files ?? []).toReversed(), LIMITS.files);
  const evidence = await readEvidence(context, names, { number, headSha }, broken);
  return {
    files: files && { ...files, files: list.kept.toReversed() },
    filesBeyond: list.beyond,
    evidence: evidence.current,
    earlierHeads: evidence.earlierHeads,
    worktrees: await readWorktrees(context, names, broken, number),
  };
}

/** The members with what the mirror knows of them; a number is a pull request's or an issue's. */
async function readMembers(
  context: ReportContext,
  names: Names,
  members: readonly Member[],
  broken: BrokenDocument[],
): Promise<ShownMember[]> {
  const named = (spec: string) => members.map(({ number }) => names.of(spec, String(number)));
  const prs: (PrSnapshot | null)[] = await readDocuments(context, named("prSnapshot"), {
    schema: prSnapshotSchema,
    broken,
  });
  const issues = await readDocuments(context, named("issueSnapshot"), {
    schema: issueSnapshotSchema,
    broken,
  });
  return members.map((member, index) => {
    const pr = prs[index];
    const snapshot = pr ?? issues[index];
    return {
      ...member,
      subjectType: snapshot ? pr ? "pr" : "issue" : null,
      title: snapshot?.title ?? null,
      state: snapshot?.state ?? null,
      url: snapshot?.url ?? null,
    };
  });
}
