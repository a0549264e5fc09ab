import { LIMITS } from "@svc/core/limit";
import { type Verification, verifyRepository } from "@svc/scorecard/verification";
import type { Transaction } from "kysely";
import type { Services } from "../../../access/services.ts";
import type { Schema } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import { isUnanswered } from "./unanswered.ts";
import type {} from "../record/tables.ts";
import type {} from "./job.ts";

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

/** True when the repository as it stands was not asked about, or its host did not answer. */
export function isVerificationOpen(state: VerificationState): boolean {
  if (state.repository === null) return false;
  const stored = storedVerification(state);
  return stored?.url !== state.repository || isUnanswered(stored);
}

/**
 * Asks about the repository at a scoring event: when it was never asked about under this URL, the
 * last question got no answer, or the stored answer is older than seven days (spec §2.6 rule
 * 5). A no stands as long as a yes; a change of the URL ends both.
 *
 * @returns the fresh answer, or undefined when the stored one stands
 */
export async function verifyIfDue(
  services: Services,
  state: VerificationState,
): Promise<Verification | undefined> {
  if (state.repository === null) return undefined;
  const checkedAt = isVerificationOpen(state) ? null : storedVerification(state)?.checkedAt;
  if (checkedAt && services.now().getTime() - Date.parse(checkedAt) < LIFETIME) return undefined;
  return await verify(services, state.repository);
}

/** Asks the configured code hosts about a repository. Never throws; see `verifyRepository`. */
export async function verify(
  { fetch, config, now }: Services,
  repository: string,
): Promise<Verification> {
  return await verifyRepository(repository, {
    fetch,
    now: now(),
    apiUrls: {
      "github.com": config.githubApiUrl,
      "gitlab.com": config.gitlabApiUrl,
      "codeberg.org": config.codebergApiUrl,
      "bitbucket.org": config.bitbucketApiUrl,
    },
  });
}

/** The extension that asked, as it was when it did. */
export interface Asker {
  id: string;
  repository_generation: number;
}

/**
 * Stores an answer. A success is applied to every extension whose repository is that URL, across
 * all owners; anything else only to the extension that asked (spec §2.6 rule 6). On the one that
 * asked it counts only while the repository was not changed since, be it there and back; and an
 * answer never takes the place of one that was asked for later.
 *
 * @returns names of the extensions it was applied to
 */
export async function applyVerification(
  trx: Transaction<Schema>,
  { id, repository_generation }: Asker,
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
    .where("repository", "=", verification.url ?? "")
    .where((of) =>
      of.or([
        of.and({ id, repository_generation }),
        ...(passed ? [of("id", "<>", id)] : []),
      ])
    )
    .where((of) =>
      of.or([
        of("repository_verified_at", "is", null),
        of("repository_verified_at", "<=", verification.checkedAt ?? ""),
      ])
    )
    .returning("name").execute();
  return rows.map((row) => row.name);
}

/** The columns of an extension that was never asked about. */
export const UNVERIFIED = {
  repository_verified: null,
  repository_verified_at: null,
  repository_verified_url: null,
  verification: null,
} as const;

/**
 * The columns of an extension whose repository becomes another one: the old answer, and one that
 * is still awaited, are not about it.
 */
export function forgetVerification(before: Pick<ExtensionRow, "repository_generation">) {
  return { ...UNVERIFIED, repository_generation: before.repository_generation + 1 };
}
