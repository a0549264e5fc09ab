import { SvcError } from "@svc/core/error";
import { parseExtensionName, slugProblem, slugSkeleton } from "@svc/core/name";
import {
  AUTHORITY,
  extensionSkeleton,
  type OperatorNames,
  WHOLE,
} from "../../access/name/reserved.ts";
import type { NameDecisionTable } from "../../access/store/name_table.ts";
import type { Db, Trx } from "../../access/store/schema.ts";
import { freeHeld } from "../extensions/staged/held.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** Which names strangers are refused, and which the operator decided about. */
export interface NameRules {
  decided: (Omit<NameDecisionTable, "skeleton" | "claim_number"> & {
    /** Username of the person whose claim to the name was granted. */
    claimant: string | null;
  })[];
  /** Refused as a word of a name, and what to. */
  words: { word: string; of: readonly string[] }[];
  /** Refused as the whole name of an account or a collective. */
  names: string[];
}

/** Every rule by which names are refused, and every decision over them. */
export async function listNames(db: Db, { firstParty, admins }: OperatorNames): Promise<NameRules> {
  return {
    decided: await db.selectFrom("name_decision as decision")
      .leftJoin("name_claim as claim", "claim.number", "decision.claim_number")
      .leftJoin("user", "user.id", "claim.claimant_user_id")
      .select(["decision.name", "decision.standing", "decision.reason", "decision.at"])
      .select("user.username as claimant").orderBy("decision.name").execute(),
    words: [...Object.entries(AUTHORITY), [firstParty, AUTHORITY.official] as const]
      .map(([word, of]) => ({ word, of: of! })),
    names: [...new Set([...WHOLE.values(), ...admins])].sort(),
  };
}

/** What the operator wants of a name. */
export interface NameDecision {
  name: string;
  standing: NameDecisionTable["standing"];
  reason: string | undefined;
  /** Of a reserved name, the granted claim whose claimant may take it. */
  claim?: number;
}

/**
 * Keeps a name, and those that people confuse with it, for the operator, or lets anybody take exactly
 * this one. The last decision counts. Who has such a name keeps it.
 *
 * @throws SvcError `invalid_name`; `conflict` for the first-party slug, which brings the Verified badge
 */
export async function decideName(
  db: Db,
  operator: OperatorNames,
  decision: NameDecision,
  now: Date,
): Promise<void> {
  await inTransaction(db, (trx) => decideNameIn(trx, operator, decision, now));
}

/** The same in a transaction of the caller's. @throws SvcError as {@link decideName} */
export async function decideNameIn(
  trx: Trx,
  { firstParty, admins }: OperatorNames,
  { name, standing, reason, claim }: NameDecision,
  now: Date,
): Promise<void> {
  const given = standing === "free" || claim !== undefined;
  if (given && [firstParty, ...admins].includes(name)) {
    throw new SvcError("conflict", `'${name}' is the operator's own name`, {
      hint: "It is set by SVC_FIRST_PARTY or SVC_ADMINS.",
    });
  }
  const row = {
    standing,
    reason: reason ?? null,
    at: now.toISOString(),
    claim_number: claim ?? null,
  };
  await trx.insertInto("name_decision").values({ name, skeleton: skeletonOf(name), ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row)).execute();
  if (standing === "free") await freeHeld(trx, name, now);
}

/** The skeleton of a name of any kind. @throws SvcError `invalid_name` */
export function skeletonOf(name: string): string {
  if (name.startsWith("@")) {
    return `@${parseExtensionName(name).collective}/${extensionSkeleton(name)}`;
  }
  const problem = slugProblem(name);
  if (problem === undefined) return slugSkeleton(name);
  throw new SvcError("invalid_name", `The name ${JSON.stringify(name)} ${problem}`, {
    hint: "Write a username or slug such as acme-tools, or an extension such as @acme/deploy.",
  });
}
