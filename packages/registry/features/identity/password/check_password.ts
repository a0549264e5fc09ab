import { SvcError } from "@svc/core/error";
import { type PersonActor, recordFailedProof } from "../../../access/audit/account.ts";
import type { Services } from "../../../access/services.ts";
import type { Db } from "../../../access/store/schema.ts";
import { saltOf } from "./hash.ts";

/** A person's password as it is stored, and what is compared with it. */
export interface HeldPassword {
  username: string;
  email: string;
  verified: boolean;
  stored: string;
}

/** What is stored about a person's password. @throws SvcError `not_found` when the account is gone */
export async function heldPassword(db: Db, userId: string): Promise<HeldPassword> {
  const row = await db.selectFrom("user").innerJoin("account", "account.userId", "user.id")
    .where("user.id", "=", userId).where("account.providerId", "=", "credential")
    .select(["user.username", "user.email", "user.emailVerified", "account.password"])
    .executeTakeFirst();
  if (row?.password == null) throw new SvcError("not_found", "The account was deleted");
  const { username, email, emailVerified, password } = row;
  return { username: username ?? "", email, verified: Boolean(emailVerified), stored: password };
}

/**
 * Makes sure that a person who is signed in knows the password: a session alone may be stolen. A wrong
 * one is an event of the account.
 *
 * @throws SvcError `invalid_credentials`
 */
export async function checkPassword(
  services: Pick<Services, "db" | "identity" | "now">,
  actor: PersonActor,
  password: string,
): Promise<HeldPassword> {
  const { db, identity } = services;
  const held = await heldPassword(db, actor.userId);
  if (await identity.hashPassword(password, saltOf(held.stored)) === held.stored) return held;
  await recordFailedProof(services, actor);
  throw new SvcError("invalid_credentials", "The password is wrong", {
    hint: "Type your current password.",
  });
}
