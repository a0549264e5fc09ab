import type { Child } from "hono/jsx";
import { assetUrl } from "../assets/asset.ts";

/** What a browser is to have an authenticator do. */
export interface PasskeyQuestion {
  challengeId: string;
  /** For the browser, as WebAuthn's JSON. */
  options: Readonly<Record<string, unknown>>;
}

/** Something that needs passkeys; elsewhere a sentence stands in its place. */
export function WithPasskey({ children }: { children: Child }) {
  return (
    <>
      <div data-passkey-able hidden>{children}</div>
      <p class="quiet" data-passkey-unable>
        Passkeys need scripts and a browser that supports them.
      </p>
      <script type="module" src={assetUrl("passkey.js")}></script>
    </>
  );
}

interface PasskeysUnavailableProps {
  /** The registry's address. */
  at: string;
  /** Which codes the account has: those of its app too, or recovery codes alone. */
  codes: "any" | "recovery";
}

/** Stands in the place of a passkey of an account, where browsers take none. */
export function PasskeysUnavailable({ at, codes }: PasskeysUnavailableProps) {
  return (
    <p>
      This account has a passkey, but browsers offer passkeys on https only, and for a host with a
      name. This registry is at {at}: use {codes === "any" ? "a code" : "a recovery code"}.
    </p>
  );
}

interface PasskeyFormProps {
  /** Where the answer is posted to. */
  action: string;
  /** A new passkey, or the use of one: that begins by itself. */
  ask: "create" | "get";
  question: PasskeyQuestion;
  button: string;
  /** Further fields. */
  children?: Child;
}

/** A form that is sent with an authenticator's answer. */
export function PasskeyForm({ action, ask, question, button, children }: PasskeyFormProps) {
  return (
    <WithPasskey>
      <form
        class="form sheet"
        method="post"
        action={action}
        data-passkey={ask}
        data-options={JSON.stringify(question.options)}
      >
        {children}
        <input type="hidden" name="challengeId" value={question.challengeId} />
        <input type="hidden" name="response" value="" />
        <p role="status" data-passkey-said></p>
        <button type="submit" class="primary">{button}</button>
      </form>
    </WithPasskey>
  );
}
