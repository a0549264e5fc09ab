import type { Schema } from "./document.ts";
import { isContainer } from "./keywords.ts";

/** The schemas that a schema has for one item of a list. */
export function itemSchemas(schema: Schema, index: number): unknown[] {
  const own = (key: string) => Object.hasOwn(schema, key) ? schema[key] : undefined;
  const items = own("items");
  const first = own("prefixItems") ?? (Array.isArray(items) ? items : undefined);
  const rest = Array.isArray(items) ? own("additionalItems") : items;
  const at = Array.isArray(first) && index < first.length ? first[index] : rest;
  return [at, own("contains"), own("unevaluatedItems")].filter((part) => part !== undefined);
}

/**
 * The schemas that a schema has for one property. Where it cannot be told whether a pattern fits the
 * name, both what follows when it does and what follows when it does not.
 */
export function propertySchemas(schema: Schema, name: string): unknown[] {
  const own = (key: string) => Object.hasOwn(schema, key) ? schema[key] : undefined;
  const found: unknown[] = [];
  let declared = false;
  const properties = own("properties");
  if (properties !== undefined && !isContainer(properties)) found.push(properties);
  else if (properties !== undefined && Object.hasOwn(properties, name)) {
    found.push(properties[name]);
    declared = true;
  }
  const patterns = own("patternProperties");
  if (patterns !== undefined && !isContainer(patterns)) found.push(patterns);
  else {
    for (const [pattern, part] of Object.entries(patterns ?? {})) {
      const fits = nameFits(pattern, name);
      if (fits === false) continue;
      found.push(part);
      if (fits === true) declared = true;
    }
  }
  if (!declared) found.push(own("additionalProperties"), own("unevaluatedProperties"));
  return found.filter((part) => part !== undefined);
}

/** One place of a pattern: a character, an escape, a class or a dot, perhaps repeated. */
const ATOM = String
  .raw`(?:[^\\^$.*+?()[\]{}|]|\\[dwsDWS.\-/_$]|\[\^?(?:[^\\\][]|\\[dws.\-/])+\]|\.)`;
const REPEAT = String.raw`(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})`;
const SIMPLE = new RegExp(String.raw`^\^?(?:${ATOM})*(?:${ATOM}${REPEAT})?(?:${ATOM})*\$?$`);

/** Longer names and patterns are not tried. */
const LONGEST = 500;

/**
 * Whether the name of a property fits a stranger's regular expression, or undefined when finding out
 * might take long: only patterns with at most one repetition and no group are tried.
 */
export function nameFits(pattern: string, name: string): boolean | undefined {
  if (pattern.length > LONGEST || name.length > LONGEST || !SIMPLE.test(pattern)) return undefined;
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return undefined;
  }
}
