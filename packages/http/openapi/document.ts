import type { Operation } from "./parts.ts";
import type { Components } from "./schemas.ts";

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: "3.1.0";
  info: Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Components & { securitySchemes: Record<string, unknown> };
}
