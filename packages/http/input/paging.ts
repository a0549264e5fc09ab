import { z } from "zod";

/** A page size in a query: a whole number from 1 to `max`. */
export function pageSize(max: number, fallback: number) {
  return wholeNumber(1, max).default(fallback).describe(`How many to return, 1 to ${max}`);
}

/** A whole number in a query or a path, written in plain digits. */
export function wholeNumber(min: number, max: number) {
  return z.string().regex(/^(?:0|[1-9][0-9]{0,15})$/, "must be a whole number in plain digits")
    .transform(Number).pipe(z.number().min(min).max(max))
    .meta({ type: "integer", minimum: min, maximum: max });
}

/** A truth value in a query. */
export const queryFlag = z.enum(["true", "false"]).transform((text) => text === "true");

/** Where to read on. */
export const cursorField = z.string().max(200).optional()
  .describe("`nextCursor` of the previous page");
