import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../http/endpoint.ts";

/** `GET /api/auth/resolve-user?username=`: the subject behind a username (reference wire 1.7). */
export const resolveUser = defineEndpoint({
  key: "identity.resolve-user",
  query: z.object({ username: z.string().min(1).max(39) }),
  response: z.object({ sub: z.string() }),
  errors: ["not_found"],
  async handle({ services, query }) {
    const user = await services.db.selectFrom("user").select("id")
      .where("username", "=", query.username).executeTakeFirst();
    if (user === undefined) {
      throw new SvcError("not_found", "No such user", { hint: "Check the username." });
    }
    return { sub: user.id };
  },
});
