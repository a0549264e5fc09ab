import type { z } from "zod";
import type { ErrorCode } from "@svc/core/error";
import { exampleOf } from "./example.ts";
import { type Operation, operationId, parametersOf, requestBodyOf, type Taken } from "./parts.ts";
import { type Components, type JsonSchema, jsonSchema } from "./schemas.ts";

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: "3.1.0";
  info: Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Components & { securitySchemes: Record<string, unknown> };
}

/** What a description tells of an endpoint's row. */
export interface DescribedRow {
  method: string;
  path: string;
  tag: string;
  summary: string;
  /** `events`: server-sent events; `bytes`: content as it is; JSON otherwise. */
  answers?: "events" | "bytes" | "lines";
}

/** What a description tells of an endpoint. */
export interface Described extends Taken {
  key: string;
  status?: number;
  response: z.ZodType;
  errors?: readonly ErrorCode[];
  description?: string;
}

/** What is described, and how. */
export interface Description<Row extends DescribedRow, Endpoint extends Described> {
  title: string;
  version: string;
  description: string;
  /** Where the server is reached. */
  url: string;
  /** What each chapter is about. */
  tags: Readonly<Record<string, string>>;
  /** In the order in which they are described. */
  rows: readonly (readonly [key: string, row: Row])[];
  endpoints: readonly Endpoint[];
  /** Schemas of refusals, by name. */
  schemas: Readonly<Record<string, JsonSchema>>;
  securitySchemes: Record<string, unknown>;
  /** What an operation asks of the caller: fields of its own, and `security`. */
  asks(row: Row): Operation;
  /** The refusals of an endpoint, by status. */
  refusals(endpoint: Endpoint, row: Row): Record<string, JsonSchema>;
}

/**
 * Describes an interface: every endpoint that the router mounts, from the same list and the same rows,
 * so that it cannot tell of another interface than the one that runs.
 */
export function describeInterface<Row extends DescribedRow, Endpoint extends Described>(
  description: Description<Row, Endpoint>,
): OpenApiDocument {
  const { rows, endpoints, tags, asks, refusals } = description;
  const components: Components = { schemas: { ...description.schemas } };
  const byKey = new Map(endpoints.map((endpoint) => [endpoint.key, endpoint]));
  const paths: OpenApiDocument["paths"] = {};
  for (const [key, row] of rows) {
    const endpoint = byKey.get(key);
    if (endpoint === undefined) continue;
    const operation = {
      operationId: operationId(key),
      tags: [row.tag],
      summary: row.summary,
      ...(endpoint.description ? { description: endpoint.description } : {}),
      "x-svc-key": key,
      ...asks(row),
      ...parametersOf(endpoint, row.path, components),
      ...requestBodyOf(endpoint, components),
      responses: { ...successOf(endpoint, row, components), ...refusals(endpoint, row) },
    };
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: description.title,
      version: description.version,
      description: description.description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: description.url }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { ...components, securitySchemes: description.securitySchemes },
  };
}

/** The codes that follow from the shapes an endpoint takes. */
export function codesOfInput({ params, query, body }: Taken): ErrorCode[] {
  const codes: ErrorCode[] = params || query || body ? ["validation_failed"] : [];
  if (body) codes.push("malformed_body", "unsupported_media_type", "body_too_large");
  return codes;
}

function successOf(
  { status = 200, response }: Described,
  { answers }: DescribedRow,
  components: Components,
): Record<string, JsonSchema> {
  if (status === 302) {
    const location = { description: "Where the redirect leads", schema: { type: "string" } };
    return { "302": { description: "Redirect", headers: { Location: location } } };
  }
  if (status === 204) return { "204": { description: "Done" } };
  const schema = jsonSchema(response, "output", components);
  const content = answers === undefined
    ? { "application/json": { schema, example: exampleOf(schema, components) } }
    : { [MEDIA[answers]]: { schema } };
  return {
    [status]: { description: SUCCESS[status] ?? "Success", content },
    ...(answers === undefined ? {} : FURTHER[answers]),
  };
}

const SUCCESS: Readonly<Record<number, string>> = { 201: "Created", 202: "Accepted" };

/** The media types of answers that are no JSON. */
const MEDIA = { events: "text/event-stream", bytes: "*/*", lines: "application/x-ndjson" };

/** How else such answers end. */
const FURTHER = {
  events: { "204": { description: "No more events" } },
  bytes: {
    "206": { description: "The requested range" },
    "304": { description: "Not modified" },
    "416": { description: "Range not satisfiable" },
  },
  lines: {},
};
