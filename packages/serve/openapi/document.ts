import {
  type Components,
  ERROR_SCHEMA,
  errorResponses,
  exampleOf,
  jsonSchema,
  type OpenApiDocument,
  type Operation,
  operationId,
  parametersOf,
  requestBodyOf,
} from "@svc/http/openapi";
import { type OperationKey, type OperationRow, OPERATIONS } from "../api/table.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { codesOf } from "./codes.ts";
import { TAGS } from "./tags.ts";

/**
 * Describes the interface: every operation the router answers, from the same list and the same rows, so
 * that it cannot tell of another interface than the one that runs.
 */
export function describe(
  endpoints: readonly Endpoint[],
  publicUrl: string,
  version: string,
): OpenApiDocument {
  const components: Components = { schemas: { Error: ERROR_SCHEMA } };
  const byKey = new Map(endpoints.map((endpoint) => [endpoint.key, endpoint]));
  const paths: OpenApiDocument["paths"] = {};
  for (const [key, row] of Object.entries(OPERATIONS) as [OperationKey, OperationRow][]) {
    const endpoint = byKey.get(key);
    if (endpoint === undefined) continue;
    const operation = operationOf(endpoint, row, components);
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "svc serve",
      version,
      description:
        "Behaviors of a repository over HTTP. `x-svc-needs` tells what an operation asks " +
        "of the caller: `open` nothing, `caller` a credential, `read` and `readRun` that it may see " +
        "the behavior, `run` and `cancelRun` that it may run the method.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { ...components, securitySchemes: { bearer: BEARER } },
  };
}

const BEARER = {
  type: "http",
  scheme: "bearer",
  description: "A token of 'svc serve token create' or of a login: `<name>.<secret>`",
};

function operationOf(endpoint: Endpoint, row: OperationRow, components: Components): Operation {
  return {
    operationId: operationId(endpoint.key),
    tags: [row.tag],
    summary: row.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    "x-svc-key": endpoint.key,
    "x-svc-needs": row.needs,
    security: row.needs === "open" ? [{}] : [{ bearer: [] }],
    ...parametersOf(endpoint, row.path, components),
    ...requestBodyOf(endpoint, components),
    responses: {
      ...successOf(endpoint, row, components),
      ...errorResponses(codesOf(endpoint, row), { statuses: STATUSES }),
    },
  };
}

/** A behavior that is in use is a conflict here; the client's own status of it is nominal. */
const STATUSES = { lock_timeout: 409 };

/** The media types of answers that are no JSON. */
const MEDIA = { events: "text/event-stream", bytes: "*/*" };

function successOf(endpoint: Endpoint, { answers }: OperationRow, components: Components) {
  const schema = jsonSchema(endpoint.response, "output", components);
  const content = answers === undefined
    ? { "application/json": { schema, example: exampleOf(schema, components) } }
    : { [MEDIA[answers]]: { schema } };
  const status = endpoint.status ?? 200;
  return {
    [status]: { description: status === 202 ? "Accepted" : "Success", content },
    ...(answers === "events" ? { "204": { description: "Nothing comes any more" } } : {}),
    ...(answers === "bytes" ? PARTS : {}),
  };
}

const PARTS = {
  "206": { description: "The range that was asked for" },
  "304": { description: "What the caller has is the newest" },
  "416": { description: "There is no such range" },
};
