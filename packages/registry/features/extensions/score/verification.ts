import { LIMITS } from "@svc/core/limit";
import {
  apiUrlOf,
  type Host,
  parseRepository,
  type Verification,
  verifyRepository,
} from "@svc/scorecard/verification";
import type { Config } from "../../../platform/config/mod.ts";
import type { Services } from "../../../access/services.ts";
import type { Trx } from "../../../access/store/schema.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type { Asking } from "./lookups.ts";
import { storedVerification, type VerificationState } from "./stored_verification.ts";
import { storeScore } from "./stored_score.ts";
import { isUnanswered } from "./unanswered.ts";

const LIFETIME = LIMITS.repositoryVerificationDays * 24 * 60 * 60_000;

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
  return await verify(services, state.repository, services.lookups.inAnswer());
}

/** Asks the configured code hosts about a repository. Never throws; see `verifyRepository`. */
export async function verify(
  { config, now }: Pick<Services, "config" | "now">,
  repository: string,
  { fetch, budget }: Asking,
): Promise<Verification> {
  const apiUrls = apiUrlsOf(config);
  return await verifyRepository(repository, { fetch, now: now(), signal: budget, apiUrls });
}

/** The API that answers about a repository; undefined when none does. */
export function serviceOf(config: Config, repository: string): string | undefined {
  const parsed = parseRepository(repository);
  return "problem" in parsed ? undefined : apiUrlOf(parsed.host, apiUrlsOf(config));
}

function apiUrlsOf(config: Config): Record<Host, string> {
  return {
    "github.com": config.githubApiUrl,
    "gitlab.com": config.gitlabApiUrl,
    "codeberg.org": config.codebergApiUrl,
    "bitbucket.org": config.bitbucketApiUrl,
  };
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
  trx: Trx,
  config: Pick<Config, "provenance">,
  { id, repository_generation }: Asker,
  verification: Verification,
): Promise<string[]> {
  const passed = verification.outcome === "passed";
  // A repository may be that of very many: a yes that stood before changes no score of the others.
  const standing = !passed ? [] : await trx.selectFrom("extension").select("id")
    .where("repository", "=", verification.url ?? "").where("id", "<>", id)
    .where("repository_verified", "=", 1)
    .where("repository_verified_url", "=", verification.url ?? "").execute();
  const same = new Set(standing.map((row) => row.id));
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
    .returning(["id", "name"]).execute();
  for (const row of rows) if (!same.has(row.id)) await storeScore(trx, config, row.id);
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

declare module "../../../platform/jobs/jobs.ts" {
  interface JobKinds {
    /** Look-ups of a version's audit that got no answer; about the version's id. */
    audit: true;
    /** The look-up of an extension's repository, while it has no answer; about the extension's id. */
    verification: true;
  }
}
