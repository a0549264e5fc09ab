import type { State } from "../state/open.ts";

const DAY_MS = 86_400_000;

/**
 * Milliseconds that a token stays in the list after it has ended, by kind, and its name is taken: what
 * ran under that name is not to be mistaken for what another one does. Those of logins have names that
 * nobody chose, and there are many.
 */
export const RETENTION_MS = { token: 30 * DAY_MS, user: DAY_MS } as const;

/** Removes tokens that have been expired or revoked for longer than {@linkcode RETENTION_MS}. */
export function removeEnded({ database }: Pick<State, "database">, now: Date): void {
  const remove = database.prepare(
    "DELETE FROM token WHERE kind = ? AND coalesce(revoked_at, expires_at) < ?",
  );
  for (const [kind, retention] of Object.entries(RETENTION_MS)) {
    remove.run(kind, now.getTime() - retention);
  }
}
