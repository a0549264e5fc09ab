import { type ErrorCode, SvcError } from "@svc/core/error";
import { RESTRICTION_CATEGORIES } from "@svc/core/report";
import type { Restriction } from "@svc/core/wire";
import type { RestrictionColumns } from "../store/extension_table.ts";

/** What an endpoint may refuse with because of one. */
export const RESTRICTION_CODES = [
  "quarantined",
  "taken_down",
  "legally_blocked",
] as const satisfies readonly ErrorCode[];

/** The columns that a query selects for {@link restrictionOf}. */
export const RESTRICTION_COLUMNS = [
  "taken_down_at",
  "takedown_reason",
  "takedown_kind",
  "takedown_category",
  "takedown_by",
] as const satisfies readonly (keyof RestrictionColumns)[];

/** What is stored of a restriction, as it is told; null for what nobody is kept from. */
export function restrictionOf(row: RestrictionColumns): Restriction | null {
  if (row.taken_down_at === null) return null;
  return {
    kind: row.takedown_kind ?? "takedown",
    at: row.taken_down_at,
    category: row.takedown_category,
    note: row.takedown_reason,
  };
}

/**
 * The answer for what the operator keeps people from, to who could see it before: what it is, since when
 * and why, in words and as details.
 */
export function restricted(what: string, row: RestrictionColumns): SvcError {
  const { kind, at, category, note } = restrictionOf(row)!;
  const why = [category && RESTRICTION_CATEGORIES[category].label, note].filter(Boolean).join(": ");
  const did = kind === "quarantine" ? "is in quarantine since" : "was taken down on";
  return new SvcError(
    codeOf(kind, category),
    `${what} ${did} ${at.slice(0, 10)}${why === "" ? "" : ` (${why})`}`,
    {
      hint: kind === "quarantine"
        ? "The operator of this registry looks into it. Nobody can pull or change it meanwhile."
        : "Ask the operator of this registry.",
      details: Object.entries({ at, category, note })
        .flatMap(([path, message]) => message === null ? [] : [{ path, message }]),
    },
  );
}

function codeOf(kind: Restriction["kind"], category: Restriction["category"]): ErrorCode {
  if (kind === "quarantine") return "quarantined";
  return category === "law" ? "legally_blocked" : "taken_down";
}
