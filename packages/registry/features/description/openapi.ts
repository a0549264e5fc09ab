import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { describe, type OpenApiDocument } from "../../access/openapi/document.ts";

const documents = new Map<string, OpenApiDocument>();

/** `GET /api/v1/openapi.json`: this description (spec §4.4), public. */
export const openapi = defineEndpoint({
  key: "service.openapi",
  response: z.looseObject({ openapi: z.literal("3.1.0") }),
  description: "OpenAPI 3.1, made from the list of endpoints the server runs.",
  async handle({ services, header }) {
    const { baseUrl } = services.config;
    // The list holds this endpoint, so it can only be read once all modules are there.
    const { ENDPOINTS } = await import("../../endpoints.ts");
    const document = documents.get(baseUrl) ?? describe(ENDPOINTS, baseUrl);
    documents.set(baseUrl, document);
    header("cache-control", "public, max-age=300");
    return document as unknown as { openapi: "3.1.0" };
  },
});
