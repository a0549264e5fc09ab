import type { Log, LogFields } from "@svc/http/log";
import type { CachedToken, TokenChange } from "./token_cache.ts";

/** Writes a line for each change of a token, whichever process made it. */
export function logChanges(log: Log, changes: readonly TokenChange[]): void {
  for (const { before, after } of changes) {
    const event = eventOf(before, after);
    if (event !== undefined) log.info(event, fields(after ?? before!));
  }
}

function eventOf(before: CachedToken | undefined, after: CachedToken | undefined) {
  if (after === undefined) return "token.removed";
  if (before?.token.id !== after.token.id) return "token.created";
  if (before.token.revokedAt !== after.token.revokedAt) return "token.revoked";
  if (before.token.generation !== after.token.generation) return "token.rotated";
  return "token.changed";
}

function fields({ token }: CachedToken): LogFields {
  return {
    name: token.name,
    kind: token.kind,
    user: token.principal?.username,
    by: token.changedBy,
    expires: token.expiresAt === null ? "never" : new Date(token.expiresAt).toISOString(),
  };
}
