import type { z } from "zod";
import { exampleOf } from "./example.ts";
import { type Components, type JsonSchema, jsonSchema } from "./schemas.ts";

/** What an endpoint takes. */
export interface Taken {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
}

/** An OpenAPI operation object. */
export type Operation = { [field: string]: unknown };

/** `collectives.serve-instances` as an identifier that client generators take. */
export function operationId(key: string): string {
  return key.replaceAll(/[.-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The parameters of a path and a query, as a part of an operation. */
export function parametersOf(endpoint: Taken, path: string, components: Components): Operation {
  const names = [...path.matchAll(/\{([A-Za-z]+)\}/g)].map((match) => match[1]!);
  const paths = propertiesOf(endpoint.params, components);
  const queries = propertiesOf(endpoint.query, components);
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

/** The body of a request, as a part of an operation. */
export function requestBodyOf({ body }: Taken, components: Components): Operation {
  if (!body) return {};
  const schema = jsonSchema(body, "input", components);
  const optional = body.safeParse(undefined).success;
  return {
    requestBody: {
      required: !optional,
      content: { "application/json": { schema, example: exampleOf(schema, components) } },
    },
  };
}

function propertiesOf(schema: z.ZodType | undefined, components: Components) {
  const described = schema === undefined ? {} : jsonSchema(schema, "input", components);
  return {
    properties: (described.properties ?? {}) as Record<string, JsonSchema>,
    required: (described.required ?? []) as string[],
  };
}
