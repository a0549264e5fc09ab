import type { DataHandle, MethodResult } from "../../platform/context.ts";
import { fullName } from "../../platform/repository_name.ts";
import type { ReviewSelection } from "../outputs/review_selection.ts";
import { openPlaces } from "../places/mod.ts";
import { namesOf } from "../reports/stored/names.ts";
import { readHead } from "../review/record.ts";
import { assertKnown } from "../review/select.ts";
import { analyze, isThere } from "../worktrees/analyze.ts";
import { withMirror } from "../worktrees/open.ts";
import { settle } from "../worktrees/settle.ts";
import type { ReviewArguments } from "../context/arguments.ts";
import type { MirrorContext } from "../context/context.ts";

/**
 * Chooses what the context report is about, and looks at the worktrees of a pull request; writes
 * `reviewSelection`, and `worktreeAnalysis` for each of them.
 */
export async function prepareReviewContext(
  { subjectType, number }: ReviewArguments,
  context: MirrorContext,
): Promise<MethodResult> {
  const { name } = await openPlaces(context);
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
}

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
