import type { TokenCreator, TokenRecord } from "@svc/core/wire";
import { columns } from "../frame/columns.ts";
import type { Paint } from "../frame/paint.ts";

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
export function tokenTable(tokens: readonly TokenRecord[], paint: Paint, now: Date): string {
  const [head, ...rows] = columns([
    HEADINGS,
    ...tokens.map((token) => [
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
  ]);
  return [
    paint.bold(head!),
    ...rows.map((row, index) => state(tokens[index]!, now) === "active" ? row : paint.dim(row)),
  ].join("\n");
}

/** `revoked` before `expired`: the first is for good. */
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
