import { isRecord } from "@svc/core/json";
import type { Form } from "@svc/http/input";
import type { InputField } from "./input_field.ts";

/** What a person typed into the fields of inputs, by the fields' names in the form. */
export type Typed = ReadonlyMap<string, string>;

/** What a form holds: inputs, or what is wrong, by the fields' names in the form. */
export interface ReadInputs {
  inputs: Record<string, unknown>;
  typed: Typed;
  errors: Map<string, string>;
}

/** What the names of inputs begin with in a form; the field of further ones has no more than that. */
const PREFIX = "input:";

/** The name of a field in a form. */
export function formName({ name }: Pick<InputField, "name">): string {
  return `${PREFIX}${name ?? ""}`;
}

/**
 * Reads inputs from a form. An empty field is an input that is not given, except that an empty text takes
 * the place of a default.
 */
export async function readInputs(fields: readonly InputField[], form: Form): Promise<ReadInputs> {
  const typed = new Map<string, string>();
  const errors = new Map<string, string>();
  const inputs: [string, unknown][] = [];
  for (const field of fields) {
    const at = formName(field);
    const texts = form.getAll(at);
    // Forms have line breaks of their own.
    const text = (texts[0] ?? "").replaceAll("\r\n", "\n");
    typed.set(at, text);
    const read = texts.length > 1 ? { error: "was sent twice" } : await readField(field, text);
    if ("error" in read) errors.set(at, read.error);
    else if (field.name !== undefined) inputs.push(...read.given.map(one(field.name)));
    else inputs.push(...read.given.flatMap((value) => Object.entries(value as object)));
  }
  for (const name of new Set(form.keys())) {
    if (!name.startsWith(PREFIX) || typed.has(name)) continue;
    errors.set(name, `There is no input ${JSON.stringify(name.slice(PREFIX.length, 200))}`);
  }
  // Not by assignment: `__proto__` is a name like others.
  return { inputs: Object.fromEntries(inputs), typed, errors };
}

function one(name: string): (value: unknown) => [string, unknown] {
  return (value) => [name, value];
}

/** @returns no value for an input that is not given */
async function readField(
  { name, control, required, secret, schema, values }: InputField,
  text: string,
): Promise<{ given: unknown[] } | { error: string }> {
  switch (control) {
    case "checkbox":
      return { given: [text !== ""] };
    case "choice": {
      if (text === "") return { given: [] };
      const found = values.filter((value) => JSON.stringify(value) === text);
      return found.length === 0 ? { error: "is not one of the choices" } : { given: found };
    }
    case "number": {
      const trimmed = text.trim();
      if (trimmed === "") return { given: [] };
      const number = Number(trimmed);
      return Number.isFinite(number) ? { given: [number] } : { error: "must be a number" };
    }
    case "line":
    case "lines": {
      const usual = schema["default"];
      const replaces = !required && typeof usual === "string" && usual !== "";
      return { given: text !== "" || replaces ? [text] : [] };
    }
    case "yaml": {
      if (text.trim() === "") return { given: [] };
      const { readYaml } = await import("@svc/runtime/definitions");
      const read = await readYaml(text);
      if ("problem" in read) {
        const { line, message } = read.problem;
        // The words of the library repeat parts of the text.
        const words = secret ? "is not a value in YAML that can be read" : message;
        return { error: `${line === undefined ? "" : `Line ${line}: `}${words}` };
      }
      const { value } = read.text;
      if (!isJson(value)) return { error: "holds what JSON cannot: give numbers and texts" };
      if (name === undefined && !isRecord(value)) return { error: "must be a YAML mapping" };
      return { given: value === null ? [] : [value] };
    }
  }
}

/** False where a value holds what is stored as something else, such as `.inf`. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || Object.values(value).every(isJson);
    case "string":
    case "boolean":
      return true;
    default:
      return false;
  }
}

/** What stands in a field for a value. */
export async function typedOf({ control }: InputField, value: unknown): Promise<string> {
  switch (control) {
    case "checkbox":
      return value === true ? "on" : "";
    case "choice":
      return JSON.stringify(value);
    case "number":
      return typeof value === "number" ? String(value) : "";
    case "line":
    case "lines":
      return typeof value === "string" ? value : JSON.stringify(value);
    case "yaml": {
      const { stringify } = await import("yaml");
      return stringify(value);
    }
  }
}
