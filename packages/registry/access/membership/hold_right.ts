import { SvcError } from "@svc/core/error";
import { POLICY, type PolicyKey, type PolicyRow } from "@svc/core/policy";
import { isRole, type Role, roleAtLeast } from "@svc/core/role";
import { noSuchCollective } from "./authorize.ts";
import { actsForCollective, type Principal, userOf } from "../credential/principal.ts";
import type { Services } from "../services.ts";
import { assertFactor } from "./second_factor.ts";
import { holdCredential } from "./hold_credential.ts";
import type { Trx } from "../store/schema.ts";
import type { CollectiveTable } from "../store/collective_tables.ts";

/**
 * Asks inside a transaction whether the caller may still make the change that the guard let them
 * begin, and holds the collective until the transaction ends, so that the answer stays true: an
 * analysis takes seconds, in which a member may be removed, a token revoked, a collective deleted, a
 * second factor required.
 *
 * @param touched when the collective itself changes; its time of change stays otherwise
 * @returns the caller's role; undefined for the collective's own token and a CI job
 * @throws SvcError `not_found` when the collective has gone, `role_too_low`, `invalid_api_key`,
 *   `session_expired`, `second_factor_missing`, `collective_suspended`
 */
export async function holdRight(
  { config }: Pick<Services, "config">,
  trx: Trx,
  principal: Principal,
  key: PolicyKey,
  collectiveId: string,
  touched?: Date,
): Promise<Role | undefined> {
  // Writing the row is the lock on every database.
  const locked = await trx.updateTable("collective")
    .set((column) => ({ updated_at: touched?.toISOString() ?? column.ref("updated_at") }))
    .where("id", "=", collectiveId).where("deleted_at", "is", null)
    .returning(["slug", "personal", "second_factor_required", "suspended_at", "suspended_reason"])
    .executeTakeFirst();
  if (locked === undefined) throw await gone(trx, collectiveId);
  const row: PolicyRow = POLICY[key];
  await holdCredential(trx, principal);
  const role = await currentRole(trx, principal, collectiveId);
  if (!actsForCollective(principal) && isRole(row.role)) {
    if (role === undefined || !roleAtLeast(role, row.role)) {
      throw new SvcError("role_too_low", `This needs the role ${row.role}`, {
        hint: "Your role has just changed; ask an owner.",
      });
    }
  }
  await assertFactor({ db: trx, config }, principal, row, {
    role,
    collective: {
      slug: locked.slug,
      personal: locked.personal === 1,
      requiresSecondFactor: locked.second_factor_required === 1,
    },
  });
  if (row.givesUp !== true) assertNotSuspended(locked.slug, locked);
  return role;
}

async function gone(trx: Trx, collectiveId: string): Promise<SvcError> {
  const found = await trx.selectFrom("collective").select("slug").where("id", "=", collectiveId)
    .executeTakeFirst();
  return noSuchCollective(found?.slug ?? collectiveId);
}

async function currentRole(
  trx: Trx,
  principal: Principal,
  collectiveId: string,
): Promise<Role | undefined> {
  if (actsForCollective(principal)) return undefined;
  const member = await trx.selectFrom("collective_member").select("role")
    .where("collective_id", "=", collectiveId)
    .where("user_id", "=", userOf(principal)?.id ?? "")
    .executeTakeFirst();
  return member?.role;
}

/**
 * Makes sure that a collective may be changed. Its people go on reading.
 *
 * @throws SvcError `collective_suspended`
 */
function assertNotSuspended(
  slug: string,
  { suspended_at, suspended_reason }: Pick<CollectiveTable, "suspended_at" | "suspended_reason">,
): void {
  if (suspended_at === null) return;
  throw new SvcError(
    "collective_suspended",
    `'${slug}' is suspended since ${suspended_at.slice(0, 10)}: ${suspended_reason}`,
    { hint: "Nothing in it can be changed until the operator of this registry lifts it." },
  );
}
