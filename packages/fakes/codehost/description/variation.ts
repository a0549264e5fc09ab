import { isRecord } from "@svc/core/json";
import type { Random } from "../random/mod.ts";
import { amended } from "./amendment.ts";
import type { DescriptionText } from "./text.ts";

/**
 * Says the same in another of the forms that a schema allows: with every optional key, with keys that
 * nobody knows, and in another order. What nobody may rely on cannot be relied on by accident.
 */
export type Vary = (value: unknown, random: Random) => unknown;

/**
 * Optional keys whose absence says something: an issue with `pull_request` is one, a repository with
 * `parent` is a fork, a review without `submitted_at` is pending. They are never added.
 */
const SAID_BY_ABSENCE: ReadonlySet<string> = new Set([
  ...["pull_request", "draft", "closed_by", "parent_issue_url", "pinned_comment", "stack"],
  ...["parent", "source", "template_repository", "organization", "permissions", "repository"],
  ...["in_reply_to_id", "line", "original_line", "position", "original_position", "subject_type"],
  ...["side", "submitted_at", "patch", "previous_filename", "size", "content", "target"],
  ...["submodule_git_url", "stats", "files", "deployment", "errors", "field", "minimized", "pin"],
  // Only where the request's media type asks for them.
  ...["body_html", "body_text", "text_matches", "starred_at"],
]);

/** Keys of a schema as far as they matter here. */
interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: readonly unknown[];
  example?: unknown;
  minimum?: number;
  minItems?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

/** An object's keys, of all parts of its schema. */
interface Shape {
  properties: ReadonlyMap<string, Schema>;
  required: ReadonlySet<string>;
  /** Whether it may have keys that are not said. */
  open: boolean;
  /** Of a map: what each of its values is. */
  each: Schema | undefined;
}

/** The forms of what a schema describes. */
export interface Forms {
  varied: Vary;
  /** The least that may come: no optional key, and null wherever it is allowed. */
  bare(value: unknown): unknown;
  /** As a later version of the API may say it: new keys, values of lists and large numbers. */
  later(value: unknown): unknown;
  /** A value with what it lacks of the schema; its addresses are derived from its own one. */
  filled(value: unknown): unknown;
  /** As {@linkcode filled}, and in place of what is of another type; also of nothing. */
  repaired(value: unknown): unknown;
}

