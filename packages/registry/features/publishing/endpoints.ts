import { exchange } from "./exchange.ts";
import { set } from "./setting.ts";
import { PublishingAudience } from "@svc/core/wire";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { audienceOf } from "./verify.ts";
import { z } from "zod";
import { onlyOf } from "../../access/credential/principal.ts";

/** `GET /api/v1/publishing/audience`: what a CI job asks its identity token for. */
const audience = defineEndpoint({
  key: "publishing.audience",
  response: PublishingAudience,
  handle: ({ services }) => ({
    audience: audienceOf(services),
    provenance: services.config.provenance,
  }),
});

/** `DELETE /api/v1/publishing/token`: the job is done, and its key with it. */
const revoke = defineEndpoint({
  key: "publishing.revoke",
  status: 204,
  response: z.void(),
  async handle({ services: { db, now }, principal }) {
    const { tokenId } = onlyOf(principal, "publishToken");
    await db.updateTable("publish_token").set({ revoked_at: now().toISOString() })
      .where("id", "=", tokenId).where("revoked_at", "is", null).execute();
  },
});

/** Publishing from CI without a stored key. */
export const PUBLISHING_ENDPOINTS = [audience, exchange, revoke, set] as const;
