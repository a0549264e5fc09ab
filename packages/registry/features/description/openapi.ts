import { z } from "zod";
import { FIXED } from "../../access/response_cache/mod.ts";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import type { OpenApiDocument } from "@svc/http/openapi";
import { describe } from "../../access/openapi/document.ts";
import { SvcError } from "@svc/core/error";
import { sql } from "kysely";

/**
 * `GET /api/v1/openapi.json`: this description (spec §4.4), public.
 *
 * @param endpoints all that is described, this endpoint among them; read at the first request
 */
export function openapi(endpoints: readonly Endpoint[]): Endpoint {
  const documents = new Map<string, OpenApiDocument>();
  return defineEndpoint({
    key: "service.openapi",
    cache: { ...FIXED, toAll: true },
    response: z.looseObject({ openapi: z.literal("3.1.0") }),
    description: "OpenAPI 3.1, generated from the endpoints that the server has.",
    handle({ services, header }) {
      const { baseUrl } = services.config;
      const document = documents.get(baseUrl) ?? describe(endpoints, baseUrl);
      documents.set(baseUrl, document);
      header("cache-control", "public, max-age=300");
      return document as unknown as { openapi: "3.1.0" };
    },
  });
}

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
