import type { BehaviorDetails } from "@svc/core/answer";
import type { JsonSchema } from "@svc/core/descriptor";
import { isRecord } from "@svc/core/json";
import { couldHoldSecret } from "@svc/core/sensitive";

/** How an input is typed into a form. */
export type Control = "checkbox" | "choice" | "number" | "line" | "lines" | "yaml";

/** One input of a method, as a field of a form. */
export interface InputField {
  /** Of the input. Undefined for the field of all those that the schema does not name. */
  name: string | undefined;
  label: string;
  hint: string;
  control: Control;
  /** False where the method can do without it. */
  required: boolean;
  /** It is or holds a secret, and is never shown again. */
  secret: boolean;
  /** What the schema says of it, without a `null` that it may also be. */
  schema: JsonSchema;
  /** What a choice is of. */
  values: readonly unknown[];
}

/** References from one place of a schema to another that are followed. */
const MOST_REFERENCES = 8;

/** Names of texts that people write in several lines. */
const PROSE =
  /(?:^|[^a-z])(?:body|text|content|contents|message|description|prompt|script|query|template|markdown|notes?|certificate|pem)$/i;

/** Characters of a text that one line is enough for. */
const ONE_LINE = 200;

/**
 * The inputs that a form asks for: those that the behavior declares itself, then the arguments of the
 * method.
 */
export function inputFields(
  { inputs = {}, methods, globalArguments }: BehaviorDetails,
  method: string,
): InputField[] {
  const schema = methods.find(({ name }) => name === method)!.arguments;
  const declared = Object.keys(recordAt(inputs, "properties"));
  const known = (name: string) => declared.includes(name) || Object.hasOwn(globalArguments, name);
  return [
    ...fieldsOf(inputs, () => false),
    ...fieldsOf(schema, known).filter(({ name }) => name === undefined || !declared.includes(name)),
    ...isOpen(schema) ? [furtherField(schema)] : [],
  ];
}

function fieldsOf(schema: JsonSchema, isGiven: (name: string) => boolean): InputField[] {
  const required = schema["required"];
  return Object.entries(recordAt(schema, "properties")).map(([name, property]) => {
    const own = plain(schema, property);
    const isNeeded = Array.isArray(required) && required.includes(name) && !isGiven(name) &&
      !Object.hasOwn(own, "default");
    // As the whole schema has it: what the property refers to stands there.
    const secret = couldHoldSecret({ ...schema, properties: { [name]: property } });
    const { control, values } = controlOf(name, own, isNeeded);
    return {
      name,
      label: textAt(own, "title") ?? name,
      hint: textAt(own, "description") ?? textAt(recordOf(property), "description") ?? "",
      control: secret && control !== "yaml" ? "line" : control,
      required: isNeeded,
      secret,
      schema: own,
      values,
    };
  });
}

/** The field of arguments that a record takes beside those it names. */
function furtherField(schema: JsonSchema): InputField {
  return {
    name: undefined,
    label: Object.keys(recordAt(schema, "properties")).length === 0 ? "Inputs" : "Further inputs",
    hint: "Names and their values.",
    control: "yaml",
    required: false,
    secret: couldHoldSecret(schema),
    schema: { type: "object" },
    values: [],
  };
}

function controlOf(
  name: string,
  schema: JsonSchema,
  isNeeded: boolean,
): { control: Control; values: readonly unknown[] } {
  const { type, const: only } = schema;
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : only === undefined ? [] : [only];
  if (values.length > 0) return { control: "choice", values };
  switch (type) {
    case "boolean":
      // Unchecked would be `false`, and not "whatever the method takes by itself".
      return isNeeded || Object.hasOwn(schema, "default")
        ? { control: "checkbox", values }
        : { control: "choice", values: [true, false] };
    case "number":
    case "integer":
      return { control: "number", values };
    case "string":
      return { control: isProse(name, schema) ? "lines" : "line", values };
    default:
      return { control: "yaml", values };
  }
}

function isProse(name: string, schema: JsonSchema): boolean {
  const { maxLength, contentMediaType, default: usual } = schema;
  if (typeof maxLength === "number") return maxLength > ONE_LINE;
  return contentMediaType !== undefined || PROSE.test(name) ||
    typeof usual === "string" && (usual.includes("\n") || usual.length > ONE_LINE);
}

/** A property as it is where references lead, and without the `null` that it may also be. */
function plain(root: JsonSchema, property: unknown): JsonSchema {
  let schema = recordOf(property);
  for (let followed = 0; typeof schema["$ref"] === "string"; followed++) {
    const target = targetOf(root, schema["$ref"]);
    if (target === undefined || followed === MOST_REFERENCES) return {};
    const { $ref: _, ...beside } = schema;
    schema = { ...target, ...beside };
  }
  for (const key of ["anyOf", "oneOf"]) {
    const branches = schema[key];
    if (!Array.isArray(branches)) continue;
    const others = branches.filter((branch) => recordOf(branch)["type"] !== "null");
    if (others.length !== 1 || others.length === branches.length) continue;
    const { [key]: _, ...beside } = schema;
    return { ...plain(root, others[0]), ...beside };
  }
  const { type } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((one) => one !== "null");
  return types.length === 1 ? { ...schema, type: types[0] } : schema;
}

/** What a reference within a schema refers to. */
function targetOf(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isRecord(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return isRecord(at) ? at : undefined;
}

/** Whether a schema takes what it does not name: a record. */
function isOpen(schema: JsonSchema): boolean {
  return isRecord(schema["additionalProperties"]) || schema["properties"] === undefined;
}

function recordAt(schema: JsonSchema, key: string): Record<string, unknown> {
  return recordOf(schema[key]);
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function textAt(schema: JsonSchema, key: string): string | undefined {
  const text = schema[key];
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
