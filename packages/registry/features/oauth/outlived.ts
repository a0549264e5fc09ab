import { defineRequestState } from "@better-auth/core/context";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { Db } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { isUnchanged } from "../identity/password/unchanged.ts";
import { endGrants } from "./end_grants.ts";
import { storedGrant } from "./stored_grant.ts";

/** A person, and the stored form of their password when a request began. */
interface Before {
  userId: string;
  password: string;
}

/** Of the request at hand; undefined when nobody's password stands behind it. */
const begun = defineRequestState<Before | undefined>(() => undefined);

/** Whose a request is, where a session, a token or what becomes one is given for it. */
const OWNERS: Readonly<
  Record<string, (db: Db, ctx: GenericEndpointContext) => Promise<string | undefined>>
> = {
  "/device/approve": async (_, ctx) => (await getSessionFromCtx(ctx))?.user.id,
  "/device/token": ownerOfGrant,
  "/oauth2/token": ownerOfGrant,
};

/**
 * Ends what the library gives for a code or a token while the person's password is replaced. It takes
 * the code first and writes the session or the tokens afterwards: a new password in between finds
 * neither to end. So the password is looked at before and again afterwards, as at a sign-in.
 */
export function endOutlived(db: Db) {
  const matcher = ({ path }: { path?: string }) => Object.hasOwn(OWNERS, path ?? "");
  return {
    id: "svc-oauth-outlived",
    hooks: {
      before: [{
        matcher,
        handler: createAuthMiddleware(async (ctx) => {
          await begun.set(await passwordOf(db, await OWNERS[ctx.path]!(db, ctx)));
        }),
      }],
      after: [{
        matcher,
        handler: createAuthMiddleware(async (ctx) => {
          const before = await begun.get();
          if (!before || await isUnchanged(db, before.userId, before.password)) return;
          const given = (ctx.context.returned ?? {}) as { access_token?: unknown };
          await inTransaction(db, async (trx) => {
            await endGrants(trx, before.userId);
            await trx.deleteFrom("session").where("userId", "=", before.userId)
              .where("token", "=", String(given.access_token)).execute();
          });
          throw new APIError("BAD_REQUEST", {
            error: "invalid_grant",
            error_description: "The person changed their password: ask them again",
          });
        }),
      }],
    },
  } satisfies BetterAuthPlugin;
}

/** Who gave what a request to a token endpoint wants to redeem; undefined when it is not known. */
async function ownerOfGrant(db: Db, { body }: GenericEndpointContext): Promise<string | undefined> {
  return (await storedGrant(db, body))?.userId ?? undefined;
}

async function passwordOf(db: Db, userId: string | undefined): Promise<Before | undefined> {
  const found = userId === undefined ? undefined : await db.selectFrom("account").select("password")
    .where("userId", "=", userId).where("providerId", "=", "credential").executeTakeFirst();
  return found?.password == null ? undefined : { userId: userId!, password: found.password };
}
