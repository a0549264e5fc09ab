import { itemSchemas, propertySchemas } from "./children.ts";
import { reachable, type Schema, type SchemaDocument, schemaDocument } from "./document.ts";
import { isContainer, isMarked, unknownKeyword } from "./keywords.ts";
import { admits, lacksRequired, type Matcher, matcher } from "./match.ts";
import { isSecretName, secretNames } from "./names.ts";

/** A part of a value that has to be treated as a secret. */
export interface SensitivePlace {
  /** Keys and positions from the value down to it. Empty for the value itself. */
  path: readonly (string | number)[];
  value: unknown;
  /**
   * Why: the schema marks it, its keys are what the schema marks, or the schema cannot be read here
   * and might mark it.
   */
  reason: "marked" | "keys" | "unclear";
  /** What cannot be read, in words, when `unclear`. */
  detail?: string;
  /** Where the schema that marks it wants it kept, when it says so. */
  vaultName?: string;
  vaultKey?: string;
}

/**
 * The outermost sensitive places of a value, by a JSON Schema whose `sensitive` marks secrets: also
 * behind references, in branches that could be meant, and in what a schema says of names, patterns
 * and positions. Where the schema cannot be understood, the place counts as sensitive. `null` is
 * never a secret. The value need not fit the schema.
 */
export function sensitivePlaces(schema: unknown, value: unknown): SensitivePlace[] {
  const places: SensitivePlace[] = [];
  replaceSensitive(schema, value, (place) => void places.push(place));
  return places;
}

/**
 * A copy of `value` in which each sensitive place is what `replace` answers for it.
 *
 * @param options `isOutput`: the value is all there is, not arguments of which more may come; and where
 *   the schema says nothing of a property, one with the name of a sensitive property is a secret, too
 */
export function replaceSensitive(
  schema: unknown,
  value: unknown,
  replace: (place: SensitivePlace) => unknown,
  { isOutput = false }: { isOutput?: boolean } = {},
): unknown {
  const document = schemaDocument(schema);
  const names = isOutput ? secretNames(document, schema) : undefined;
  const walk: Walk = { document, could: matcher(document), replace, names };
  return visit(walk, [schema], value, []);
}

/** A dotted path for people: `accounts.0.token`, or `value` for the value itself. */
export function placeName(place: Pick<SensitivePlace, "path">): string {
  return place.path.length === 0 ? "value" : place.path.join(".");
}

/** False for a schema by which no value could have a sensitive place. */
export function couldHoldSecret(schema: unknown): boolean {
  return schemaDocument(schema).reaches(schema);
}

/**
 * What in a schema svc cannot read for secrets, in words; undefined when all of it is clear. An
 * extension that has such a schema would have values refused that hold no secret.
 */
export function unclearSchema(schema: unknown): string | undefined {
  const document = schemaDocument(schema);
  for (const part of reachable(document, schema)) {
    const found = isSchema(part) ? unclear(part, document) : NO_SCHEMA;
    if (found !== undefined) return found;
  }
  return undefined;
}

const NO_SCHEMA = "what is there is not a JSON Schema";

interface Walk {
  document: SchemaDocument;
  could: Matcher;
  replace(place: SensitivePlace): unknown;
  /** For an output: names that make a secret of a property of which no schema says anything. */
  names: ReadonlySet<string> | undefined;
}

/** What all schemas that apply to one place say together. */
interface Applied {
  schemas: Set<Schema>;
  detail: string | undefined;
  /** False where properties may be added later. */
  isWhole: boolean;
}

function visit(
  walk: Walk,
  schemas: readonly unknown[],
  value: unknown,
  path: readonly (string | number)[],
): unknown {
  if (value === null || value === undefined) return value;
  // More arguments may come with the run, but what stands below them is whole.
  const isWhole = path.length > 0 || walk.names !== undefined;
  const applied: Applied = { schemas: new Set(), detail: undefined, isWhole };
  for (const schema of schemas) apply(walk, schema, value, applied);
  const all = [...applied.schemas];
  const reason = reasonAt(walk, all, value, applied);
  if (reason !== undefined) {
    const detail = reason === "unclear" ? { detail: applied.detail ?? "" } : {};
    return walk.replace({
      path,
      value,
      reason,
      ...detail,
      ...wish(all, "vaultName"),
      ...wish(all, "vaultKey"),
    });
  }
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      visit(walk, all.flatMap((schema) => itemSchemas(schema, index)), item, [...path, index])
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const below = all.flatMap((schema) => propertySchemas(schema, name));
      const at = [...path, name];
      const isNamed = part !== null && part !== undefined && walk.names !== undefined &&
        isSecretName(walk.names, name) && below.every(saysNothing);
      return [
        name,
        isNamed
          ? walk.replace({ path: at, value: part, reason: "marked" })
          : visit(walk, below, part, at),
      ];
    }),
  );
}

