import type { ReportContext, ReportResult } from "../../../platform/report/context.ts";
import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import { fullName } from "../../../platform/repository_name.ts";
import type { SubjectSnapshot } from "../../../platform/subjects/snapshots.ts";
import type { Subject } from "../../../platform/subjects/subject.ts";
import { readFacts } from "../queue/gather.ts";
import { readSettings, type Settings } from "../stored/settings.ts";
import { openStored, type Stored } from "../stored/stored.ts";
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
  const stored = name && openStored(context, name, broken);
  const chosen = stored && await chosenSubject(context, stored);
  const found = stored && chosen
    ? await readSubject({ stored, settings, subject: chosen.subject })
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
  stored: Stored;
  settings: Settings;
  subject: Subject;
}

async function readSubject(asked: Asked): Promise<Found> {
  const { stored, subject, settings } = asked;
  const judged = subject.subjectType === "pr" ? await readPr(asked) : await readIssue(asked);
  if (judged === null) return NOTHING;
  const { headSha } = judged.subject;
  const cluster = await readCluster(stored, subject.number);
  const granularity = settings.timelineCodeGranularity;
  const timeline = await readTimeline(stored, { subject, headSha, granularity });
  const lines = newestWithin(timeline.entries, LIMITS.timeline);
  return {
    ...NOTHING,
    ...judged,
    cluster: await readMembers(stored, cluster.members),
    clusterBeyond: cluster.beyond,
    external: cluster.external,
    timeline: lines.kept,
    timelineBeyond: lines.beyond,
    timelineComplete: timeline.complete,
    ...subject.subjectType === "pr" ? await readCode(asked, headSha) : {},
  };
}

type Judged = Pick<Found, "readiness"> & { subject: Shown };

async function readPr({ stored, subject, settings }: Asked): Promise<Judged | null> {
  const pr = await stored.one("prSnapshot", String(subject.number));
  if (pr === null) return null;
  const [facts] = await readFacts(stored, [pr]);
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

async function readIssue({ stored, subject, settings }: Asked): Promise<Judged | null> {
  const issue = await stored.one("issueSnapshot", String(subject.number));
  if (issue === null) return null;
  const isOpen = issue.state === "open";
  const { needsClarificationLabels } = settings;
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
  { stored, subject: { number } }: Asked,
  headSha: string | null,
): Promise<Pick<Found, "files" | "filesBeyond" | "evidence" | "earlierHeads" | "worktrees">> {
  const files = await readFiles(stored, { number, headSha });
  const list = newestWithin((files?.files ?? []).toReversed(), LIMITS.files);
  const evidence = await readEvidence(stored, { number, headSha });
  return {
    files: files && { ...files, files: list.kept.toReversed() },
    filesBeyond: list.beyond,
    evidence: evidence.current,
    earlierHeads: evidence.earlierHeads,
    worktrees: await readWorktrees(stored, number),
  };
}

/** The members with what the mirror knows of them; a number is a pull request's or an issue's. */
async function readMembers(
  stored: Stored,
  members: readonly Member[],
): Promise<ShownMember[]> {
  const named = (spec: string) =>
    members.map(({ number }) => stored.names.of(spec, String(number)));
  const prs = await stored.some("prSnapshot", named("prSnapshot"));
  const issues = await stored.some("issueSnapshot", named("issueSnapshot"));
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
