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
