import type { TokenView } from "@svc/serve/tokens";
import { listing, type TableView } from "../frame/table.ts";

/** Tokens of `svc serve` as a table. */
export function tokenTable(tokens: readonly TokenView[], view: TableView): string {
  return listing(view, tokens, {
    NAME: (token) =>
      token.username === undefined ? token.name : `${token.name} (${token.username})`,
    STATE: (token) => token.state,
    "MAY RUN": (token) => token.allow.join(",") || "-",
    "MAY SEE": (token) => token.read.join(",") || "-",
    EXPIRES: (token) => minute(token.expiresAt),
    "LAST USED": (token) => minute(token.lastUsedAt),
    CREATED: (token) => minute(token.createdAt),
    BY: (token) => token.createdBy,
  }, { isDim: (one) => one.state !== "active" });
}

/** To the minute, in UTC: tokens may live for hours. */
function minute(instant: string | null): string {
  return instant === null ? "never" : instant.slice(0, 16).replace("T", " ");
}
