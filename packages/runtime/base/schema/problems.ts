import { Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "@svc/core/descriptor";
import { type SensitivePlace, sensitivePlaces } from "@svc/core/sensitive";
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

/** What a format of JSON Schema asks for, with an example of it. */
const FORMATS: Readonly<Record<string, string>> = {
  date: "a date such as 2026-11-21",
  time: "a time such as 10:00:00Z",
  "date-time": "a date and time such as 2026-11-21T10:00:00Z",
  duration: "a duration such as P7D or PT12H",
  uri: "a URL such as https://example.com/path",
  "uri-reference": "a URL or a path such as /path",
  url: "a URL such as https://example.com/path",
  email: "an e-mail address such as ada@example.com",
  hostname: "the name of a host such as example.com",
  ipv4: "an IPv4 address such as 192.0.2.1",
  ipv6: "an IPv6 address such as 2001:db8::1",
  regex: "a regular expression such as ^[a-z]+$",
  uuid: "a UUID such as 123e4567-e89b-42d3-a456-426614174000",
};

/** A longer text that has not the format is not shown: cut, a secret would not be known as one. */
const SHOWN = 80;

/** Everything in `value` that a JSON Schema 2020-12 refuses; empty when it fits. */
export function problemsOf(schema: JsonSchema, value: unknown): SchemaProblem[] {
  const validator = new Validator(schema as Record<string, unknown>, "2020-12", false);
  const result = validator.validate(value);
  if (result.valid) return [];
  const units = result.errors as Unit[];
  const choices = units.filter((unit) => unit.keyword === "anyOf" || unit.keyword === "oneOf")
    .map((unit) => unit.instanceLocation);
  const misformed = new Set(
    units.filter(({ keyword }) => keyword === "format").map((unit) => unit.instanceLocation),
  );
  const secrets = misformed.size === 0 ? [] : sensitivePlaces(schema, value);
  const problems = units
    // The format says in words what a pattern beside it does.
    .filter((unit) => unit.keyword !== "pattern" || !misformed.has(unit.instanceLocation))
    .filter((unit) => !OUTER.has(unit.keyword))
    // Of a choice, what each branch dislikes confuses more than that none fits.
    .filter((unit) =>
      !choices.some((place) =>
        unit.keyword !== "anyOf" && unit.keyword !== "oneOf" &&
        (unit.instanceLocation === place || unit.instanceLocation.startsWith(`${place}/`))
      )
    )
    .map((unit) => toProblem(unit, value, secrets));
  return problems.length > 0
    ? problems
    : [{ path: "", message: units[0]?.error ?? "is not valid" }];
}

function toProblem(
  unit: Unit,
  value: unknown,
  secrets: readonly SensitivePlace[],
): SchemaProblem {
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
    case "format": {
      const format = /format "(.*)"/.exec(unit.error)?.[1] ?? "";
      const wanted = FORMATS[format] ?? `in the format ${format}`;
      const text = String(valueAt(value, keys));
      const isSecret = secrets
        .some((place) => place.path.every((key, at) => String(key) === keys[at]));
      const given = isSecret || text.length > SHOWN ? "" : `, not ${JSON.stringify(text)}`;
      return { path, message: `must be ${wanted}${given}` };
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
  const there = valueAt(value, keys);
  return there === null ? "null" : Array.isArray(there) ? "array" : typeof there;
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) at = (at as Record<string, unknown> | undefined)?.[key];
  return at;
}
