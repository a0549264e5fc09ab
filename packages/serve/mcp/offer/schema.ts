import type { JsonSchema } from "@svc/core/descriptor";
import { isRecord } from "@svc/core/json";
import { isName, isType, type Reading, shownPart, TooMuch } from "./schema_part.ts";

/** Characters of a schema as JSON. */
const MOST_TEXT = 16_000;

/** Properties of a schema of which only names and types are shown. */
const MOST_NAMES = 100;

type ObjectSchema = JsonSchema & { readonly type: "object" };

/** What an agent is shown of a method's arguments. */
export interface ToolSchema {
  /** Without references. */
  schema: ObjectSchema;
  /** False when something was left out; svc itself still checks all of it. */
  whole: boolean;
}

/** What is known of the arguments beside their schema. */
export interface KnownArguments {
  /** Names of those that the behavior has set: they need not be given. */
  given?: ReadonlySet<string>;
  /** Schema of what the behavior itself takes beside the method's arguments. */
  inputs?: JsonSchema | undefined;
}

/**
 * The arguments of a method as every client can read them. The schema comes from a stranger: it is
 * bounded, its words are made plain, references are opened (a circle ends in "anything"), and what some
 * clients refuse is left out. It only tells what fits; svc checks arguments against the real one.
 */
export function toolSchema(
  method: JsonSchema,
  { given = new Set(), inputs = {} }: KnownArguments = {},
): ToolSchema {
  try {
    const own = opened(method);
    const more = opened(inputs);
    const schema = together(own.schema, more.schema, given);
    const whole = own.whole && more.whole;
    if (JSON.stringify(schema).length <= MOST_TEXT) return { schema, whole };
  } catch (error) {
    // A schema may be deeper than the stack.
    if (!(error instanceof TooMuch || error instanceof RangeError)) throw error;
  }
  return { schema: outline(method), whole: false };
}

/** The root is an object, whatever it says; alternatives there become optional properties. */
function opened(root: JsonSchema): ToolSchema {
  const reading: Reading = { root, parts: 0, within: new Set(), whole: true };
  const top = shownPart(reading, root, 0);
  const { anyOf, oneOf, allOf, ...rest } = isRecord(top) ? top : {};
  const parts = [anyOf, oneOf, allOf].flatMap((list) => Array.isArray(list) ? list : []);
  if (parts.length === 0) return { schema: { ...rest, type: "object" }, whole: reading.whole };
  const { additionalProperties: _, ...open } = rest;
  const properties = Object.assign({}, ...parts.map(propertiesOf), propertiesOf(rest));
  return { schema: { ...open, type: "object", properties }, whole: false };
}

function together(
  own: ObjectSchema,
  more: ObjectSchema,
  given: ReadonlySet<string>,
): ObjectSchema {
  const { required, ...rest } = own;
  const needed = (required as string[] | undefined ?? []).filter((name) => !given.has(name));
  return {
    ...rest,
    properties: { ...propertiesOf(more), ...propertiesOf(own) },
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

/** Names and types only. */
function outline({ properties }: JsonSchema): ObjectSchema {
  const named = isRecord(properties) ? Object.entries(properties) : [];
  const shown = named.filter(([name]) => isName(name)).slice(0, MOST_NAMES);
  return {
    type: "object",
    properties: Object.fromEntries(
      shown.map(([name, part]) => [
        name,
        isRecord(part) && isType(part["type"]) ? { type: part["type"] } : {},
      ]),
    ),
  };
}

function propertiesOf(schema: unknown): Record<string, unknown> {
  return isRecord(schema) && isRecord(schema["properties"]) ? schema["properties"] : {};
}
