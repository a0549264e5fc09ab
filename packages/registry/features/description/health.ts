import { SvcError } from "@svc/core/error";
import { sql } from "kysely";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";

/** `GET /healthz`: 200 when the store answers, 503 when it does not. */
export const health = defineEndpoint({
  key: "service.health",
  response: z.object({ status: z.literal("ok") }),
  errors: ["unavailable"],
  async handle({ services }) {
    try {
      await sql`select 1`.execute(services.db);
    } catch (error) {
      throw new SvcError("unavailable", "The database does not answer", { cause: error });
    }
    return { status: "ok" as const };
  },
});
