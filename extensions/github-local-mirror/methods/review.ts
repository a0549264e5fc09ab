import * as z from "npm:zod@4.6.7";
import type { DataHandle } from "../../platform/context.ts";
import { SUBJECT_TYPES } from "../../platform/subjects/subject.ts";
import { fullName } from "../../platform/repository_name.ts";
import type { MirrorContext } from "../context/context.ts";
import { openObjects } from "../objects/mod.ts";
import type { ReviewSelection } from "../outputs/review.ts";
import { openLocations } from "../locations/mod.ts";
import { namesOf, sha12 } from "../reports/stored/names.ts";
import { lookupAt } from "../review/evidence_refs.ts";
import { assertKnown, evidenceOf, readHead } from "../review/record.ts";
import { analyze, isThere } from "../worktrees/analyze.ts";
import { withMirror } from "../worktrees/mirror.ts";
import { settle } from "../worktrees/settle.ts";
import { defineMethod } from "../../platform/method.ts";

/**
 * Chooses what the context report is about, and looks at the worktrees of a pull request; writes
 * `reviewSelection`, and `worktreeAnalysis` for each of them.
 */
export const prepareReviewContext = defineMethod({
  description: "Choose the subject of the context report and refresh the state of its worktrees",
  kind: "action",
  arguments: z.object({
    subjectType: z.enum(SUBJECT_TYPES).describe("pr or issue"),
    number: z.number().int().positive().describe("Its number"),
  }),
  async execute({ subjectType, number }, context: MirrorContext) {
    const { name } = await openLocations(context);
    await assertKnown(context, name, { subjectType, number });
    const head = subjectType === "pr" ? await readHead(context, name, number) : null;
    const { worktreeIds, dataHandles } = subjectType === "pr"
      ? await lookAtWorktrees(context, number)
      : { worktreeIds: [], dataHandles: [] };
    const selection: ReviewSelection = {
      repo: fullName(name),
      subjectType,
      number,
      headSha: head?.headSha ?? null,
      worktreeIds,
      at: new Date().toISOString(),
    };
    const document = namesOf(name).of("reviewSelection");
    const handle = await context.writeResource("reviewSelection", document, selection);
    return { dataHandles: [...dataHandles, handle] };
  },
});

async function lookAtWorktrees(
  context: MirrorContext,
  number: number,
): Promise<{ worktreeIds: string[]; dataHandles: DataHandle[] }> {
  const worktreeIds: string[] = [];
  const { dataHandles } = await withMirror(context, async (mirror) => {
    const linked = [...(await settle(mirror)).values()]
      .filter((entry) => entry.snapshot?.prNumber === number && isThere(entry));
    await analyze(mirror, linked);
    worktreeIds.push(...linked.map(({ id }) => id));
  });
  return { worktreeIds, dataHandles };
}

/** Keeps what a review of a pull request's current head found out; writes `prAnalysisEvidence`. */
export const recordPrAnalysis = defineMethod({
  description: "Record the findings of a review of a pull request's current head",
  kind: "action",
  arguments: z.object({
    prNumber: z.number().int().positive().describe("Number of the pull request"),
    headSha: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/).describe(
      "Head commit that was reviewed; must be the current one",
    ),
    generator: z.string().min(1).max(200).describe("Author of the analysis, for example a program"),
    codePathWalkthrough: z.string().max(100_000).describe("How the changed code runs, in Markdown"),
    reviewAttentionMap: z.string().max(100_000).describe("Where to look closely, in Markdown"),
    evidenceRefs: z.array(z.string().min(1).max(4200)).max(500).describe(
      "path:line at that head, or commit ids; each must exist",
    ),
  }),
  async execute(args, context: MirrorContext) {
    const places = await openLocations(context);
    const objects = await openObjects(places, { create: false, signal: context.signal });
    const lookup = (headSha: string) => lookupAt(objects, headSha);
    const evidence = await evidenceOf(context, { name: places.name, args, lookup });
    const name = namesOf(places.name).of(
      "prAnalysisEvidence",
      String(args.prNumber),
      sha12(evidence.headSha),
    );
    return { dataHandles: [await context.writeResource("prAnalysisEvidence", name, evidence)] };
  },
});
