import {
  markdownCode,
  markdownCodeBlock,
  markdownLink,
  markdownText,
} from "../../../platform/markdown.ts";
import { brokenSection } from "../../../platform/report/stored_documents.ts";
import { markdownTable, MOST_ROWS } from "../../../platform/report/table.ts";
import { worktreeTable } from "../stored/worktrees.ts";
import type { ContextJson, Shown, ShownMember } from "./context_json.ts";
import type { Entry } from "./timeline.ts";

/** Characters of what was said that a table shows; the JSON has more. */
const TEXT = 200;

const NOUNS = { pr: "Pull request", issue: "Issue" } as const;

/** A subject and what belongs to it as Markdown. */
export function contextMarkdown(json: ContextJson): string {
  const { subject } = json;
  const parts = subject === null ? ["# Review context", absence(json)] : [
    `# ${NOUNS[subject.subjectType]} ${markdownText(`#${subject.number}`)}: ${
      markdownText(subject.title)
    }`,
    facts(subject),
    ...readiness(json),
    ...cluster(json),
    ...timeline(json),
    ...files(json),
    ...evidence(json),
    ...worktrees(json),
  ];
  if (json.unreadArguments.length > 0) {
    const names = json.unreadArguments.map(markdownText).join(", ");
    parts.push(`The defaults are used for ${names}: a report cannot evaluate expressions.`);
  }
  parts.push(...brokenSection(json.broken));
  return `${parts.join("\n\n")}\n`;
}

function absence({ chosen }: ContextJson): string {
  if (chosen === null) return "Nothing is chosen yet. Run `prepare_review_context` first.";
  const { subjectType, number } = chosen;
  const what = `${NOUNS[subjectType]} ${markdownText(`#${number}`)}`;
  return `${what} is not in the mirror. Run \`sync\` first.`;
}

function facts(subject: Shown): string {
  const rows: [string, string][] = [
    ["Address", markdownLink("open", subject.url)],
    ["State", markdownText(subject.state)],
    ["Author", markdownText(subject.author ?? "")],
    ["Labels", markdownText(subject.labels.join(", "))],
    ["Assigned", markdownText(subject.assignees.join(", "))],
    ["Opened", markdownText(subject.createdAt)],
    ["Changed", markdownText(subject.updatedAt)],
  ];
  if (subject.subjectType === "pr") {
    const branch = (ref: string | null) => ref === null ? "not known" : markdownCode(ref, "table");
    rows.push(
      ["Branch", branch(subject.headRef)],
      ["Goes into", branch(subject.baseRef)],
      ["Current head", branch(subject.headSha)],
    );
  }
  return markdownTable(["What", "Now"], rows);
}

function readiness({ readiness }: ContextJson): string[] {
  if (readiness === null) return [];
  const rows = readiness.questions.map(({ question, answer, detail }) => [
    question,
    answer,
    markdownText(detail),
  ]);
  const heading = readiness.verdict ?? "no longer open";
  return [`## Readiness: ${heading}`, markdownTable(["Question", "Answer", "Why"], rows)];
}

function cluster({ cluster, clusterBeyond, external }: ContextJson): string[] {
  const parts: string[] = [];
  if (cluster.length > 0) {
    const table = markdownTable(["What", "Title", "State", "Links"], cluster.map(memberRow));
    parts.push("## Belongs together", table);
    if (clusterBeyond > 0) parts.push(`+${clusterBeyond} further away`);
  }
  if (external.length > 0) {
    const rows = external.map(({ target, relationship }) => [markdownText(target), relationship]);
    parts.push("## In other repositories", markdownTable(["What", "How"], rows));
  }
  return parts;
}

