import { LOWERING_HOURS } from "@svc/core/approval";
import type { Role } from "@svc/core/role";
import type {} from "../audit/table.ts";
import type { Db } from "../store/schema.ts";

/**
 * What the event of a role that decides says of who gave it, where that was no owner.
 *
 * @param by role of who gave it; null or undefined once they are no member
 */
export function grantedBy(role: string, by: Role | null | undefined): { grantedBy?: "admin" } {
  return role === "member" || by === "owner" ? {} : { grantedBy: "admin" };
}

/**
 * True for a role that no owner gave and that was got within the last day: an admin could have given it
 * to a second account of their own.
 */
export async function isNewRole(
  db: Db,
  { collectiveId, userId, now }: { collectiveId: string; userId: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - LOWERING_HOURS * 60 * 60_000).toISOString();
  const events = await db.selectFrom("audit_event").select(["at", "details"])
    .where("person_user_id", "=", userId).where("collective_id", "=", collectiveId)
    .where("action", "in", ["member.joined", "member.role_changed"]).where("at", ">", since)
    .orderBy("at", "desc").execute();
  // Events of one moment have no order: one of them that no owner caused is enough.
  return events.some(({ at, details }) =>
    at === events[0]!.at && "grantedBy" in JSON.parse(details)
  );
}
