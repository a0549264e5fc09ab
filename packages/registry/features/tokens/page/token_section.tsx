import { LIMITS } from "@svc/core/limit";
import { SCOPES } from "@svc/core/scope";
import type { TokenCreator, TokenRecord } from "@svc/core/wire";
import { Command } from "../../../platform/web/components/command.tsx";
import { Field, Notice } from "@svc/http/page";
import { LastUsed, When } from "../../../platform/web/components/when.tsx";
import { Rows } from "../../../platform/web/components/rows.tsx";

interface TokenSectionProps {
  tokens: TokenRecord[];
  /** The raw value of a token made by this exact request. */
  newToken?: string | undefined;
  /** A form that was refused: what was typed. */
  refused?: { form: URLSearchParams } | undefined;
  /** What is wrong with it, by field. */
  errors?: Readonly<Record<string, string>> | undefined;
  /** Address of the settings. */
  base: string;
  now: Date;
}

/** The tokens of a collective, and the form that makes one with its scopes and expiry. */
export function TokenSection(props: TokenSectionProps) {
  const { tokens, newToken, refused, base, now } = props;
  return (
    <>
      <p>
        A token acts as the collective, with its scopes and nothing more. {tokens.length} of{" "}
        {LIMITS.tokensPerCollective} are in use; revoked ones count until they are deleted.
      </p>
      {newToken && (
        <Notice kind="success" title="The new token. It is shown only now.">
          <Command id="new-token" command={newToken} what="the new token" />
        </Notice>
      )}
      <Rows rows={tokens.map((token) => <TokenRow token={token} base={base} now={now} />)} />
      <details open={refused !== undefined || tokens.length === 0}>
        <summary>Create a token</summary>
        <TokenForm {...props} />
      </details>
    </>
  );
}

function TokenForm({ refused, errors = {}, base }: TokenSectionProps) {
  const typed = (name: string, otherwise: string) => refused?.form.get(name) ?? otherwise;
  const chosen = new Set(refused?.form.getAll("scope"));
  return (
    <form class="form sheet" method="post" action={`${base}/create-token`}>
      <Field
        name="name"
        label="Name of the token"
        hint="What it is for, for example: release bot."
        value={typed("name", "")}
        error={errors["name"]}
        autocomplete="off"
        maxlength={LIMITS.tokenNameCharacters}
        required
      />
      <Field
        name="days"
        label="Days until it expires"
        hint="Leave empty for a token that lasts until it is revoked. Shorter is safer."
        type="number"
        value={typed("days", "90")}
        error={errors["days"]}
      />
      <fieldset
        aria-describedby={errors["scope"] === undefined ? undefined : "scope-error"}
        class={errors["scope"] === undefined ? undefined : "field-wrong"}
      >
        <legend>Scopes</legend>
        {errors["scope"] === undefined
          ? null
          : <p class="field-error" id="scope-error">{errors["scope"]}</p>}
        <div class="scope-grid">
          {Object.entries(SCOPES).map(([scope, grants]) => (
            <label class="check">
              <input type="checkbox" name="scope" value={scope} checked={chosen.has(scope)} />
              <span>
                <code>{scope}</code> <span class="quiet">{grants}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <button type="submit" class="primary">Create token</button>
    </form>
  );
}

interface TokenRowProps {
  token: TokenRecord;
  /** Address of the settings page. */
  base: string;
  now: Date;
}

/** A collective token in a list: age, expiry, last use, scopes, and the ways to end it. */
function TokenRow({ token, base, now }: TokenRowProps) {
  const expired = token.expiresAt !== null && new Date(token.expiresAt) <= now;
  return (
    <li>
      <div class="row-text">
        <b>{token.name}</b> <code>{token.keyPrefix}…</code>
        {token.enabled ? null : <span class="chip chip-bad">revoked</span>}
        {token.enabled && expired ? <span class="chip chip-bad">expired</span> : null}
        <p class="quiet">
          Made <When at={token.createdAt} now={now} />
          <Creator by={token.createdBy} />, <LastUsed at={token.lastUsedAt} now={now} />,{" "}
          {token.expiresAt === null ? "does not expire" : (
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
