import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import type { Db } from "../../access/store/schema.ts";
import { findUser } from "./password/find_user.ts";

/** What the look-up is asked. */
export const ResolveQuery = z.strictObject({ username: z.string().min(1).max(39) });

/** `GET /api/auth/resolve-user?username=`: the subject behind a username (reference wire 1.7). */
export const resolveUser = defineEndpoint({
  key: "identity.resolve-user",
  query: ResolveQuery,
  response: z.object({ sub: z.string() }),
  errors: ["not_found"],
  handle: ({ services, query }) => subjectOf(services.db, query.username),
});

/** The subject behind a username. @throws SvcError `not_found` */
export async function subjectOf(db: Db, username: string): Promise<{ sub: string }> {
  return { sub: (await findUser(db, username)).id };
}
