import type { JsonSchema, ModelDescriptor } from "@svc/core/descriptor";
import { isRecord } from "@svc/core/json";
import { secretProperties } from "@svc/core/sensitive";
import { shellWord } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";

/** What a reader copies to use a behavior type. */
export interface TypeExample {
  /** Commands in the order they are run. */
  commands: { id: string; what: string; command: string }[];
  /** The behavior's file. */
  yaml: string;
}

/** What a name that is pasted into a shell or a file may be: nothing in it means more than itself. */
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,63}$/;
const PLAIN_TYPE = /^@[a-z0-9][\w/-]{0,199}$/;

/** Arguments that an example sets: the required ones. */
const MOST_ARGUMENTS = 20;

/** One argument of an example. */
interface Given {
  name: string;
  value: unknown;
  secret: boolean;
}

/**
 * An example of a behavior type: how a behavior of it is made, with the arguments it needs, and run by
 * its first method. Undefined where a name that would be in it is not plain: a reader pastes this into
 * a shell, and a stranger wrote the names.
 *
 * @param reference the extension, with its version where that is not the newest
 * @param id of the behavior in the file
 */
export function exampleOf(
  reference: string,
  model: ModelDescriptor,
  id: string,
): TypeExample | undefined {
  const type = normalizeType(model.type);
  const [method] = model.methods;
  const globals = requiredOf(model.globalArguments);
  const inputs = method === undefined ? [] : requiredOf(method.arguments);
  if (!PLAIN_TYPE.test(type) || globals === undefined || inputs === undefined) return undefined;
  if (method !== undefined && !PLAIN_NAME.test(method.name)) return undefined;
  const last = type.slice(type.lastIndexOf("/") + 1);
  const name = /^[a-z0-9][a-z0-9_-]{0,63}$/.test(last) ? last : "example";
  const secrets = [...globals, ...inputs].filter(({ secret }) => secret);
  const keys = [...new Set(secrets.map((one) => keyOf(one.name)))];
  return {
    commands: [
      { id: "example-pull", what: "the pull", command: `svc extension pull ${reference}` },
      ...(keys.length === 0 ? [] : [{
        id: "example-vault",
        what: "the command that creates a vault",
        command: "svc vault create local_encryption main",
      }]),
      ...keys.map((key, index) => ({
        id: `example-secret-${index}`,
        what: "the command that asks for the secret",
        command: `svc vault put main ${key}`,
      })),
      {
        id: "example-create",
        what: "the command that creates a behavior",
        command: line("svc behavior create", [type, name], "--global-arg", globals),
      },
      ...(method === undefined ? [] : [{
        id: "example-run",
        what: "the command that runs a method",
        command: line(
          "svc behavior run",
          [name, method.name],
          "--input",
          inputs.filter(({ secret }) => !secret),
        ),
      }]),
    ],
    yaml: [
      `type: ${JSON.stringify(type)}`,
      `id: ${id}`,
      `name: ${name}`,
      ...mapping("", "globalArguments", globals),
      ...(method === undefined || inputs.length === 0
        ? []
        : ["methods:", `  ${method.name}:`, ...mapping("    ", "arguments", inputs)]),
    ].join("\n"),
  };
}

/** The required arguments with a value each; undefined when a name is not plain. */
function requiredOf(schema: JsonSchema | undefined): Given[] | undefined {
  const properties = isRecord(schema?.properties) ? schema.properties : {};
  const required = Array.isArray(schema?.required) ? schema.required : [];
  const names = required.filter((name) =>
    typeof name === "string" && Object.hasOwn(properties, name)
  )
    .slice(0, MOST_ARGUMENTS) as string[];
  if (!names.every((name) => PLAIN_NAME.test(name))) return undefined;
  const secrets = secretProperties(schema);
  return names.map((name) => {
    const secret = secrets.has(name);
    const property = isRecord(properties[name]) ? properties[name] : {};
    const value = secret ? `\${{ vault.get(main, ${keyOf(name)}) }}` : valueOf(name, property);
    return { name, value, secret };
  });
}

/** `apiToken` → `API_TOKEN`. */
function keyOf(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").replaceAll("-", "_").toUpperCase();
}

/** A value that the schema admits, as far as that is easily said, and that is plainly to be changed. */
function valueOf(name: string, property: Readonly<Record<string, unknown>>): unknown {
  const suggested = [
    property.default,
    property.const,
    ...[property.examples, property.enum].flatMap((list) => Array.isArray(list) ? [list[0]] : []),
  ].find(isPlainValue);
  if (suggested !== undefined) return suggested;
  switch (Array.isArray(property.type) ? property.type[0] : property.type) {
    case "integer":
    case "number":
      return typeof property.minimum === "number" ? property.minimum : 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return property.format === "uri" ? "https://example.com" : `your-${name}`;
  }
}

function isPlainValue(value: unknown): value is string | number | boolean {
  return typeof value === "boolean" || typeof value === "number" ||
    typeof value === "string" && /^[\w.:/@-][\w.:/@ -]{0,79}$/.test(value);
}

function line(
  command: string,
  words: readonly string[],
  option: string,
  given: readonly Given[],
): string {
  return [
    command,
    ...words,
    ...given.map(({ name, value }) => `${option} ${shellWord(`${name}=${textOf(value)}`)}`),
  ].join(" ");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function mapping(indent: string, key: string, given: readonly Given[]): string[] {
  if (given.length === 0) return [];
  return [
    `${indent}${key}:`,
    ...given.map(({ name, value }) => `${indent}  ${name}: ${JSON.stringify(value)}`),
  ];
}
