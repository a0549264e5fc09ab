import { LIMITS } from "@svc/core/limit";
import { SCOPES } from "@svc/core/scope";
import type { TokenRecord } from "@svc/core/wire";
import { Command } from "../../../platform/web/components/command.tsx";
import { Field } from "../../../platform/web/components/field.tsx";
import { Notice } from "../../../platform/web/components/notice.tsx";
import { TokenRow } from "./token_row.tsx";

interface TokenSectionProps {
  tokens: TokenRecord[];
  /** The raw value of a token made by this very request. */
  newToken: string | undefined;
  /** Why the last form of this part was refused. */
  refused: string | undefined;
  /** Address of the settings page. */
  base: string;
  now: Date;
}

/** The tokens of a collective, and the form that makes one with its scopes and expiry. */
export function TokenSection({ tokens, newToken, refused, base, now }: TokenSectionProps) {
  return (
    <section id="tokens" aria-labelledby="tokens-title">
      <h2 id="tokens-title">API tokens</h2>
      <p>
        A token acts as the collective, with its scopes and nothing more. {tokens.length} of{" "}
        {LIMITS.tokensPerCollective} are in use; revoked ones count until they are deleted.
      </p>
      {refused ? <Notice kind="error" title={refused} /> : null}
      {newToken
        ? (
          <Notice kind="success" title="The new token. It is shown this one time.">
            <Command id="new-token" command={newToken} what="the new token" />
          </Notice>
        )
        : null}
      {tokens.length === 0 ? null : (
        <ul class="rows sheet">
          {tokens.map((token) => <TokenRow token={token} base={base} now={now} />)}
        </ul>
      )}
      <details open={refused !== undefined}>
        <summary>Create a token</summary>
        <form class="form sheet" method="post" action={`${base}/create-token`}>
          <Field
            name="name"
            label="Name of the token"
            hint="Who uses it, for example: release robot."
            autocomplete="off"
            maxlength={LIMITS.tokenNameCharacters}
            required
          />
          <Field
            name="days"
            label="Days until it expires"
            hint="Leave empty for a token that lasts until it is revoked. Shorter is safer."
            type="number"
            value="90"
          />
          <fieldset>
            <legend>Scopes</legend>
            <div class="scope-grid">
              {Object.entries(SCOPES).map(([scope, grants]) => (
                <label class="check">
                  <input type="checkbox" name="scope" value={scope} />
                  <span>
                    <code>{scope}</code> <span class="quiet">{grants}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <button type="submit" class="primary">Create token</button>
        </form>
      </details>
    </section>
  );
}
