import { createHash } from "node:crypto";
import type { Db } from "../store/schema.ts";
import type { AuditAction } from "./actions.ts";
import { type Actor, NOBODY } from "./actor.ts";
import type { CallerOrigin } from "./caller_origin.ts";
import { eventIdOf, recordEventOnce } from "./record.ts";

/** Whoever acts as the person of an account. */
export type PersonActor = Actor & { userId: string };

/** What is done to an account. */
type AccountAction = Extract<
  AuditAction,
  `${"account" | "factor" | "recovery" | "hold" | "proof"}${string}`
>;

/** Something that was done to an account. */
interface AccountEvent {
  userId: string;
  action: AccountAction;
  at: Date;
  actor: Actor;
  /** As of any event; names of passkeys are not in it: people choose them. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * A person as they act on their own account: by a session, also by one that is about to begin, or by a
 * link that was mailed to them.
 */
export function personActor(
  userId: string,
  origin: CallerOrigin,
  credential: "session" | "link" = "session",
): PersonActor {
  return { ...NOBODY, ...origin, key: `user:${userId}`, userId, credential };
}

/**
 * Records what was done to an account in the log of its personal collective, in the transaction that
 * does it. Nobody but its person reads that: it has one member.
 */
export async function recordAccountEvent(trx: Db, event: AccountEvent): Promise<void> {
  await insert(trx, event, crypto.randomUUID());
}

/** Records that a password, code or passkey was wrong: the first of an account in each hour. */
export async function recordFailedProof(
  { db, now }: { db: Db; now(): Date },
  actor: PersonActor,
): Promise<void> {
  const at = now();
  const { userId } = actor;
  const about = `failed proof ${userId} ${at.toISOString().slice(0, 13)}`;
  const id = eventIdOf(createHash("sha256").update(about).digest("hex"));
  await insert(db, { userId, action: "proof.failed", at, actor }, id);
}

async function insert(db: Db, { userId, ...event }: AccountEvent, id: string): Promise<void> {
  const own = await db.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("member.user_id", "=", userId).where("collective.personal", "=", 1)
    .select("collective.id").executeTakeFirst();
  // A look-up that finds nothing must not keep somebody from securing their account.
  if (own === undefined) return;
  await recordEventOnce(db, id, { ...event, collectiveId: own.id });
}
