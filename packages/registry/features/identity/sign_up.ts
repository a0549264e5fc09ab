import { SvcError } from "@svc/core/error";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { recordProof } from "../../access/credential/proof.ts";
import type { Db } from "../../access/store/schema.ts";
import { z } from "zod";
import { insertCollective } from "../collectives/insert.ts";
import { LINE } from "@svc/http/input";
import type { OperatorNames } from "../../access/name/reserved.ts";
import { nameTaken, takeSlug } from "../../access/name/take.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Limits } from "../../access/rate/mod.ts";
import { ADDRESS_HEADER } from "../../access/audit/address_header.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";
import { canonicalAddress, saltOfAddress } from "./password/address.ts";
import { requestVerification } from "./password/change_address.ts";
import { type HashPassword, newSalt, saltOf } from "./password/hash.ts";
import { signInAnswer } from "./password/open_session.ts";
import { refusing } from "./password/refusal.ts";
import { assertNotOwnName, PASSWORD } from "./password/rule.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** What somebody gives to get an account. */
export const SIGN_UP_BODY = z.object({
  email: z.email("must be an e-mail address").max(254),
  password: PASSWORD,
  username: z.string(),
  name: LINE.max(100).optional(),
  rememberMe: z.boolean().optional(),
});

/** What a sign-up needs. */
interface SignUpContext {
  db: Db;
  config: OperatorNames;
  now(): Date;
  outbox: Outbox;
  hashPassword: HashPassword;
  limits: Pick<Limits, "mail">;
}

/**
 * Replaces the library's sign-up: user, credential and personal collective are written in one
 * transaction, after the slow password hash, so that neither half an account nor a waiting store
 * results.
 *
 * An address that others gave before is as good as any: it is not proven, so it belongs to nobody.
 * Answer, status, headers and work are the same for a known address and an unknown one, and what
 * the new account can do afterwards is too.
 */
export function signUp(context: SignUpContext) {
  const { db } = context;
  return {
    id: "svc-sign-up",
    endpoints: {
      signUpEmail: createAuthEndpoint(
        "/sign-up/email",
        { method: "POST", body: SIGN_UP_BODY },
        (ctx) =>
          refusing(async () => {
            // Before the slow hash; the transaction asks again.
            await takeUsername(context, db, ctx.body.username);
            assertNotOwnName(ctx.body.password, ctx.body, "password");
            const from = ctx.headers?.get(ADDRESS_HEADER) ?? "unknown";
            const to = canonicalAddress(ctx.body.email);
            const mayMail = await context.limits.mail(from, "verify_address", to);
            const user = await makeAccount(context, { ...ctx.body, email: to, mayMail });
            const session = await ctx.context.internalAdapter.createSession(
              user.id,
              ctx.body.rememberMe === false,
            );
            await recordProof(db, session.id, "password", context.now());
            await setSessionCookie(ctx, { session, user }, ctx.body.rememberMe === false);
            return ctx.json(signInAnswer({ token: session.token, user }));
          }),
      ),
    },
  };
}

/** The second one meets a settled salt, unless that account is being deleted. */
const ATTEMPTS = 3;

type Account = z.output<typeof SIGN_UP_BODY> & { mayMail: boolean };

/** Writes the account, with the salt that all accounts of its address have. */
async function makeAccount(context: SignUpContext, account: Account) {
  const { db, hashPassword } = context;
  const { email } = account;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const salt = await saltOfAddress(db, email) ?? newSalt();
    const password = await hashPassword(account.password, salt);
    const user = await writeAccount(context, { ...account, password });
    if (user !== undefined) return user;
    // Somebody else gave the address first meanwhile, and has settled its salt.
  }
  throw new SvcError("conflict", "The account could not be created", { hint: "Try again." });
}

/** Undefined, with nothing written, when the address has another salt than the password was given. */
async function writeAccount(context: SignUpContext, account: Account) {
  const { db } = context;
  const now = context.now();
  const at = now.toISOString();
  const user = {
    id: crypto.randomUUID(),
    email: account.email,
    name: account.name || account.username,
    username: account.username,
    displayUsername: account.username,
    image: null,
  };
  try {
    const written = await inTransaction(db, async (trx) => {
      const settled = await saltOfAddress(trx, account.email);
      if (settled !== undefined && settled !== saltOf(account.password)) return false;
      await trx.insertInto("user")
        .values({ ...user, emailVerified: 0, createdAt: at, updatedAt: at }).execute();
      await trx.insertInto("account").values({
        id: crypto.randomUUID(),
        accountId: user.id,
        providerId: "credential",
        userId: user.id,
        password: account.password,
        createdAt: at,
        updatedAt: at,
        accessToken: null,
        refreshToken: null,
        idToken: null,
        accessTokenExpiresAt: null,
        refreshTokenExpiresAt: null,
        scope: null,
      }).execute();
      await insertCollective(trx, {
        slug: account.username,
        skeleton: await takeUsername(context, trx, account.username),
        name: user.name,
        personal: true,
        ownerId: user.id,
        now,
      });
      if (account.mayMail) await requestVerification(context, trx, user);
      return true;
    });
    if (!written) return undefined;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await takeUsername(context, db, account.username);
    throw nameTaken(account.username);
  }
  return { ...user, emailVerified: false, createdAt: now, updatedAt: now };
}

/** @returns the skeleton of the personal collective. @throws SvcError what `takeSlug` throws */
function takeUsername({ config }: SignUpContext, db: Db, name: string) {
  return takeSlug(db, config, { kind: "username", name, by: name });
}
