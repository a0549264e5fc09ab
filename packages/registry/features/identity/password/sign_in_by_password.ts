import { APIError, createAuthEndpoint } from "better-auth/api";
import { parseUserOutput } from "better-auth/db";
import type { GenericEndpointContext } from "better-auth";
import { z } from "zod";
import type { Db } from "../../../platform/store/schema.ts";
import { canonicalAddress, findByAddress } from "./address.ts";
import { type HashPassword, newSalt, saltOf } from "./hash.ts";
import { openSession, type SessionContext, signInAnswer, signingIn } from "./open_session.ts";

const BODY = z.object({ password: z.string(), rememberMe: z.boolean().optional() });

/**
 * Replaces the library's sign-ins with a password. By address it takes one for one account's: here it
 * is that of every account that gave it, and the password tells which is meant. By name its session
 * outlives a change of the password that is made while it compares the old one; ours answers as it
 * does.
 */
export function signInByPassword(context: SessionContext & { hashPassword: HashPassword }) {
  const { db, hashPassword: hash } = context;
  const open = async (
    ctx: GenericEndpointContext,
    found: { id: string; stored: string } | undefined,
    rememberMe: boolean | undefined,
    code: string,
  ) => {
    const opened = found &&
      await openSession(ctx, context, signingIn(found, rememberMe), "password");
    if (!opened) throw new APIError("UNAUTHORIZED", { code });
    return opened;
  };
  return {
    id: "svc-sign-in-by-password",
    endpoints: {
      signInEmail: createAuthEndpoint(
        "/sign-in/email",
        { method: "POST", body: BODY.extend({ email: z.string() }) },
        async (ctx) => {
          const { email, password, rememberMe } = ctx.body;
          const found = await findByAddress(db, canonicalAddress(email), password, hash);
          const opened = await open(ctx, found, rememberMe, "INVALID_EMAIL_OR_PASSWORD");
          return ctx.json(signInAnswer(opened));
        },
      ),
      signInUsername: createAuthEndpoint(
        "/sign-in/username",
        { method: "POST", body: BODY.extend({ username: z.string() }) },
        async (ctx) => {
          const { username, password, rememberMe } = ctx.body;
          const found = await findByName(db, username.toLowerCase(), password, hash);
          const { token, user } = await open(
            ctx,
            found,
            rememberMe,
            "INVALID_USERNAME_OR_PASSWORD",
          );
          return ctx.json({
            redirect: false,
            token,
            user: parseUserOutput(ctx.context.options, user),
          });
        },
      ),
    },
  };
}

/** The account of this name, when it has this password; it takes as long where there is none. */
async function findByName(
  db: Db,
  username: string,
  password: string,
  hash: HashPassword,
): Promise<{ id: string; stored: string } | undefined> {
  const row = await db.selectFrom("user").innerJoin("account", "account.userId", "user.id")
    .where("user.username", "=", username).where("account.providerId", "=", "credential")
    .select(["user.id", "account.password"]).executeTakeFirst();
  const known = row?.password ?? undefined;
  const stored = await hash(password, known === undefined ? newSalt() : saltOf(known));
  return row && stored === known ? { id: row.id, stored } : undefined;
}
