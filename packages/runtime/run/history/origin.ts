import type { RunOrigin } from "@svc/core/answer";
import { isRecord } from "@svc/core/json";

/** Of records that say where a run comes from; earlier ones have no number. */
export const GENERATION = 2;

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown) => typeof value === "string";
const isOneOf = (...all: string[]) => (value: unknown) => all.includes(value as string);
const maybe = (is: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || is(value);

const CODE: Readonly<Record<"extension" | "consent", Shape>> = {
  extension: {
    name: isText,
    from: isOneOf("builtin", "local", "pulled"),
    version: maybe(isText),
    checksum: maybe(isText),
    bundle: maybe(isText),
    serverUrl: maybe(isText),
    logIndex: maybe(Number.isSafeInteger),
  },
  consent: { by: maybe(isText), at: isText },
};

/** What each part of an origin holds. By hand, as loading zod takes longer than reading the records. */
const PARTS: { readonly [part in Exclude<keyof RunOrigin, "others">]-?: Shape } = {
  ...CODE,
  commit: { id: isText, dirty: maybe((value) => typeof value === "boolean") },
  caller: {
    by: isText,
    trigger: maybe(isOneOf("command", "api", "page", "mcp", "schedule", "webhook")),
  },
};

/**
 * Where a run comes from, by its record. A part that is not of its shape is not known: a later version may
 * say it in another way, and in a record of a generation that did not say it, somebody else wrote it.
 */
export function parseOrigin({ generation, origin }: Record<string, unknown>): RunOrigin {
  if (typeof generation !== "number" || generation < GENERATION || !isRecord(origin)) return {};
  const others = Array.isArray(origin["others"]) ? origin["others"].flatMap(parseOther) : [];
  return { ...partsOf(origin, PARTS), ...(others.length === 0 ? {} : { others }) };
}

function parseOther(value: unknown): NonNullable<RunOrigin["others"]> {
  if (!isRecord(value) || !isOneOf("checks", "report")(value["does"])) return [];
  const { extension, ...rest } = partsOf(value, CODE) as RunOrigin;
  const does = value["does"] as "checks" | "report";
  return extension === undefined ? [] : [{ does, extension, ...rest }];
}

function partsOf(
  origin: Record<string, unknown>,
  shapes: Readonly<Record<string, Shape>>,
): Record<string, unknown> {
  const parts = Object.entries(shapes).flatMap(([part, shape]) => {
    const value = origin[part];
    if (!isRecord(value)) return [];
    if (!Object.entries(shape).every(([key, is]) => is(value[key]))) return [];
    const known = Object.keys(shape).flatMap((key) =>
      value[key] === undefined ? [] : [[key, value[key]]]
    );
    return [[part, Object.fromEntries(known)]];
  });
  return Object.fromEntries(parts);
}
