import { isSvcError, SvcError } from "@svc/core/error";
import { assertSlug } from "@svc/core/name";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import type { Kysely } from "kysely";
import type { Schema } from "../../access/store/schema.ts";
import { z } from "zod";
import { insertCollective } from "../collectives/insert.ts";
import { LINE } from "../collectives/schema.ts";
import { assertNameFree, nameTaken } from "../collectives/name_space.ts";
import { fullDisk } from "../../platform/http/error_response.ts";
import { isUniqueViolation } from "../../platform/store/unique.ts";

/** What somebody gives to get an account. */
export const SIGN_UP_BODY = z.object({
  email: z.email("must be an e-mail address").max(254),
  password: z.string().min(8, "must be at least 8 characters").max(128),
  username: z.string(),
  name: LINE.max(100).optional(),
  rememberMe: z.boolean().optional(),
});

/**
 * Replaces the library's sign-up: user, credential and personal collective are written in one
 * transaction, after the slow password hash, so that neither half an account nor a waiting store
 * results.
 */
export function signUp(db: Kysely<Schema>, now: () => Date) {
  return {
    id: "svc-sign-up",
    endpoints: {
      signUpEmail: createAuthEndpoint(
        "/sign-up/email",
        { method: "POST", body: SIGN_UP_BODY },
        async (ctx) => {
          try {
            assertSlug(ctx.body.username, "username");
            await assertFree(db, ctx.body);
            const password = await ctx.context.password.hash(ctx.body.password);
            const user = await writeAccount(db, { ...ctx.body, password, now: now() });
            const session = await ctx.context.internalAdapter.createSession(
              user.id,
              ctx.body.rememberMe === false,
            );
            await setSessionCookie(ctx, { session, user }, ctx.body.rememberMe === false);
            const { id, email, name, username } = user;
            return ctx.json({ token: session.token, user: { id, email, name, username } });
          } catch (error) {
            // The library would answer anything else as a failure without a word.
            const refused = isSvcError(error) ? error : fullDisk(error);
            throw refused ? refusal(refused) : error;
          }
        },
      ),
    },
  };
}

type Account = z.output<typeof SIGN_UP_BODY> & { now: Date };

async function assertFree(
  db: Kysely<Schema>,
  { email, username }: { email: string; username: string },
): Promise<void> {
  await assertNameFree(db, username);
  const known = await db.selectFrom("user").select("id")
    .where("email", "=", email.toLowerCase()).executeTakeFirst();
  if (known !== undefined) throw emailTaken();
}

async function writeAccount(db: Kysely<Schema>, account: Account) {
  const at = account.now.toISOString();
  const user = {
    id: crypto.randomUUID(),
    email: account.email.toLowerCase(),
    name: account.name || account.username,
    username: account.username,
    displayUsername: account.username,
    image: null,
  };
  try {
    await db.transaction().execute(async (trx) => {
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
        name: user.name,
        personal: true,
        ownerId: user.id,
        now: account.now,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await assertFree(db, account);
    throw nameTaken(account.username);
  }
  return { ...user, emailVerified: false, createdAt: account.now, updatedAt: account.now };
}

function emailTaken(): SvcError {
  return new SvcError("email_taken", "An account with this e-mail address exists", {
    hint: "Sign in instead.",
  });
}

/** Our refusal in the library's form; the edge turns it back. */
function refusal(error: SvcError): APIError {
  const status = error.status === 409
    ? "CONFLICT"
    : error.status === 507
    ? "INSUFFICIENT_STORAGE"
    : "BAD_REQUEST";
  return new APIError(status, {
    code: error.code,
    message: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  });
}
