import type { JsonSchema } from "@svc/core/descriptor";
import {
  behaviorFile,
  globalArgumentsPointer,
  methodPointer,
  schemaDocument,
} from "@svc/core/file_schema";
import { isRecord } from "@svc/core/json";
import { normalizeType } from "@svc/core/type";
import { parentOf, relativeInside } from "../../base/files/path.ts";
import { writeAtomic } from "../../base/files/write.ts";
import { argumentsReading } from "../../base/schema/input_reading.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { typeIfHere } from "../../consent/types/resolve.ts";
import { definitionEntries } from "../../repository/definitions/entries.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";

// .svc/schemas/<type>.json
//
// The schema that an editor checks the behaviors of a type with. It is kept beside the behaviors rather
// than asked of a registry: an editor sends no credential, and a type may be of this repository alone.

/**
 * Writes the schema of a type.
 *
 * @returns its path as a behavior's file names it
 */
export async function writeTypeSchema(
  repository: Repository,
  resolved: ResolvedType,
  behaviorPath: string,
): Promise<string> {
  const file = `.svc/schemas/${resolved.type.normalized}.json`;
  const path = ownPath(repository.root, file);
  await Deno.mkdir(parentOf(path), { recursive: true });
  await writeAtomic(path, `${JSON.stringify(typeSchema(resolved), null, 1)}\n`);
  const folders = relativeInside(repository.root, behaviorPath)!.split("/").length - 1;
  return `${"../".repeat(folders)}${file}`;
}

/** Writes the schema of every type that a behavior of the repository has, as they are installed now. */
export async function writeTypeSchemas(repository: Repository): Promise<void> {
  const { entries } = await definitionEntries(repository);
  const first = new Map(
    entries.filter(({ automatic }) => !automatic).map(({ type, path }) => [type, path]),
  );
  for (const [type, path] of first) {
    const resolved = await typeIfHere(repository, normalizeType(type));
    if (resolved !== undefined) await writeTypeSchema(repository, resolved, path);
  }
}

/** The schema of the behaviors of a type. */
export function typeSchema({ type, model }: ResolvedType): JsonSchema {
  const { globalArguments, globalInput, methods } = model;
  return schemaDocument(
    `A behavior of type ${type.normalized}`,
    behaviorFile({
      globalArguments: argumentsSchema(
        argumentsReading(globalArguments ?? { type: "object", properties: {} }, globalInput),
        globalArgumentsPointer,
        "Arguments of all methods; '${{ … }}' is an expression.",
      ),
      methods: Object.fromEntries(methods.map(({ name, description, arguments: own, input }) => {
        // More of them come with the run.
        const { required: _, ...preset } = argumentsReading(own, input);
        return [name, argumentsSchema(preset, methodPointer(name), description)];
      })),
    }),
  );
}

const EXPRESSION = String.raw`\$\{\{`;

/** Keywords that are kept as they are. */
const KEPT = new Set(
  ("type enum const default title description required minimum maximum exclusiveMinimum " +
    "exclusiveMaximum multipleOf minLength maxLength format minItems maxItems uniqueItems " +
    "minProperties maxProperties").split(" "),
);

/**
 * The arguments of a stranger's type for an editor: any value may be an expression, a secret has to be
 * one, and what is not declared is marked. Only keywords that do no harm are left: a pattern can take an
 * editor forever, and a reference can have it ask a server.
 *
 * @param pointer where the schema will stand
 */
function argumentsSchema(schema: JsonSchema, pointer: string, description: string): JsonSchema {
  const closed = schema["type"] === "object" && isRecord(schema["properties"]) &&
    schema["additionalProperties"] === undefined && schema["patternProperties"] === undefined;
  const part = partFor(schema, pointer);
  return {
    description,
    ...part,
    ...(part["type"] === "object" ? { type: ["object", "null"] } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

/** A schema where a value stands. */
function valueFor(schema: unknown, pointer: string): unknown {
  if (!isRecord(schema)) return schema;
  const { sensitive } = schema;
  if (sensitive !== undefined && sensitive !== false && sensitive !== null) {
    const { title, description = "" } = schema;
    return {
      ...(title === undefined ? {} : { title }),
      description: `${description} A secret: write an expression, such as ` +
        "${{ vault.get(main, KEY) }} or ${{ env.NAME }}.",
      type: ["string", "object", "array", "null"],
      pattern: EXPRESSION,
    };
  }
  const { description, default: preset, ...part } = partFor(schema, pointer);
  const shown = {
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
  };
  return Object.keys(part).length === 0
    ? shown
    : { ...shown, anyOf: [part, { type: "string", pattern: EXPRESSION }] };
}

function partFor(schema: JsonSchema, pointer: string): JsonSchema {
  const result: Record<string, unknown> = {};
  const value = (one: unknown) => valueFor(one, pointer);
  const inPlace = (one: unknown) => isRecord(one) ? partFor(one, pointer) : one;
  const named = (given: unknown, reading: (one: unknown) => unknown) =>
    isRecord(given)
      ? Object.fromEntries(Object.entries(given).map(([name, one]) => [name, reading(one)]))
      : undefined;
  for (const [key, given] of Object.entries(schema)) {
    if (KEPT.has(key)) result[key] = given;
    else if (key === "properties") result[key] = named(given, value);
    else if (key === "$defs" || key === "definitions") result[key] = named(given, inPlace);
    else if (key === "items") result[key] = Array.isArray(given) ? given.map(value) : value(given);
    else if (key === "prefixItems" && Array.isArray(given)) continue;
    else if (key === "additionalProperties") result[key] = value(given);
    else if (key === "propertyNames") result[key] = inPlace(given);
    // Without its patterns, a value may fit more than one.
    else if ((key === "anyOf" || key === "oneOf") && Array.isArray(given)) {
      result["anyOf"] = given.map(inPlace);
    } else if (key === "allOf" && Array.isArray(given)) result[key] = given.map(inPlace);
    else if (key === "$ref" && /^#(?:\/(?:\$defs|definitions)\/[^/]+)?$/.test(String(given))) {
      result[key] = `${pointer}${String(given).slice(1)}`;
    }
  }
  const { prefixItems } = schema;
  if (Array.isArray(prefixItems)) {
    // Draft 7 has a list for what stands at each place, and another word for what comes after.
    if (result["items"] !== undefined) result["additionalItems"] = result["items"];
    result["items"] = prefixItems.map(value);
  }
  if (schema["patternProperties"] !== undefined) delete result["additionalProperties"];
  return result;
}
