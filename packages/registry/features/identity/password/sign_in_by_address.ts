import { APIError, createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { canonicalAddress, findByAddress } from "./address.ts";
import type { HashPassword } from "./hash.ts";
import { openSession, type SessionContext, signInAnswer, signingIn } from "./open_session.ts";

const BODY = z.object({
  email: z.string(),
  password: z.string(),
  rememberMe: z.boolean().optional(),
});

/**
 * Replaces the library's sign-in by address, which takes an address for one account's: here it is
 * that of every account that gave it, and the password tells which is meant.
 */
export function signInByAddress(context: SessionContext & { hashPassword: HashPassword }) {
  const { db, hashPassword: hash } = context;
  return {
    id: "svc-sign-in-by-address",
    endpoints: {
      signInEmail: createAuthEndpoint(
        "/sign-in/email",
        { method: "POST", body: BODY },
        async (ctx) => {
          const { email, password, rememberMe } = ctx.body;
          const found = await findByAddress(db, canonicalAddress(email), password, hash);
          const opened = found &&
            await openSession(ctx, context, signingIn(found, rememberMe), "password");
          if (!opened) throw new APIError("UNAUTHORIZED", { code: "INVALID_EMAIL_OR_PASSWORD" });
          return ctx.json(signInAnswer(opened));
        },
      ),
    },
  };
}
