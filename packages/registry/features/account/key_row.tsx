import type { TokensOfKey } from "@svc/core/wire";
import { LastUsed, When } from "../../platform/web/components/when.tsx";

/** A personal key as its owner sees it: never the key itself. */
export interface KeyEntry extends TokensOfKey {
  id: string;
  name: string;
  /** The first characters, to tell keys apart. */
  start: string;
  createdAt: string;
  lastUsedAt: string | null;
  enabled: boolean;
}

/** A personal key in a list, with the way to delete it. */
export function KeyRow({ entry, now }: { entry: KeyEntry; now: Date }) {
  const created = entry.tokens.length + entry.otherTokens;
  return (
    <li>
      <div class="row-text">
        <b>{entry.name}</b> <code>{entry.start}…</code>
        {entry.enabled ? null : <span class="chip chip-bad">disabled</span>}
        <p class="quiet">
          Made <When at={entry.createdAt} now={now} />, <LastUsed at={entry.lastUsedAt} now={now} />
        </p>
        {created === 0 ? null : <DeleteWithTokens entry={entry} now={now} />}
      </div>
      {created === 0 && (
        <form method="post" action="/account/keys/delete">
          <input type="hidden" name="id" value={entry.id} />
          <button type="submit" class="danger">
            Delete<span class="visually-hidden">key {entry.name}</span>
          </button>
        </form>
      )}
    </li>
  );
}

/** The key's tokens and the choice between leaving and revoking them, before anything happens. */
function DeleteWithTokens({ entry, now }: { entry: KeyEntry; now: Date }) {
  const { tokens, otherTokens } = entry;
  return (
    <details>
      <summary>
        Delete<span class="visually-hidden">key {entry.name}</span>…
      </summary>
      <form method="post" action="/account/keys/delete">
        <input type="hidden" name="id" value={entry.id} />
        {tokens.length === 0 ? null : (
          <>
            <p>These collective tokens were created with this key and work without it:</p>
            <ul>
              {tokens.map((token) => (
                <li>
                  <b>{token.name}</b> <code>{token.keyPrefix}…</code> of{" "}
                  <a href={`/collectives/${token.collective}/settings/tokens`}>
                    @{token.collective}
                  </a>
                  , <LastUsed at={token.lastUsedAt} now={now} />
                </li>
              ))}
            </ul>
          </>
        )}
        {otherTokens === 0 ? null : (
          <p>
            It created {otherTokens === 1 ? "one token" : `${otherTokens} tokens`}{" "}
            in collectives where you are no owner or admin any more. Only their owners and admins
            can revoke {otherTokens === 1 ? "it" : "them"}.
          </p>
        )}
        <div class="row-actions">
          {tokens.length === 0
            ? null
            : (
              <button type="submit" class="danger" name="tokens" value="revoke">
                Delete the key and revoke {tokens.length === 1 ? "its token" : "its tokens"}
              </button>
            )}
          <button type="submit" name="tokens" value="keep">Delete only the key</button>
        </div>
      </form>
    </details>
  );
}
