import { PlatformFailure } from "../../platform/failure.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { storedText } from "../../platform/stored_text.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { MirrorContext } from "../context/context.ts";
import type { PrHeadState } from "../outputs/pull_requests.ts";
import type { PrAnalysisEvidence } from "../outputs/review.ts";
import { openStored } from "../reports/stored/stored.ts";
import { existingRefs, type Lookup } from "./evidence_refs.ts";

/** Characters of all references together: reports show them. */
const LONGEST_REFS = 200_000;

/** What a reviewer found out, as `record_pr_analysis` takes it. */
type Analysis =
  & { prNumber: number }
  & Pick<
    PrAnalysisEvidence,
    "headSha" | "generator" | "codePathWalkthrough" | "reviewAttentionMap" | "evidenceRefs"
  >;

/**
 * The document of an analysis, when it is about the current head and all it refers to exists.
 *
 * @throws PlatformFailure `not_found` without a known head, `conflict` when the head is another one,
 *   `refused` that names every wrong reference
 */
export async function evidenceOf(
  context: Pick<MirrorContext, "readResources" | "listResources">,
  { name, args, lookup }: {
    name: RepositoryName;
    args: Analysis;
    lookup: (headSha: string) => Lookup;
  },
): Promise<PrAnalysisEvidence> {
  const what = `${fullName(name)}#${args.prNumber}`;
  const head = await readHead(context, name, args.prNumber);
  if (head === null) {
    throw new PlatformFailure("not_found", {
      what,
      reason: "the mirror does not know its current head",
      hint: "Check the number, and run 'sync'",
    });
  }
  assertCurrent(what, args.headSha, head);
  assertShort(args.evidenceRefs);
  const { prNumber, generator, codePathWalkthrough, reviewAttentionMap } = args;
  return {
    repo: fullName(name),
    number: prNumber,
    headSha: head.headSha,
    generator: storedText(generator),
    codePathWalkthrough: storedText(codePathWalkthrough),
    reviewAttentionMap: storedText(reviewAttentionMap),
    evidenceRefs: (await existingRefs(args.evidenceRefs, lookup(head.headSha))).map(storedText),
    recordedAt: new Date().toISOString(),
  };
}

/** The current head of a pull request; null when there is none, or what is stored is broken. */
export async function readHead(
  context: Pick<MirrorContext, "readResources" | "listResources">,
  name: RepositoryName,
  number: number,
): Promise<PrHeadState | null> {
  return await openStored(context, name).one("prHeadState", String(number));
}

function assertCurrent(what: string, headSha: string, head: PrHeadState): void {
  if (headSha === head.headSha) return;
  throw new PlatformFailure("conflict", {
    what,
    reason: `its current head is ${head.headSha}, but the analysis is about ${headSha}`,
    hint: "Review the current head, and record that analysis",
  });
}

function assertShort(refs: readonly string[]): void {
  const length = refs.reduce((sum, ref) => sum + ref.length, 0);
  if (length <= LONGEST_REFS) return;
  throw new PlatformFailure("refused", {
    reason: `the references have ${length} characters in total; the limit is ${LONGEST_REFS}`,
    hint: "Keep the most important ones",
  });
}

const NOUNS = { pr: "a pull request", issue: "an issue" } as const;

/**
 * Makes sure that the mirror has a subject.
 *
 * @throws PlatformFailure `not_found` that says when the number is the other kind's
 */
export async function assertKnown(
  context: Pick<MirrorContext, "readResources" | "listResources">,
  name: RepositoryName,
  { subjectType, number }: Subject,
): Promise<void> {
  const stored = openStored(context, name);
  const pr = await stored.one("prSnapshot", String(number));
  const issue = await stored.one("issueSnapshot", String(number));
  const known = { pr: pr !== null, issue: issue !== null };
  if (known[subjectType]) return;
  const other = subjectType === "pr" ? "issue" : "pr";
  throw new PlatformFailure("not_found", {
    what: `${fullName(name)}#${number}`,
    reason: known[other]
      ? `it is not ${NOUNS[subjectType]} but ${NOUNS[other]}`
      : `the mirror does not have ${NOUNS[subjectType]} with this number`,
    hint: known[other] ? `Give subjectType=${other}` : "Check the number, and run 'sync'",
  });
}
