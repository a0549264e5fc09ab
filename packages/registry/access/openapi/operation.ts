import type { CredentialKind, PolicyRow } from "@svc/core/policy";
import {
  type Components,
  exampleOf,
  jsonSchema,
  type Operation,
  operationId,
  parametersOf,
  requestBodyOf,
} from "@svc/http/openapi";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { refusalsOf } from "./errors.ts";

/** How each kind of credential is presented. */
const SECURITY: Readonly<Record<CredentialKind, readonly Record<string, never[]>[]>> = {
  anonymous: [{}],
  session: [{ session: [] }],
  sessionToken: [{ bearer: [] }],
  exchange: [{ bearer: [] }],
  personalKey: [{ bearer: [] }, { apiKey: [] }],
  collectiveToken: [{ bearer: [] }, { apiKey: [] }],
};

/** Describes one endpoint under its policy row: who may call it, with what, and what comes back. */
export function operationOf(endpoint: Endpoint, row: PolicyRow, components: Components): Operation {
  return {
    operationId: operationId(endpoint.key),
    tags: [row.tag],
    summary: row.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    "x-svc-key": endpoint.key,
    "x-svc-scope": row.scope ?? null,
    "x-svc-role": row.role,
    "x-svc-credential": row.credentials,
    security: distinct(row.credentials.flatMap((kind) => SECURITY[kind])),
    ...parametersOf(endpoint, row.path, components),
    ...requestBodyOf(endpoint, components),
    responses: {
      ...successOf(endpoint, components),
      ...refusalsOf(endpoint, row),
    },
  };
}

function successOf(endpoint: Endpoint, components: Components) {
  const status = endpoint.status ?? 200;
  if (status === 302) {
    const location = { description: "Where to go", schema: { type: "string" } };
    return { "302": { description: "Found elsewhere", headers: { Location: location } } };
  }
  if (status === 204) return { "204": { description: "Done" } };
  const schema = jsonSchema(endpoint.response, "output", components);
  return {
    [status]: {
      description: status === 201 ? "Created" : "Success",
      content: { "application/json": { schema, example: exampleOf(schema, components) } },
    },
  };
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
