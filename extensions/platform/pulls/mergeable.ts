import type { Client } from "../client.ts";
import { PlatformFailure } from "../failure.ts";
import type { RepositoryName } from "../repository_name.ts";
import { realTimer } from "../poll.ts";
import type { MergeMethod } from "./merge.ts";
import { pullRequestFacts } from "./pull_request.ts";

/** Times that the platform is asked while it computes, and the wait between them. */
const TRIES = 10;
const PAUSE_MS = 1_000;

/** A pull request as a merge needs to know it. */
export interface MergeablePull {
  head: string;
  headSha: string;
  base: string;
  draft: boolean;
  open: boolean;
  merged: boolean;
  mergedAt: string | null;
  /** Null while the platform computes it. */
  mergeable: boolean | null;
  /** The platform's word for why or why not. */
  state: string;
}

type Target = RepositoryName & { pull_number: number };

/** The pull request as it is now. */
export async function readPull(client: Client, target: Target): Promise<MergeablePull> {
  const { data } = await client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
    ...target,
  });
  const { head, headSha, base, draft, state } = pullRequestFacts(data);
  return {
    head,
    headSha,
    base,
    draft,
    open: state === "open",
    merged: state === "merged",
    mergedAt: data.merged_at,
    mergeable: data.mergeable,
    state: data.mergeable_state,
  };
}

/**
 * The pull request once the platform knows whether it can be merged.
 *
 * @throws PlatformFailure `not_mergeable` for one that cannot, `pending` when it was not known after
 *   ten seconds
 */
export async function readMergeable(
  client: Client,
  target: Target,
  signal: AbortSignal,
): Promise<MergeablePull> {
  for (let tried = 1;; tried++) {
    const pull = await readPull(client, target);
    if (pull.merged) return pull;
    if (!pull.open) throw refused("it is closed", "Reopen it first");
    if (pull.draft) throw refused("it is a draft", "Mark it as ready for review first");
    if (pull.mergeable === true) return pull;
    if (pull.mergeable === false) throw notMergeable(pull);
    if (tried === TRIES) throw new PlatformFailure("pending");
    await realTimer.wait(PAUSE_MS, signal);
  }
}

/** Why a pull request cannot be merged, in words, by the platform's `mergeable_state`. */
const STATES: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  dirty: ["it conflicts with its base", "Resolve the conflicts on its branch"],
  blocked: [
    "blocked: a review, a check or a merge queue that the base requires is missing",
    "Check what the pull request's page still requires",
  ],
  behind: ["its branch is behind its base, which must be merged in first", "Update its branch"],
  unstable: ["a check failed or is still running", "Wait for its checks"],
  draft: ["it is a draft", "Mark it as ready for review first"],
};

/** What to say of a pull request that is not mergeable, or whose merge the platform refused. */
export function notMergeable(
  { state }: MergeablePull,
  said?: PlatformFailure,
  method?: MergeMethod,
): PlatformFailure {
  const [reason, hint] = STATES[state] ?? [];
  if (reason !== undefined && hint !== undefined) return refused(`${reason} (${state})`, hint);
  if (said === undefined) return refused(`the platform says '${state.slice(0, 40)}'`);
  return refused(
    said.reason.replace(/\. .*$/s, ""),
    `Check whether the repository allows the merge method '${method}', and asks for a merge queue`,
  );
}

function refused(reason: string, hint?: string): PlatformFailure {
  return new PlatformFailure("not_mergeable", { status: 405, reason, ...(hint ? { hint } : {}) });
}
