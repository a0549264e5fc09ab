/**
 * Source text of a `z` with as much of zod as a small extension of a test needs: objects of texts,
 * numbers and switches. Bundling, scanning and loading zod itself takes longer than most tests, and
 * what they are about is something else. svc knows these schemas by their shape, as it knows those of
 * any copy of zod.
 */
export const SMALL_ZOD = `interface Issue {
  path: string[];
  message: string;
}

type Result = { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };

interface Schema {
  _def: object;
  _zod: { def: object; toJSONSchema(): Record<string, unknown> };
  parse(value: unknown): unknown;
  safeParse(value: unknown): Result;
  needed: boolean;
  optional(): Schema;
  default(value: unknown): Schema;
  describe(description: string): Schema;
  meta(more: object): Schema;
  min(least: number): Schema;
  int(): Schema;
}

const schema = (
  json: Record<string, unknown>,
  check: (value: unknown) => Result,
  rest: object = {},
  needed = true,
): Schema => {
  const def = { type: json["type"], ...rest };
  const also = (more: object) => schema({ ...json, ...more }, check, rest, needed);
  const made: Schema = {
    _def: def,
    _zod: { def, toJSONSchema: () => json },
    needed,
    safeParse: check,
    parse(value) {
      const result = check(value);
      if (result.success) return result.data;
      throw new Error(JSON.stringify(result.error.issues));
    },
    optional: () =>
      schema(json, (value) => value === undefined ? { success: true, data: value } : check(value),
        rest, false),
    default: (fallback) =>
      schema({ ...json, default: fallback },
        (value) => value === undefined ? { success: true, data: fallback } : check(value), rest,
        false),
    describe: (description) => also({ description }),
    meta: also,
    min: (least) =>
      schema({ ...json, [json["type"] === "string" ? "minLength" : "minimum"]: least }, (value) =>
        (typeof value === "string" ? value.length : value as number) < least
          ? refused("must be at least " + least)
          : check(value), rest, needed),
    int: () =>
      schema({ ...json, type: "integer" }, (value) =>
        typeof value === "number" && !Number.isInteger(value) ? refused("must be an integer") : check(value),
        rest, needed),
  };
  return made;
};

const refused = (message: string): Result => ({
  success: false,
  error: { issues: [{ path: [], message }] },
});

const plain = (type: "string" | "number" | "boolean") =>
  schema({ type }, (value) =>
    typeof value === type ? { success: true, data: value } : refused("must be a " + type));

const z = {
  object: (shape: Record<string, Schema>) =>
    schema({
      type: "object",
      properties: Object.fromEntries(
        Object.entries(shape).map(([name, { _zod }]) => [name, _zod.toJSONSchema()]),
      ),
      ...(Object.values(shape).some(({ needed }) => needed)
        ? { required: Object.keys(shape).filter((name) => shape[name]!.needed) }
        : {}),
      additionalProperties: false,
    }, (value) => {
      const results = Object.entries(shape).map(([name, part]) =>
        [name, part.safeParse((value as Record<string, unknown>)?.[name])] as const);
      const issues = results.flatMap(([name, result]) =>
        result.success ? [] : result.error.issues.map(({ path, message }) =>
          ({ path: [name, ...path], message })));
      if (issues.length > 0) return { success: false, error: { issues } };
      return {
        success: true,
        data: Object.fromEntries(results.flatMap(([name, result]) =>
          result.success && result.data !== undefined ? [[name, result.data]] : [])),
      };
    }, { shape }),
  string: () => plain("string"),
  number: () => plain("number"),
  boolean: () => plain("boolean"),
};
`;

/** What a source text names of zod, and what it calls on schemas. */
const NAMED = /\bz\.(\w+)|\)\s*\.(\w+)\(/g;

const SMALL = new Set(
  [
    "object",
    "string",
    "number",
    "boolean",
    "optional",
    "default",
    "describe",
    "meta",
    "min",
    "int",
  ],
);

/** The lines that give a source text its `z`: the small one when that has all it names, else zod's own. */
export function zodFor(source: string): string {
  const small = [...source.matchAll(NAMED)].every(([, name, method]) => SMALL.has(name ?? method!));
  return small ? SMALL_ZOD : 'import * as z from "npm:zod@4.6.7";\n';
}
