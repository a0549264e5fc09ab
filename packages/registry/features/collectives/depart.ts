import { type Role, ROLES } from "@svc/core/role";
import type { HeldCollective } from "../../access/membership/change.ts";

/**
 * Withdraws the invitations a person made and could no longer make: a right that was handed on
 * goes with the right itself. `role` is what they are now, undefined for no longer a member.
 */
export async function withdrawInvitations(
  held: HeldCollective,
  userId: string,
  role: Role | undefined,
): Promise<void> {
  if (role === "owner") return;
  const lost: readonly Role[] = role === "admin" ? ["owner"] : ROLES;
  await held.trx.deleteFrom("collective_invitation")
    .where("collective_id", "=", held.collective.id)
    .where("invited_by", "=", userId)
    .where("role", "in", lost).execute();
}

/** Ends a membership and every right that came from it, in the transaction that holds the collective. */
export async function endMembership(
  held: HeldCollective,
  member: { id: string; userId: string },
): Promise<void> {
  await held.trx.deleteFrom("collective_member").where("id", "=", member.id).execute();
  await withdrawInvitations(held, member.userId, undefined);
}
