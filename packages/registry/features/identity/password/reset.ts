import { SvcError } from "@svc/core/error";
import type { Services } from "../../../access/services.ts";
import type { Db } from "../../../access/store/schema.ts";
import {
  createLink,
  endLinks,
  findLink,
  linkUrl,
  type OpenLink,
  takeLink,
} from "../../mail/link.ts";
import { warn } from "../../mail/warn.ts";
import { canonicalAddress } from "./address.ts";
import { saltOf } from "./hash.ts";
import { assertNotOwnName, assertPassword, assertUncommon } from "./rule.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";
import { findUser } from "./find_user.ts";

/**
 * Queues the mail with the reset links. What is typed is not looked up here: request and answer are
 * the same, and take the same time, whether or not somebody has that name or address.
 *
 * @param from who asks: an address after trusted proxies, and a device that the account knows
 */
export async function requestReset(
  { auth, db, outbox }: Services,
  login: string,
  from: { address: string; device: string | undefined },
): Promise<void> {
  const address = canonicalAddress(login).slice(0, 254);
  const kind = "reset_password";
  if (!await auth.limits.mail(from.device ?? from.address, kind, address)) return;
  await inTransaction(
    db,
    (trx) => outbox.add(trx, { kind, address, own: from.device !== undefined }),
  );
}

/** What the form of a link says. */
export interface ResetSubject {
  username: string;
  /** True when the keys are deleted whatever the form says: see {@link resetPassword}. */
  proves: boolean;
}

/** Whose password a link resets. @throws SvcError `not_found` for one that does not work (any more) */
export async function resetSubject(services: Services, token: string): Promise<ResetSubject> {
  const { username, proves } = await open(services, token);
  return { username, proves };
}

/**
 * Sets a new password by a link. In one transaction the link and every other link of the account
 * are used up, all its sessions end, with what was given to applications and devices, and, where
 * asked for, its personal keys are deleted. A link
 * that came by mail proves the address it came to. Where that had not been proven, the account may
 * have been made by somebody else who gave the address: its keys are deleted in any case, and the tokens
 * of its personal collective are revoked.
 *
 * @returns whose password it is
 * @throws SvcError `not_found` when the link does not work, `validation_failed` for a bad password
 */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
  deleteKeys: boolean,
): Promise<string> {
  const { link, username, email, stored, proves } = await open(services, token);
  assertPassword(password, "password");
  await assertUncommon(password, "password");
  assertNotOwnName(password, { username, email }, "password");
  const next = await services.identity.hashPassword(password, saltOf(stored));
  const { db, outbox, auth, events, log } = services;
  const userId = link.user_id;
  const { keys, tokens } = await inTransaction(db, async (trx) => {
    if (!await takeLink(trx, link)) throw usedUp();
    const at = services.now().toISOString();
    const account = await trx.updateTable("account").set({ password: next, updatedAt: at })
      .where("userId", "=", userId).where("providerId", "=", "credential")
      // The address, and with it the salt, may have changed since the link was looked at.
      .where("password", "like", `${saltOf(stored)}:%`).executeTakeFirst();
    if (account.numUpdatedRows === 0n) throw usedUp();
    await endLinks(trx, userId, ["reset", "address"]);
    await trx.deleteFrom("session").where("userId", "=", userId).execute();
    await auth.endGrants(trx, userId);
    if (proves) {
      await trx.updateTable("user").set({ emailVerified: 1 })
        .where("id", "=", userId).where("email", "=", email).execute();
    }
    await warn(outbox, trx, "password_changed", userId);
    const keys = deleteKeys || proves
      ? await trx.deleteFrom("apikey").where("referenceId", "=", userId).returning("id").execute()
      : [];
    return { keys, tokens: proves ? await revokeOwnTokens(trx, userId) : [] };
  });
  events.emit("sessions.ended", {});
  events.emit("credential.ended", { ids: [...keys, ...tokens].map(({ id }) => id) });
  log.info("auth.reset_password", { userId, keys: keys.length });
  return userId;
}

/** Revokes the tokens of a person's own collective, whoever held the account when they were made. */
async function revokeOwnTokens(trx: Db, userId: string) {
  const own = trx.selectFrom("collective_member as member")
    .innerJoin("collective", "collective.id", "member.collective_id")
    .where("member.user_id", "=", userId).where("member.role", "=", "owner")
    .where("collective.personal", "=", 1).select("collective.id");
  return await trx.updateTable("collective_token").set({ enabled: 0 })
    .where("enabled", "=", 1).where("collective_id", "in", own).returning("id").execute();
}

async function open(
  { db, now }: Services,
  token: string,
): Promise<{ link: OpenLink; stored: string; email: string } & ResetSubject> {
  const link = await findLink(db, "reset", token, now());
  const account = link && await db.selectFrom("user")
    .innerJoin("account", "account.userId", "user.id")
    .where("user.id", "=", link.user_id).where("account.providerId", "=", "credential")
    .select(["user.username", "user.email", "user.emailVerified", "account.password"])
    .executeTakeFirst();
  if (link === undefined || account?.password == null) throw usedUp();
  const { username, email, password, emailVerified } = account;
  const proves = !emailVerified && link.address === email;
  return { link, username: username ?? "", email, stored: password, proves };
}

function usedUp(): SvcError {
  return new SvcError("not_found", "This link is no longer valid", {
    hint: "A link works once and for a limited time. Request a new one.",
  });
}

/**
 * Makes a reset link for the operator to hand over, as where no mail is configured. Earlier links
 * go on working until one of them is used.
 *
 * @throws SvcError `not_found` when nobody has that username
 */
export async function createResetLink(
  { db, config, log, now }: Pick<Services, "db" | "config" | "log" | "now">,
  username: string,
) {
  const { id } = await findUser(db, username);
  const link = { kind: "reset" as const, userId: id, address: null };
  const { token, expiresAt } = await createLink(db, link, now());
  log.info("auth.reset_link", { userId: id });
  return { url: linkUrl(config.baseUrl, "/reset-password", token), expiresAt };
}
