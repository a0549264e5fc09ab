import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";

/** `DELETE /api/v1/publishing/token`: the job is done, and its key with it. */
export const revoke = defineEndpoint({
  key: "publishing.revoke",
  status: 204,
  response: z.void(),
  async handle({ services: { db, now }, principal }) {
    if (principal.kind !== "publishToken") throw new Error("the guard admits keys of CI jobs only");
    await db.updateTable("publish_token").set({ revoked_at: now().toISOString() })
      .where("id", "=", principal.tokenId).where("revoked_at", "is", null).execute();
  },
});
