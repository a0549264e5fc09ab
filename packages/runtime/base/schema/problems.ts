import { Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "@svc/core/descriptor";
import { type SchemaProblem, UNDECLARED } from "./problem.ts";

interface Unit {
  keyword: string;
  instanceLocation: string;
  error: string;
}

/** Keywords that only say that something below them is wrong. */
const OUTER = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "allOf",
  "$ref",
  "not",
]);

/** Everything in `value` that a JSON Schema 2020-12 refuses; empty when it fits. */
export function problemsOf(schema: JsonSchema, value: unknown): SchemaProblem[] {
  const validator = new Validator(schema as Record<string, unknown>, "2020-12", false);
  const result = validator.validate(value);
  if (result.valid) return [];
  const units = result.errors as Unit[];
  const choices = units.filter((unit) => unit.keyword === "anyOf" || unit.keyword === "oneOf")
    .map((unit) => unit.instanceLocation);
  const problems = units
    .filter((unit) => !OUTER.has(unit.keyword))
    // Of a choice, what each branch dislikes confuses more than that none fits.
    .filter((unit) =>
      !choices.some((place) =>
        unit.keyword !== "anyOf" && unit.keyword !== "oneOf" &&
        (unit.instanceLocation === place || unit.instanceLocation.startsWith(`${place}/`))
      )
    )
    .map((unit) => toProblem(unit, value));
  return problems.length > 0
    ? problems
    : [{ path: "", message: units[0]?.error ?? "is not valid" }];
}

function toProblem(unit: Unit, value: unknown): SchemaProblem {
  const keys = unit.instanceLocation.replace(/^#\/?/, "").split("/").filter((key) => key !== "")
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
  const path = keys.join(".");
  switch (unit.keyword) {
    case "required": {
      const name = /"(.*)"/.exec(unit.error)?.[1] ?? "";
      return { path: path === "" ? name : `${path}.${name}`, message: "is required" };
    }
    case "false":
      return { path, message: UNDECLARED };
    case "type": {
      const wanted = /Expected "(.*)"/.exec(unit.error)?.[1];
      return {
        path,
        message: wanted === undefined
          ? unit.error
          : `must be ${article(wanted)}, not ${article(kindAt(value, keys))}`,
      };
    }
    case "anyOf":
    case "oneOf":
      return { path, message: `fits none of the allowed forms` };
    case "enum":
      return {
        path,
        message: unit.error.replace(/^Instance does not match any of /, "must be one of "),
      };
    default:
      return { path, message: unit.error.replace(/\.$/, "") };
  }
}

function article(type: string): string {
  return type === "null" ? type : `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
}

function kindAt(value: unknown, keys: readonly string[]): string {
  let at = value;
  for (const key of keys) at = (at as Record<string, unknown> | undefined)?.[key];
  return at === null ? "null" : Array.isArray(at) ? "array" : typeof at;
}