/** Prepares the forms of a description's schemas. Each schema is walked once, when it is met. */
export function createForms(text: DescriptionText): (schema: unknown) => Forms {
  const shapes = new Map<Schema, Shape>();

  const followed = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : followed(amendedOnce(schema.$ref));
  const components = new Map<string, Schema>();
  const amendedOnce = (reference: string): Schema => {
    const known = components.get(reference) ??
      amended(reference, text.component(reference)) as Schema;
    components.set(reference, known);
    return known;
  };

  /** The schemas of which a value is one: those of `anyOf`, and of an `allOf` all at once. */
  function choices(given: Schema): Schema[] {
    const schema = followed(given);
    const some = [...schema.anyOf ?? [], ...schema.oneOf ?? []];
    return some.length === 0 ? [schema] : some.flatMap(choices);
  }

  function shapeOf(schema: Schema): Shape {
    const known = shapes.get(schema);
    if (known) return known;
    const parts = [schema, ...(schema.allOf ?? []).map(followed)];
    const extra = parts.map(({ additionalProperties }) => additionalProperties)
      .find((one) => one !== undefined);
    const shape: Shape = {
      properties: new Map(parts.flatMap(({ properties }) => Object.entries(properties ?? {}))),
      required: new Set(parts.flatMap(({ required }) => required ?? [])),
      open: extra === undefined || extra === true,
      each: isRecord(extra) ? extra : undefined,
    };
    shapes.set(schema, shape);
    return shape;
  }

  /**
   * The choice that a value is most likely of: it has all that is required, and knows most keys.
   *
   * @param lacking whether the value may lack what is required
   */
  function chosen(schema: Schema, value: unknown, lacking = false): Schema | undefined {
    const all = choices(schema);
    if (all.length === 1) return all[0];
    if (!isRecord(value)) {
      return all.find(({ type }) => type === (Array.isArray(value) ? "array" : typeof value));
    }
    let best: { schema: Schema; known: number } | undefined;
    for (const one of all) {
      const { properties, required } = shapeOf(one);
      const whole = [...required].every((name) => Object.hasOwn(value, name));
      if (!whole && !lacking) continue;
      const known = Object.keys(value).filter((name) => {
        const list = properties.get(name)?.enum;
        return list === undefined ? properties.has(name) : list.includes(value[name]);
      }).length + (whole ? 0.5 : 0);
      if (best === undefined || known > best.known) best = { schema: one, known };
    }
    return best?.schema;
  }

  function varied(given: Schema, value: unknown, random: Random): unknown {
    if (value === null || typeof value !== "object") return value;
    const schema = chosen(given, value);
    if (schema === undefined) return value;
    if (Array.isArray(value)) {
      const { items } = schema;
      return items === undefined ? value : value.map((one) => varied(items, one, random));
    }
    const { properties, required, open, each } = shapeOf(schema);
    const entries = Object.entries(value).map(([name, one]): [string, unknown] => {
      const property = properties.get(name) ?? each;
      return [name, property === undefined ? one : varied(property, one, random)];
    });
    if (properties.size > 0) {
      for (const [name, property] of properties) {
        if (Object.hasOwn(value, name) || required.has(name) || SAID_BY_ABSENCE.has(name)) continue;
        entries.push([name, made(property)]);
      }
      if (open) entries.push([`unheard_of_${random.below(1000)}`, random.pick(UNHEARD_OF)]);
    }
    return Object.fromEntries(random.some(entries, entries.length));
  }

  /** A value of a schema that tells as little as possible. */
  function made(given: Schema): unknown {
    const whole = followed(given);
    if (given.nullable || whole.nullable) return null;
    const schema = choices(whole)[0]!;
    if (schema.nullable) return null;
    if (schema.enum) return schema.enum[0];
    if (schema.type === "array") {
      return Array.from({ length: schema.minItems ?? 0 }, () => made(schema.items ?? {}));
    }
    const { properties, required } = shapeOf(schema);
    if (schema.type === "object" || properties.size > 0) {
      const entries = [...properties].filter(([name]) => required.has(name));
      return Object.fromEntries(entries.map(([name, one]) => [name, made(one)]));
    }
    if (schema.type === "string") return TEXTS[schema.format ?? ""] ?? "text";
    if (schema.type === "boolean") return false;
    return schema.minimum ?? 0;
  }

  function bare(given: Schema, value: unknown): unknown {
    const nullable = given.nullable || followed(given).nullable;
    const schema = nullable ? undefined : chosen(given, value);
    if (nullable) return null;
    if (schema === undefined || value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((one) => bare(schema.items ?? {}, one));
    const { properties, required, each } = shapeOf(schema);
    const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      const property = properties.get(name) ?? each;
      if (property === undefined || properties.has(name) && !required.has(name)) return [];
      return [[name, bare(property, one)]];
    });
    return Object.fromEntries(entries);
  }

  function later(given: Schema, value: unknown): unknown {
    const schema = chosen(given, value);
    if (schema === undefined || value === null) return value;
    if (typeof value === "string") return schema.enum === undefined ? value : "unheard_of";
    if (typeof value === "number") return schema.format === "int64" ? value + LARGE : value;
    if (Array.isArray(value)) return value.map((one) => later(schema.items ?? {}, one));
    if (!isRecord(value)) return value;
    const { properties, each } = shapeOf(schema);
    const entries = Object.entries(value).map(([name, one]): [string, unknown] => {
      const property = properties.get(name) ?? each;
      return [name, property === undefined ? one : later(property, one)];
    });
    if (properties.size > 0) entries.unshift(["unheard_of", UNHEARD_OF]);
    return Object.fromEntries(entries);
  }

  function filled(given: Schema, value: unknown, repair: boolean): unknown {
    if (value === undefined) return made(given);
    if (value === null) {
      return repair && !(given.nullable || followed(given).nullable) ? made(given) : null;
    }
    const schema = chosen(given, value, true) ?? choices(given)[0]!;
    if (Array.isArray(value)) {
      if (repair && schema.type !== "array") return made(given);
      const { items } = schema;
      return items === undefined ? value : value.map((one) => filled(items, one, repair));
    }
    if (!isRecord(value)) return !repair || fits(schema, value) ? value : made(given);
    if (repair && (schema.type ?? "object") !== "object") return made(given);
    const { properties, required, each } = shapeOf(schema);
    const entries = Object.entries(value).map(([name, one]) => {
      const property = properties.get(name) ?? each;
      return [name, property === undefined ? one : filled(property, one, repair)];
    });
    for (const name of required) {
      if (Object.hasOwn(value, name)) continue;
      const property = properties.get(name) ?? {};
      entries.push([name, derived(name, value, properties) ?? made(property)]);
    }
    return Object.fromEntries(entries);
  }

  return (given) => {
    const schema = given as Schema;
    return {
      varied: (value, random) => varied(schema, value, random),
      bare: (value) => bare(schema, value),
      later: (value) => later(schema, value),
      filled: (value) => filled(schema, value, false),
      repaired: (value) => filled(schema, value, true),
    };
  };
}

/** An address or a global id that an object lacks, from what it has. */
function derived(
  name: string,
  value: Record<string, unknown>,
  properties: Shape["properties"],
): string | undefined {
  const url = value.url;
  if (typeof url !== "string") return undefined;
  if (name === "node_id") return btoa(new URL(url).pathname);
  if (name === "html_url") return url.replace(/\/(?:repos|users)\//, "/");
  if (!name.endsWith("_url") || properties.get(name)?.nullable) return undefined;
  // The published examples say how the addresses of one thing hang together.
  const exampleOf = (key: string) => String(properties.get(key)?.example ?? "");
  const example = exampleOf(name).replace(/^http:/, "https:");
  for (const base of ["url", "html_url"]) {
    const known = exampleOf(base);
    const address = value[base] ?? derived(base, value, properties);
    if (known !== "" && example.startsWith(known)) return address + example.slice(known.length);
  }
  return `${url}/${name.slice(0, -"_url".length)}`;
}

/** Whether a text, number or boolean is of a schema's type. */
function fits({ type, enum: list }: Schema, value: unknown): boolean {
  if (list !== undefined) return list.includes(value);
  return type === undefined || type === typeof value ||
    type === "integer" && Number.isInteger(value);
}

/** What is beyond 32 bits. */
const LARGE = 2 ** 33;

/** What keys hold that a later version of the API will have. */
const UNHEARD_OF: readonly unknown[] = [
  null,
  true,
  9_007_199_254_740_991,
  "text",
  [],
  [{ id: 1 }],
  { id: 1, url: "https://example.com/" },
];

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2020-02-20T20:20:20Z",
  date: "2020-02-20",
  uri: "https://example.com/",
  email: "octocat@example.com",
};
