import type { TokenCreator, TokenRecord } from "@svc/core/wire";
import { listing, type TableView } from "../frame/table.ts";

/**
 * Tokens as a table (spec §4.5): name, id, key prefix, scopes, created, last used, and how long they
 * live and what created them.
 */
export function tokenTable(tokens: readonly TokenRecord[], view: TableView, now: Date): string {
  return listing(view, tokens, {
    NAME: (token) => token.name,
    ID: (token) => token.id,
    PREFIX: (token) => token.keyPrefix,
    SCOPES: (token) => token.scopes.join(","),
    CREATED: (token) => day(token.createdAt),
    "LAST USED": (token) => token.lastUsedAt ? day(token.lastUsedAt) : "never",
    EXPIRES: (token) => token.expiresAt ? day(token.expiresAt) : "never",
    STATE: (token) => state(token, now),
    "CREATED BY": (token) => creator(token.createdBy),
  }, { isDim: (one) => state(one, now) !== "active" });
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
