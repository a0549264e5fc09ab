import { SvcError } from "@svc/core/error";
import { z } from "zod";
import type { PersonActor } from "../../../access/audit/account.ts";
import type { Db } from "../../../access/store/schema.ts";
import type { Services } from "../../../access/services.ts";
import { createLink, endLinks, findLink, takeLink } from "../../mail/link.ts";
import { warn } from "../../mail/warn.ts";
import { canonicalAddress, saltOfAddress } from "./address.ts";
import { checkPassword, heldPassword } from "./check_password.ts";
import { saltOf } from "./hash.ts";
import { assertNotOwnName } from "./rule.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

const ADDRESS = z.email().max(254);

/**
 * Changes a person's address. With a mail server the new one gets a link first, and the old one
 * stays until the link is used; without, it changes at once and is not confirmed.
 *
 * All accounts of an address share one salt (see `address.ts`), so the password is stored under the
 * new address' salt. The work is the same whether or not somebody has given that address.
 *
 * @param from the address of who asks, after trusted proxies: mails are counted by it
 * @returns true when it was changed, false when a mail is on its way
 * @throws SvcError `invalid_credentials`, `validation_failed`, `conflict`; `rate_limited` when the new
 *   address has had its mails of the hour, and the earlier link goes on working
 */
export async function changeAddress(
  services: Services,
  actor: PersonActor,
  { email, password }: { email: string; password: string },
  from: string,
): Promise<boolean> {
  const { auth, db, identity, outbox, now } = services;
  const { userId } = actor;
  const held = await checkPassword(services, actor, password);
  const next = checkedAddress(email);
  if (next === held.email) throw invalid("is already your address");
  assertNotOwnName(password, { username: held.username, email: next }, "password");
  const kind = "confirm_address";
  if (outbox.configured && !await auth.limits.mail(from, kind, next)) throw tooManyMails();
  const salt = await saltOfAddress(db, next) ?? saltOf(held.stored);
  const stored = await identity.hashPassword(password, salt);
  return await inTransaction(db, async (trx) => {
    const { stored: still } = await heldPassword(trx, userId);
    if (still !== held.stored) throw changedMeanwhile();
    if (!outbox.configured) {
      await moveTo(services, trx, userId, { address: next, password: stored, verified: false });
      return true;
    }
    if (!await outbox.takes(trx, { kind, userId, address: next })) throw tooManyMails();
    await endLinks(trx, userId, ["address"]);
    const link = { kind: "address" as const, userId, address: next, password: stored };
    const { id: linkId } = await createLink(trx, link, now());
    const data = { linkId, username: held.username };
    await outbox.add(trx, { kind, userId, address: next, data });
    return false;
  });
}

/**
 * Queues a mail with a link that confirms a person's present address; the earlier link ends.
 * How many one network may cause is counted before: `auth.limits.mail`.
 *
 * @returns false, with nothing changed, when the account or the address has had its mails of the hour
 */
export async function requestVerification(
  { outbox, now }: Pick<Services, "outbox" | "now">,
  trx: Db,
  { id: userId, username, email }: { id: string; username: string; email: string },
): Promise<boolean> {
  const kind = "verify_address";
  if (!await outbox.takes(trx, { kind, userId, address: email })) return false;
  await endLinks(trx, userId, ["verify"]);
  const { id: linkId } = await createLink(trx, { kind: "verify", userId, address: email }, now());
  const data = { linkId, username };
  await outbox.add(trx, { kind, userId, address: email, data });
  return true;
}

/** The address that a link confirms, for the account it is for. @throws SvcError `not_found` */
export async function addressOfLink(
  services: Services,
  userId: string,
  token: string,
): Promise<string> {
  return (await openLink(services, userId, token)).address;
}

/**
 * Confirms an address by the link that was mailed to it: the present one, or the one to change to.
 * The account must ask for itself. Somebody else who gets the mail, as their address was given by
 * a stranger, cannot lend the stranger's account their address.
 *
 * @throws SvcError `not_found` when the link does not work for this account
 */
export async function confirmAddress(
  services: Services,
  userId: string,
  token: string,
): Promise<void> {
  const link = await openLink(services, userId, token);
  const { address, password } = link;
  await inTransaction(services.db, async (trx) => {
    if (!await takeLink(trx, link)) throw noLink();
    if (password !== null) {
      await moveTo(services, trx, userId, { address, password, verified: true });
      return;
    }
    const { numUpdatedRows } = await trx.updateTable("user").set({ emailVerified: 1 })
      .where("id", "=", userId).where("email", "=", address).executeTakeFirst();
    if (numUpdatedRows === 0n) throw noLink();
  });
  services.log.info("auth.address_confirmed", { userId });
}

/** Gives an account another address, and its password the salt that goes with it. */
async function moveTo(
  services: Services,
  trx: Db,
  userId: string,
  next: { address: string; password: string; verified: boolean },
): Promise<void> {
  const { log, now, outbox } = services;
  const settled = await saltOfAddress(trx, next.address);
  if (settled !== undefined && settled !== saltOf(next.password)) {
    // Somebody gave the address first since the password was stored for it.
    throw changedMeanwhile();
  }
  await warn(outbox, trx, "address_changed", userId, { next: next.address });
  const at = now().toISOString();
  await trx.updateTable("user")
    .set({ email: next.address, emailVerified: next.verified ? 1 : 0, updatedAt: at })
    .where("id", "=", userId).execute();
  await trx.updateTable("account").set({ password: next.password, updatedAt: at })
    .where("userId", "=", userId).where("providerId", "=", "credential").execute();
  await endLinks(trx, userId, ["reset", "verify", "address"]);
  log.info("auth.address_changed", { userId });
}

async function openLink({ db, now }: Services, userId: string, token: string) {
  const at = now();
  const link = await findLink(db, "address", token, at) ?? await findLink(db, "verify", token, at);
  if (link === undefined || link.user_id !== userId || link.address === null) throw noLink();
  return { ...link, address: link.address };
}

function checkedAddress(email: string): string {
  const { data, error } = ADDRESS.safeParse(email);
  if (error) throw invalid("must be an e-mail address");
  return canonicalAddress(data);
}

function invalid(message: string): SvcError {
  return new SvcError("validation_failed", `The address ${message}`, {
    hint: "Give an address such as ada@example.org.",
    details: [{ path: "email", message }],
  });
}

function changedMeanwhile(): SvcError {
  return new SvcError("conflict", "The address could not be changed", {
    hint: "Try again.",
  });
}

/** An address has had as many mails of a kind as it gets in an hour. */
export function tooManyMails(): SvcError {
  return new SvcError("rate_limited", "Too many mails were sent to this address", {
    hint: "Use the link of the latest one, or try again in an hour.",
  });
}

function noLink(): SvcError {
  return new SvcError("not_found", "This link does not work for your account", {
    hint: "A link works once, within 24 hours, for one account. Sign in as that account, or " +
      "request a new link.",
  });
}
