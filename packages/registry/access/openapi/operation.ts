import type { CredentialKind, PolicyKey, PolicyRow } from "@svc/core/policy";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { errorCodesOf, errorResponses } from "./errors.ts";
import { exampleOf } from "./example.ts";
import { type Components, type JsonSchema, jsonSchema } from "./schemas.ts";

/** An OpenAPI operation object. */
export type Operation = { [field: string]: unknown };

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
    ...parametersOf(endpoint, row, components),
    ...requestBodyOf(endpoint, components),
    responses: {
      ...successOf(endpoint, components),
      ...errorResponses(errorCodesOf(endpoint, row)),
    },
  };
}

/** `collectives.serve-instances` as an identifier that client generators take. */
export function operationId(key: PolicyKey): string {
  return key.replaceAll(/[.-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function parametersOf(endpoint: Endpoint, row: PolicyRow, components: Components) {
  const names = [...row.path.matchAll(/\{([A-Za-z]+)\}/g)].map((match) => match[1]!);
  const paths = propertiesOf(endpoint, "params", components);
  const queries = propertiesOf(endpoint, "query", components);
  const parameters = [
    ...names.map((name) => ({
      name,
      in: "path",
      required: true,
      schema: paths.properties[name] ?? { type: "string" },
    })),
    ...Object.entries(queries.properties).map(([name, schema]) => ({
      name,
      in: "query",
      required: queries.required.includes(name),
      ...(schema.description ? { description: schema.description } : {}),
      ...(schema.type === "array" ? { style: "form", explode: true } : {}),
      schema,
    })),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function propertiesOf(endpoint: Endpoint, part: "params" | "query", components: Components) {
  const schema = endpoint[part];
  const described = schema === undefined ? {} : jsonSchema(schema, "input", components);
  return {
    properties: (described.properties ?? {}) as Record<string, JsonSchema>,
    required: (described.required ?? []) as string[],
  };
}

function requestBodyOf(endpoint: Endpoint, components: Components) {
  if (!endpoint.body) return {};
  const schema = jsonSchema(endpoint.body, "input", components);
  const optional = endpoint.body.safeParse(undefined).success;
  return {
    requestBody: {
      required: !optional,
      content: { "application/json": { schema, example: exampleOf(schema, components) } },
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
