import { LIMITS } from "@svc/core/limit";
import { SCOPES } from "@svc/core/scope";
import type { TokenRecord } from "@svc/core/wire";
import { Command } from "../../../platform/web/components/command.tsx";
import { Field, Notice } from "@svc/http/page";
import { TokenRow } from "./token_row.tsx";

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
      {tokens.length === 0 ? null : (
        <ul class="rows sheet">
          {tokens.map((token) => <TokenRow token={token} base={base} now={now} />)}
        </ul>
      )}
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
