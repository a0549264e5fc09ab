import { SvcError } from "@svc/core/error";
import type { PolicyKey } from "@svc/core/policy";
import type { Role } from "@svc/core/role";
import { actorOf, type Caller } from "../audit/actor.ts";
import { type AuditEvent, recordEvent } from "../audit/record.ts";
import { actorFields } from "../credential/actor_fields.ts";
import type { Principal } from "../credential/principal.ts";
import type { Services } from "../services.ts";
import type { Trx } from "../store/schema.ts";
import { holdRight } from "./hold_right.ts";
import { type Membership, membershipOf } from "./membership.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** What a change of a collective leaves in its audit log. */
type Told = Pick<AuditEvent, "action" | "personId" | "details" | "logged">;

/** A collective held still while it changes, and the caller's role in it as it is now. */
export interface HeldCollective {
  trx: Trx;
  collective: Membership["collective"];
  /** The caller's role; undefined for the collective's own token. */
  role: Role | undefined;
  now: Date;
  /** What each notice of the change says: where it was, by whom and when. */
  event: { collectiveId: string; actor: Principal; at: Date };
  /** Records what is done here, in the same transaction; the log has it once that is done. */
  record(event: Told): Promise<void>;
}

/** A call to a handler whose row names a collective. */
interface CollectiveCall extends Caller {
  services: Services;
  membership?: Membership | undefined;
}

/**
 * Runs a change to a collective, its members, invitations or tokens, one at a time a collective.
 * The caller's right is looked up again, as it may have been taken away since the guard asked.
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
  const { result, told } = await inTransaction(services.db, async (trx) => {
    const now = services.now();
    const role = await holdRight(services, trx, principal, key, collective.id, now);
    const event = { collectiveId: collective.id, actor: principal, at: now };
    const told: Told[] = [];
    const record = async (what: Told) => {
      await recordEvent(trx, { ...what, ...event, actor: actorOf(call) });
      told.push(what);
    };
    return { result: await change({ trx, collective, role, now, event, record }), told };
  });
  for (const event of told) logEvent(services.log, principal, collective.slug, event);
  return result;
}

/** Says in the log what was recorded. */
export function logEvent(
  log: Services["log"],
  principal: Principal,
  slug: string,
  { action, personId, details }: Told,
): void {
  log.info(action, {
    ...actorFields(principal),
    slug,
    ...(personId === undefined ? {} : { personId }),
    ...details,
  });
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
  throw new SvcError("last_owner", "A collective must have an owner", {
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
