import { APIError, createAuthEndpoint } from "better-auth/api";
import { parseUserOutput } from "better-auth/db";
import { z } from "zod";
import type { Db } from "../../../platform/store/schema.ts";
import { type HashPassword, newSalt, saltOf } from "./hash.ts";
import { openSession, type SessionContext, signingIn } from "./open_session.ts";

const BODY = z.object({
  username: z.string(),
  password: z.string(),
  rememberMe: z.boolean().optional(),
});

/**
 * Replaces the library's sign-in by username, whose session outlives a change of the password that is
 * made while it compares the old one. It answers as the library does.
 */
export function signInByName(context: SessionContext & { hashPassword: HashPassword }) {
  const { db, hashPassword: hash } = context;
  return {
    id: "svc-sign-in-by-name",
    endpoints: {
      signInUsername: createAuthEndpoint(
        "/sign-in/username",
        { method: "POST", body: BODY },
        async (ctx) => {
          const { username, password, rememberMe } = ctx.body;
          const found = await findByName(db, username.toLowerCase(), password, hash);
          const opened = found &&
            await openSession(ctx, context, signingIn(found, rememberMe), "password");
          if (!opened) throw new APIError("UNAUTHORIZED", { code: "INVALID_USERNAME_OR_PASSWORD" });
          const { token, user } = opened;
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
