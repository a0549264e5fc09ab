import type { TokenCreator, TokenRecord } from "@svc/core/wire";
import { table, type TableView } from "../frame/table.ts";

const HEADINGS = [
  "NAME",
  "ID",
  "PREFIX",
  "SCOPES",
  "CREATED",
  "LAST USED",
  "EXPIRES",
  "STATE",
  "CREATED BY",
];

/**
 * Tokens as a table (spec §4.5): name, id, key prefix, scopes, created, last used, and how long they
 * live and what created them.
 */
export function tokenTable(tokens: readonly TokenRecord[], view: TableView, now: Date): string {
  return table(
    view,
    HEADINGS,
    tokens.map((token) => [
      token.name,
      token.id,
      token.keyPrefix,
      token.scopes.join(","),
      day(token.createdAt),
      token.lastUsedAt ? day(token.lastUsedAt) : "never",
      token.expiresAt ? day(token.expiresAt) : "never",
      state(token, now),
      creator(token.createdBy),
    ]),
    { isDim: (index) => state(tokens[index]!, now) !== "active" },
  );
}

/** `revoked` before `expired`: the first is permanent. */
function state({ enabled, expiresAt }: TokenRecord, now: Date): string {
  if (!enabled) return "revoked";
  return expiresAt && new Date(expiresAt) <= now ? "expired" : "active";
}

/** `ada (key laptop)`; what is not known is left out. */
function creator(by: TokenCreator | undefined): string {
  if (by === undefined) return "";
  const key = by.key ? ` (${by.key.deleted ? "deleted " : ""}key ${by.key.name ?? by.key.id})` : "";
  return `${by.username ?? "a deleted account"}${key}`;
}

const day = (instant: string) => instant.slice(0, 10);
