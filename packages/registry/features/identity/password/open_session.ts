import { setSessionCookie } from "better-auth/cookies";
import type { GenericEndpointContext, User } from "better-auth";
import type { Kysely } from "kysely";
import type { Schema } from "../../../platform/store/schema.ts";
import { isUnchanged } from "./unchanged.ts";

/** Who signs in, and the stored form of the password that was found to be theirs. */
export interface Proven {
  /** The person's. */
  id: string;
  stored: string;
  rememberMe: boolean | undefined;
}

/**
 * Makes the session of somebody whose password was found to be right. That takes a slow hash, and who
 * changes the password meanwhile ends all sessions that there are: one made after that with the old
 * password would live on. So the password is looked at again once the session is there.
 *
 * @returns undefined when there is no such account any more, or the password is another one by now
 */
export async function openSession(
  ctx: GenericEndpointContext,
  db: Kysely<Schema>,
  { id, stored, rememberMe }: Proven,
): Promise<{ token: string; user: User } | undefined> {
  const { internalAdapter } = ctx.context;
  const user = await internalAdapter.findUserById(id);
  if (!user) return undefined;
  const forgetful = rememberMe === false;
  const session = await internalAdapter.createSession(user.id, forgetful);
  if (!await isUnchanged(db, id, stored)) {
    await internalAdapter.deleteSession(session.token);
    return undefined;
  }
  await setSessionCookie(ctx, { session, user }, forgetful);
  return { token: session.token, user };
}
