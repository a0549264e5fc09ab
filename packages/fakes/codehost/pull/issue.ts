import { type Call, notFound, repositoryOf, type Seen } from "../call/mod.ts";
import type { Pull } from "../state/mod.ts";
import { followHeads } from "./heads.ts";

/**
 * The pull request that a call is about; its head is where its branch is now.
 *
 * @throws Refusal 404
 */
export async function pullOf(call: Call): Promise<Seen & { pull: Pull }> {
  const seen = await repositoryOf(call);
  const pull = call.state.pulls.find(seen.project, Number(call.params.pull_number));
  if (!pull || pull.issue.gone) throw notFound();
  await followHeads(call, seen.project);
  return { ...seen, pull };
}
