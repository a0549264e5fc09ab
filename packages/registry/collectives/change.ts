import { SvcError } from "@svc/core/error";
import { POLICY, type PolicyKey, type PolicyRow } from "@svc/core/policy";
import { isRole, type Role, roleAtLeast } from "@svc/core/role";
import type { Transaction } from "kysely";
import { noSuchCollective } from "../auth/authorize.ts";
import { type Principal, userOf } from "../auth/principal.ts";
import type { Services } from "../services.ts";
import type { Schema } from "../store/schema.ts";
import { type Membership, membershipOf } from "./membership.ts";

/** A collective held still while it changes, and the caller's role in it as it is now. */
export interface HeldCollective {
  trx: Transaction<Schema>;
  collective: Membership["collective"];
  /** The caller's role; undefined for the collective's own token. */
  role: Role | undefined;
  now: Date;
}

/** A call to a handler whose row names a collective. */
interface CollectiveCall {
  services: Services;
  principal: Principal;
  membership: Membership | undefined;
}

/**
 * Runs a change to a collective, its members, invitations or tokens, one at a time a collective.
 * The first statement writes the collective's row, which is the lock on every database; then the
 * caller's right is looked up again, as it may have been taken away since the guard asked.
 *
 * @throws SvcError `not_found` when the collective has gone, `role_too_low`, `invalid_api_key`
 */
export async function changeCollective<Result>(
  call: CollectiveCall,
  key: PolicyKey,
  change: (held: HeldCollective) => Promise<Result>,
): Promise<Result> {
  const { services, principal } = call;
  const { collective } = membershipOf(call);
  const row: PolicyRow = POLICY[key];
  return await services.db.transaction().execute(async (trx) => {
    const now = services.now();
    const locked = await trx.updateTable("collective").set({ updated_at: now.toISOString() })
      .where("id", "=", collective.id).where("deleted_at", "is", null).executeTakeFirst();
    if (locked.numUpdatedRows === 0n) throw noSuchCollective();
    const role = await currentRole(trx, principal, collective.id);
    if (principal.kind !== "collectiveToken" && isRole(row.role)) {
      if (role === undefined || !roleAtLeast(role, row.role)) {
        throw new SvcError("role_too_low", `This needs the role ${row.role}`, {
          hint: "Your role has just changed; ask an owner.",
        });
      }
    }
    return await change({ trx, collective, role, now });
  });
}

async function currentRole(
  trx: Transaction<Schema>,
  principal: Principal,
  collectiveId: string,
): Promise<Role | undefined> {
  if (principal.kind === "collectiveToken") {
    const token = await trx.selectFrom("collective_token").select("id")
      .where("id", "=", principal.tokenId).where("enabled", "=", 1).executeTakeFirst();
    if (token === undefined) {
      throw new SvcError("invalid_api_key", "This token has been revoked");
    }
    return undefined;
  }
  const member = await trx.selectFrom("collective_member").select("role")
    .where("collective_id", "=", collectiveId)
    .where("user_id", "=", userOf(principal)?.id ?? "")
    .executeTakeFirst();
  return member?.role;
}

/**
 * @throws SvcError `personal_collective`: a personal collective is its one user's (spec §2.4).
 */
export function assertShared(collective: Membership["collective"], what: string): void {
  if (!collective.personal) return;
  throw new SvcError("personal_collective", `A personal collective ${what}`, {
    hint: "Create a collective to share with others.",
  });
}

/**
 * @throws SvcError `last_owner` when no owner would remain beside the member `except`
 */
export async function assertOtherOwner(held: HeldCollective, except: string): Promise<void> {
  const other = await held.trx.selectFrom("collective_member").select("id")
    .where("collective_id", "=", held.collective.id).where("role", "=", "owner")
    .where("id", "!=", except).limit(1).executeTakeFirst();
  if (other !== undefined) return;
  throw new SvcError("last_owner", "A collective always keeps an owner", {
    hint: "Make somebody else an owner first, or delete the collective.",
  });
}

/**
 * @throws SvcError `role_too_low`: only owners make, demote, invite or remove owners
 */
export function assertOwnerFor(held: HeldCollective, what: string): void {
  if (held.role === "owner") return;
  throw new SvcError("role_too_low", `Only owners ${what}`, { hint: "Ask an owner to do it." });
}
