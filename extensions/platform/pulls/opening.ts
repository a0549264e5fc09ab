import type { Client } from "../client.ts";
import type { FailureRecord, Outcome } from "../outcome.ts";
import { failureOf, PlatformFailure } from "../failure.ts";
import { writeOnce } from "../lost_answer.ts";
import { checkRefName, parseHead } from "../ref_name.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";
import {
  type PullRequestDocument,
  type PullRequestFacts,
  pullRequestFacts,
} from "./pull_request.ts";

/** A pull request that is to be opened. */
export interface Wanted {
  title: string;
  /** `branch`, or `owner:branch` for a branch of a fork. */
  head: string;
  base: string;
  body?: string | undefined;
  draft?: boolean | undefined;
}

/**
 * Opens a pull request, or finds the open one for the same head and base.
 *
 * @throws PlatformFailure `no_commits`, `not_found` for a branch that is missing, `plan` for drafts
 *   the plan does not include, and what any call may fail with
 */
export async function openPull(
  client: Client,
  name: RepositoryName,
  wanted: Wanted,
): Promise<PullRequestDocument> {
  const { title, head, base, body, draft = false } = wanted;
  checkBranches(wanted);
  const existing = async () => {
    const found = await findOpen(client, name, wanted);
    return found && document(name, wanted, found, "exists");
  };
  const create = async () => {
    const { data } = await client.request("POST /repos/{owner}/{repo}/pulls", {
      ...name,
      title,
      head,
      base,
      draft,
      ...(body === undefined ? {} : { body }),
    });
    return document(name, wanted, pullRequestFacts(data), "created");
  };
  try {
    return await writeOnce(create, existing);
  } catch (error) {
    const failure = failureOf(error, pullLabel(name, wanted));
    if (failure.code === "already_exists") {
      const found = await existing();
      if (found) return found;
    }
    throw openingRefused(failure, error, wanted) ?? failure;
  }
}

/** The branches of a pull request, checked before the first call. */
export function checkBranches({ head, base }: Pick<Wanted, "head" | "base">): void {
  parseHead(head);
  checkRefName(base, "branch");
}

/** The open pull request for this head and base, or undefined. */
export async function findOpen(
  client: Client,
  name: RepositoryName,
  { head, base }: Pick<Wanted, "head" | "base">,
): Promise<PullRequestFacts | undefined> {
  const { data } = await client.request("GET /repos/{owner}/{repo}/pulls", {
    ...name,
    head: qualified(name, head),
    base,
    state: "open",
    per_page: 100,
  });
  // The API ignores a head it cannot read, so what it gives is compared.
  const { branch } = parseHead(head);
  const found = data.find((pull) => pull.head.ref === branch && pull.base.ref === base);
  return found && pullRequestFacts(found);
}

/** A head as the API's filter needs it: a bare branch is not an error there, but no filter. */
export function qualified({ owner }: RepositoryName, head: string): string {
  return head.includes(":") ? head : `${owner}:${head}`;
}

/** How messages name a pull request that is to be opened. */
export function pullLabel(name: RepositoryName, { head, base }: Pick<Wanted, "head" | "base">) {
  return `the pull request from ${head} to ${base} in ${fullName(name)}`;
}

/** The document about a pull request that is there, or that a dry run would open. */
export function document(
  name: RepositoryName,
  { title, head, base, draft = false }: Wanted,
  facts: PullRequestFacts | null,
  outcome: Outcome,
  { dryRun = false, error = null }: { dryRun?: boolean; error?: FailureRecord | null } = {},
): PullRequestDocument {
  return {
    repo: fullName(name),
    ...(facts ?? {
      number: null,
      url: null,
      title,
      head,
      headSha: null,
      base,
      draft,
      state: null,
      author: null,
      createdAt: null,
    }),
    outcome,
    dryRun,
    error,
    fetchedAt: new Date().toISOString(),
  };
}

/** What a 422 says about a pull request, in words that name the argument. */
function openingRefused(
  failure: PlatformFailure,
  error: unknown,
  { head, base }: Wanted,
): PlatformFailure | undefined {
  if (failure.status !== 422) return undefined;
  const { data } = (error as { response?: { data?: { message?: unknown; errors?: unknown } } })
    .response ?? {};
  const errors: unknown[] = Array.isArray(data?.errors) ? data.errors : [];
  const what = failure.message.slice(0, failure.message.length - failure.reason.length - 2);
  const said = JSON.stringify([data?.message, errors]);
  if (/no commits between/i.test(said)) {
    return new PlatformFailure("no_commits", { what, status: 422 });
  }
  if (/draft pull requests are not supported/i.test(said)) {
    return new PlatformFailure("plan", {
      what,
      status: 422,
      reason: "refused, the repository's plan does not include draft pull requests",
      hint: "Omit 'draft', or upgrade the plan",
    });
  }
  for (const [field, branch] of [["head", head], ["base", base]] as const) {
    if (errors.some((one) => (one as { field?: unknown } | null)?.field === field)) {
      return new PlatformFailure("not_found", {
        what,
        status: 422,
        reason: `there is no branch '${branch}', which '${field}' names`,
        hint: "Push the branch first, or correct the name",
      });
    }
  }
  return undefined;
}
