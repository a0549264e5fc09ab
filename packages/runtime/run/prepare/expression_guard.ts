import { templateParts } from "../../repository/inputs/template.ts";

/**
 * The first text of `after` with an expression that `before` has nowhere, or undefined: code that
 * rewrites arguments may move the expressions that a person wrote, and no others.
 */
export function newExpression(before: unknown, after: unknown): string | undefined {
  const known = new Set(textsOf(before).flatMap(expressionsOf));
  return textsOf(after).find((text) => expressionsOf(text).some((one) => !known.has(one)));
}

function expressionsOf(text: string): string[] {
  return templateParts(text).flatMap((part) =>
    "text" in part ? [] : ["whole" in part ? part.whole : part.unclosed]
  );
}

/** Every text in a value, the names of its members included. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}