/** True for `true`, `false` and `{}`, also with a description. */
function saysNothing(schema: unknown): boolean {
  return !isContainer(schema) || Object.keys(schema).every((key) => key === "description");
}

/** What a schema that marks the place says under a key. */
function wish(schemas: readonly Schema[], key: "vaultName" | "vaultKey"): Record<string, string> {
  const text = schemas.filter(isMarked).map((schema) => schema[key])
    .find((value) => typeof value === "string" && value !== "");
  return text === undefined ? {} : { [key]: text as string };
}

function reasonAt(
  { document }: Walk,
  schemas: readonly Schema[],
  value: unknown,
  applied: Applied,
): SensitivePlace["reason"] | undefined {
  if (applied.detail !== undefined) return "unclear";
  if (schemas.some(isMarked)) return "marked";
  const typed = schemas.map((schema) => admits(schema, value)).filter((one) => one !== undefined);
  // A text where an object is expected may be that object, secrets and all, with a slip in it.
  if (typed.length > 0 && !typed.includes(true) && schemas.some(document.reaches)) return "marked";
  if (typeof value === "string") {
    return schemas.some(({ contentSchema }) => document.reaches(contentSchema))
      ? "marked"
      : undefined;
  }
  return isContainer(value) && !Array.isArray(value) &&
      schemas.some(({ propertyNames }) => document.reaches(propertyNames))
    ? "keys"
    : undefined;
}

/** Adds a schema and all that it applies to the same place. */
function apply(walk: Walk, schema: unknown, value: unknown, applied: Applied): void {
  if (typeof schema === "boolean" || schema === undefined) return;
  if (!isSchema(schema)) {
    applied.detail ??= NO_SCHEMA;
    return;
  }
  if (applied.schemas.has(schema)) return;
  applied.schemas.add(schema);
  applied.detail ??= unclear(schema, walk.document);
  const more = (part: unknown) => apply(walk, part, value, applied);
  walk.document.targets(schema)?.forEach(more);
  listOf(schema["allOf"]).forEach(more);
  for (const key of ["anyOf", "oneOf"]) {
    branches(walk, listOf(schema[key]), value, applied.isWhole).forEach(more);
  }
  more(schema["not"]);
  conditional(walk, schema, value).forEach(more);
  for (const key of ["dependentSchemas", "dependencies"]) {
    for (const [name, part] of Object.entries(schema[key] ?? {})) {
      if (isContainer(value) && Object.hasOwn(value, name) && !Array.isArray(part)) more(part);
    }
  }
}

/** The branches a value could mean; all of them when it fits none. */
function branches(
  walk: Walk,
  all: readonly unknown[],
  value: unknown,
  isWhole: boolean,
): readonly unknown[] {
  const possible = all.filter((branch) =>
    walk.could(branch, value) && !(isWhole && lacksRequired(walk.document, branch, value))
  );
  return possible.length === 0 ? all : possible;
}

function conditional(walk: Walk, schema: Schema, value: unknown): unknown[] {
  const { if: condition, then, else: otherwise } = schema;
  if (condition === undefined) return [];
  return walk.could(condition, value) ? [condition, then, otherwise] : [otherwise];
}

function unclear(schema: Schema, document: SchemaDocument): string | undefined {
  const keyword = unknownKeyword(schema);
  if (keyword !== undefined) return `svc does not know the keyword '${keyword}' of its schema`;
  return document.targets(schema) === undefined
    ? "its schema refers to one that cannot be found"
    : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function isSchema(part: unknown): part is Schema {
  return isContainer(part) && !Array.isArray(part);
}
