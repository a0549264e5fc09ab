import { LIMITS } from "@svc/core/limit";
import { type Verification, verifyRepository } from "@svc/scorecard/verification";
import type { Transaction } from "kysely";
import type { Services } from "../../../access/services.ts";
import type { Schema } from "../../../access/store/schema.ts";
import { isUnfinished } from "./assess.ts";
import type {} from "../record/tables.ts";

const LIFETIME = LIMITS.repositoryVerificationDays * 24 * 60 * 60_000;

/** What decides whether a repository is asked about again. */
export interface VerificationState {
  repository: string | null;
  /** The stored verification as JSON, or null. */
  verification: string | null;
}

/** The stored verification, or null when the repository was never asked about. */
export function storedVerification({ verification }: VerificationState): Verification | null {
  return verification === null ? null : JSON.parse(verification) as Verification;
}

/**
 * Asks about the repository at a scoring event: when it was never asked about under this URL, the
 * stored answer is older than seven days, or the last look-up came to no answer (spec §2.6 rule 5).
 *
 * @returns the fresh answer, or undefined when the stored one stands
 */
export async function verifyIfDue(
  services: Services,
  state: VerificationState,
): Promise<Verification | undefined> {
  if (state.repository === null) return undefined;
  const stored = storedVerification(state);
  const age = stored?.checkedAt
    ? services.now().getTime() - Date.parse(stored.checkedAt)
    : Infinity;
  if (stored?.url === state.repository && age < LIFETIME && !isUnfinished(stored)) {
    return undefined;
  }
  const { config } = services;
  return await verifyRepository(state.repository, {
    fetch: services.fetch,
    now: services.now(),
    apiUrls: {
      "github.com": config.githubApiUrl,
      "gitlab.com": config.gitlabApiUrl,
      "codeberg.org": config.codebergApiUrl,
      "bitbucket.org": config.bitbucketApiUrl,
    },
  });
}

/**
 * Stores an answer. A success is applied to every extension whose repository is that URL, across
 * all owners; anything else only to the extension that asked (spec §2.6 rule 6).
 *
 * @returns names of the extensions it was applied to
 */
export async function applyVerification(
  trx: Transaction<Schema>,
  extensionId: string,
  verification: Verification,
): Promise<string[]> {
  const passed = verification.outcome === "passed";
  const rows = await trx.updateTable("extension")
    .set({
      repository_verified: passed ? 1 : 0,
      repository_verified_at: verification.checkedAt,
      repository_verified_url: verification.url,
      verification: JSON.stringify(verification),
    })
    // The owner may have changed the URL while the host was asked: then the answer is not about it.
    .where("repository", "=", verification.url ?? "")
    .$if(!passed, (query) => query.where("id", "=", extensionId))
    .returning("name").execute();
  return rows.map((row) => row.name);
}

/** The columns of an extension that was never asked about, as after a change of its repository. */
export const UNVERIFIED = {
  repository_verified: null,
  repository_verified_at: null,
  repository_verified_url: null,
  verification: null,
} as const;
