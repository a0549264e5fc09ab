import type { JsonSchema } from "@svc/core/descriptor";
import {
  placeName,
  replaceSensitive,
  type SensitivePlace,
  sensitivePlaces,
} from "@svc/core/sensitive";
import { templateParts } from "./template.ts";

/** What stands in the place of a secret. */
export const BLANK = "***";

/** A secret that is written out where only a reference to it may stand. */
export interface LiteralSecret {
  /** Dotted path. */
  place: string;
  /** Why it counts as a secret, in words, when no schema marks it outright. */
  why?: string;
}

/** The first secret of `value` that is not given by expressions, or undefined. */
export function literalSecret(schema: JsonSchema, value: unknown): LiteralSecret | undefined {
  const found = sensitivePlaces(schema, value).find((place) => !isReferred(place));
  return found && { place: placeName(found), ...whyOf(found) };
}

/** Why a place counts as a secret, when no schema marks it outright. */
function whyOf(place: SensitivePlace): { why?: string } {
  switch (place.reason) {
    case "marked":
      return {};
    case "keys":
      return { why: "its keys are secrets, and keys cannot be expressions" };
    case "unclear":
      return { why: `it may be a secret: ${place.detail}` };
  }
}

/** A copy of `values` to show, without secrets. With `expressions`, those stay as they are written. */
export function withoutSecrets(
  schema: JsonSchema,
  values: Record<string, unknown>,
  { expressions = false }: { expressions?: boolean } = {},
): Record<string, unknown> {
  const shown = replaceSensitive(
    schema,
    values,
    (place) => expressions && isReferred(place) ? place.value : BLANK,
  );
  return typeof shown === "object" && shown !== null
    ? shown as Record<string, unknown>
    : blanked(values);
}

/** The names of `values`, each with a blank. */
export function blanked(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, BLANK]));
}

/** The secrets of `value`, for a redactor. */
export function secretsIn(schema: JsonSchema, value: unknown): unknown[] {
  return sensitivePlaces(schema, value).map((place) => place.value);
}

/** True when a place holds expressions and nothing else but names. */
function isReferred({ value, reason }: SensitivePlace): boolean {
  return reason !== "keys" && isExpressions(value);
}

function isExpressions(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return isOneExpression(value.trim());
  return typeof value === "object" && Object.values(value).every(isExpressions);
}

function isOneExpression(text: string): boolean {
  const parts = templateParts(text);
  return parts.length === 1 && "expression" in parts[0]!;
}
