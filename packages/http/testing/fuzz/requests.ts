import fc from "fast-check";
import type { JsonSchema, OpenApiDocument } from "../../openapi/mod.ts";
import { broken, valueOf } from "./values.ts";

/** One operation of the description, as the fuzzer calls it. */
export interface FuzzedOperation {
  method: string;
  path: string;
  parameters: { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema }[];
  body: JsonSchema | undefined;
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

/** A request made from an operation. */
export interface FuzzedRequest {
  operation: FuzzedOperation;
  url: string;
  body: string | undefined;
  contentType: string;
  /** Index into the callers the test has. */
  caller: number;
}

/** Every operation of a description. */
export function operationsOf(document: OpenApiDocument): FuzzedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []) as FuzzedOperation["parameters"],
      body:
        (operation.requestBody as { content: Record<string, { schema: JsonSchema }> } | undefined)
          ?.content["application/json"]?.schema,
      responses: operation.responses as FuzzedOperation["responses"],
    }))
  );
}

/**
 * Requests for an operation: mostly as described, with known names where a path asks for one, and
 * in part broken: a wrong value in any place, a missing body, text that is not JSON.
 *
 * @param known values that exist, by parameter name
 */
export function requestsOf(
  operation: FuzzedOperation,
  document: OpenApiDocument,
  known: Readonly<Record<string, readonly string[]>>,
  callers: number,
): fc.Arbitrary<FuzzedRequest> {
  const { components } = document;
  const parameters = fc.record(
    Object.fromEntries(operation.parameters.map((parameter) => {
      const names = known[parameter.name];
      const described = valueOf(parameter.schema, components);
      const good = names ? fc.constantFrom(...names) : described;
      const value = fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: broken });
      return [parameter.name, parameter.required ? value : fc.option(value, { nil: undefined })];
    })),
  );
  const described = operation.body &&
    fc.tuple(valueOf(operation.body, components), fc.nat()).map((made) => named(made, known));
  const body = described === undefined ? fc.constant(undefined) : fc.oneof(
    { weight: 5, arbitrary: described.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: fc.tuple(described, fc.nat(), broken).map(damaged) },
    { weight: 1, arbitrary: broken.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "[1,", '{"a":1}{', "\u0000", "null") },
  );
  return fc.record({
    values: parameters,
    body,
    contentType: fc.oneof(
      { weight: 12, arbitrary: fc.constant("application/json") },
      { weight: 1, arbitrary: fc.constantFrom("text/plain", "application/xml", "") },
    ),
    caller: fc.nat({ max: callers - 1 }),
  }).map(({ values, body, contentType, caller }) => ({
    operation,
    url: urlOf(operation, values),
    body,
    contentType,
    caller,
  }));
}

/** A described body whose fields of known names hold values that exist, three times of four. */
function named(
  [value, pick]: [unknown, number],
  known: Readonly<Record<string, readonly string[]>>,
): unknown {
  if (typeof value !== "object" || value === null || pick % 4 === 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, made]) => {
      const names = typeof made === "string" ? known[key] : undefined;
      return [key, names === undefined ? made : names[pick % names.length]];
    }),
  );
}

/** A described body with one field replaced, dropped or added. */
function damaged([value, pick, wrong]: [unknown, number, unknown]): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return JSON.stringify(wrong);
  }
  const keys = Object.keys(value);
  const key = keys[pick % (keys.length + 1)] ?? "unknownField";
  const changed: Record<string, unknown> = { ...value, [key]: wrong };
  if (pick % 3 === 0) delete changed[key];
  return JSON.stringify(changed);
}

function urlOf(operation: FuzzedOperation, values: Record<string, unknown>): string {
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: place } of operation.parameters) {
    const value = values[name];
    if (value === undefined) continue;
    if (place === "path") {
      // An empty segment is another path.
      path = path.replace(`{${name}}`, encodeURIComponent(text(value).toWellFormed()) || "-");
    } else {
      for (const each of Array.isArray(value) ? value : [value]) query.append(name, text(each));
    }
  }
  const search = query.size === 0 ? "" : `?${query}`;
  return path.replaceAll(/\{[A-Za-z]+\}/g, "-") + search;
}

function text(value: unknown): string {
  const plain = typeof value === "string" ? value : JSON.stringify(value) ?? "";
  return plain.slice(0, 500);
}
