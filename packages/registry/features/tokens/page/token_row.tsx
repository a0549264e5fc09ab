import type { TokenCreator, TokenRecord } from "@svc/core/wire";
import { When } from "../../../platform/web/components/when.tsx";

interface TokenRowProps {
  token: TokenRecord;
  /** Address of the settings page. */
  base: string;
  now: Date;
}

/** A collective token in a list: age, expiry, last use, scopes, and the ways to end it. */
export function TokenRow({ token, base, now }: TokenRowProps) {
  const expired = token.expiresAt !== null && new Date(token.expiresAt) <= now;
  return (
    <li>
      <div class="row-text">
        <b>{token.name}</b> <code>{token.keyPrefix}…</code>
        {token.enabled ? null : <span class="chip chip-bad">revoked</span>}
        {token.enabled && expired ? <span class="chip chip-bad">expired</span> : null}
        <p class="quiet">
          Made <When at={token.createdAt} now={now} />
          <Creator by={token.createdBy} />, {token.lastUsedAt === null ? "never used" : (
            <>
              last used <When at={token.lastUsedAt} now={now} />
            </>
          )}, {token.expiresAt === null ? "does not expire" : (
            <>
              {expired ? "expired" : "expires"} <When at={token.expiresAt} now={now} />
            </>
          )}
        </p>
        <p class="quiet">
          <code>{token.scopes.join(", ")}</code>
        </p>
      </div>
      <div class="row-actions">
        {token.enabled && (
          <form method="post" action={`${base}/revoke-token`}>
            <input type="hidden" name="id" value={token.id} />
            <button type="submit">
              Revoke<span class="visually-hidden">token {token.name}</span>
            </button>
          </form>
        )}
        <form method="post" action={`${base}/delete-token`}>
          <input type="hidden" name="id" value={token.id} />
          <button type="submit" class="danger">
            Delete<span class="visually-hidden">token {token.name}</span>
          </button>
        </form>
      </div>
    </li>
  );
}

/** By whom and with what a token was created, as far as it is known. */
function Creator({ by }: { by: TokenCreator | undefined }) {
  if (by === undefined) return null;
  return (
    <>
      {" "}by {by.username ?? "a deleted account"}
      {by.key === null ? null : (
        <>
          {" "}with the key <b>{by.key.name ?? "unnamed"}</b>
          {by.key.deleted ? " (deleted)" : null}
        </>
      )}
      {by.credential === "session" ? " on this site" : null}
    </>
  );
}
