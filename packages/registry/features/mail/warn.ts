import type { Db } from "../../access/store/schema.ts";
import type { MailKind } from "./kinds.ts";
import type { Outbox } from "./outbox.ts";

/** Warns the owners and admins of a collective, in the caller's own transaction, as {@link warn} does. */
export async function warnAdmins(
  outbox: Outbox,
  db: Db,
  kind: MailKind,
  collectiveId: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  if (!outbox.configured) return;
  const admins = await db.selectFrom("collective_member")
    .innerJoin("collective", "collective.id", "collective_id").select(["user_id", "slug"])
    .where("collective_id", "=", collectiveId).where("role", "in", ["admin", "owner"]).execute();
  for (const { user_id, slug } of admins) {
    await warn(outbox, db, kind, user_id, { ...data, collective: slug });
  }
}

/**
 * Warns a person of what was done in their name, in the caller's own transaction. It goes to a
 * confirmed address only: an unconfirmed one may be a stranger's, whom the account does not concern.
 */
export async function warn(
  outbox: Outbox,
  db: Db,
  kind: MailKind,
  userId: string,
  data: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (!outbox.configured) return;
  const user = await db.selectFrom("user").select(["username", "email", "emailVerified"])
    .where("id", "=", userId).executeTakeFirst();
  if (user?.username == null || !user.emailVerified) return;
  await outbox.add(db, {
    kind,
    userId,
    address: user.email,
    data: { ...data, username: user.username },
  });
}