function memberRow(member: ShownMember): string[] {
  const noun = member.subjectType === null ? "" : `${NOUNS[member.subjectType]} `;
  const links = member.links.slice(0, 5)
    .map(({ from, to, relationship }) => `#${from} → #${to} (${relationship})`);
  const rest = member.links.length - links.length;
  return [
    `${noun}${markdownLink(`#${member.number}`, member.url ?? "")}`,
    markdownText(member.title ?? "not in the mirror"),
    markdownText(member.state ?? ""),
    markdownText(links.join(", ") + (rest > 0 ? ` +${rest}` : "")),
  ];
}

function timeline({ timeline, timelineBeyond, timelineComplete }: ContextJson): string[] {
  const parts = ["## Timeline"];
  const rest = Math.max(0, timeline.length - MOST_ROWS) + timelineBeyond;
  if (rest > 0) parts.push(`+${rest} earlier`);
  if (timeline.length === 0) parts.push("Nothing is stored.");
  else {
    const rows = timeline.slice(-MOST_ROWS).map(entryRow);
    parts.push(markdownTable(["At", "What", "Who", "Where", "Text"], rows));
  }
  if (!timelineComplete) parts.push("The conversation is incomplete.");
  return parts;
}

/** What a fetch found: it tells when it was seen here, not when it happened. */
const SEEN: Readonly<Record<string, string>> = {
  opened: "first head seen",
  pushed: "push seen",
  "force-pushed": "force push seen",
};

function whatOf({ source, type, state }: Entry): string {
  return source === "fetch" ? SEEN[type] ?? type : state ?? type;
}

function entryRow(entry: Entry): string[] {
  const { path, line, sha } = entry;
  const where = path !== null
    ? `${path}${line === null ? "" : `:${line}`}`
    : sha?.slice(0, 12) ?? "";
  return [
    markdownText(entry.at),
    entry.url === null ? markdownText(whatOf(entry)) : markdownLink(whatOf(entry), entry.url),
    markdownText(entry.actor ?? ""),
    markdownCode(where, "table"),
    markdownText(excerpt(entry.text)),
  ];
}

function excerpt(text: string): string {
  return text.length <= TEXT ? text : `${text.slice(0, TEXT).toWellFormed()} …`;
}

function files({ subject, files, filesBeyond }: ContextJson): string[] {
  if (subject?.subjectType !== "pr") return [];
  if (files === null) return ["## Files", "Those of the current head are not stored."];
  const rows = files.files.map(({ path, status, additions, deletions, binary }) => [
    markdownCode(path, "table"),
    status,
    binary ? "binary" : `+${additions ?? 0} −${deletions ?? 0}`,
  ]);
  const parts = [
    "## Files",
    `${files.count} files, +${files.additions} −${files.deletions}`,
    markdownTable(["File", "Change", "Lines"], rows),
  ];
  if (filesBeyond > 0) parts.push(`+${filesBeyond} more that did not fit`);
  if (!files.complete) parts.push("There are more, which are not stored.");
  return parts;
}

function evidence({ subject, evidence, earlierHeads }: ContextJson): string[] {
  if (subject?.subjectType !== "pr") return [];
  const earlier = earlierHeads === 0
    ? []
    : [`What was recorded about ${earlierHeads} earlier heads no longer applies.`];
  if (evidence === null) {
    return ["## Analysis", "Nothing is recorded about the current head.", ...earlier];
  }
  const { generator, recordedAt, evidenceRefs } = evidence;
  return [
    "## Analysis",
    `By ${markdownText(generator)} at ${markdownText(recordedAt)}, of the current head.`,
    "### How the change runs",
    markdownCodeBlock(evidence.codePathWalkthrough).trimEnd(),
    "### Where to look",
    markdownCodeBlock(evidence.reviewAttentionMap).trimEnd(),
    ...evidenceRefs.length === 0
      ? []
      : [markdownTable(["Evidence"], evidenceRefs.map((ref) => [markdownCode(ref, "table")]))],
    ...earlier,
  ];
}

function worktrees({ worktrees }: ContextJson): string[] {
  return worktrees.length === 0 ? [] : ["## Worktrees", worktreeTable(worktrees)];
}
