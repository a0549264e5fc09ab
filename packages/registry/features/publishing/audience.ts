import { PublishingAudience } from "@svc/core/wire";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { audienceOf } from "./verify.ts";

/** `GET /api/v1/publishing/audience`: what a CI job asks its identity token for. */
export const audience = defineEndpoint({
  key: "publishing.audience",
  response: PublishingAudience,
  handle: ({ services }) => ({
    audience: audienceOf(services),
    provenance: services.config.provenance,
  }),
});
