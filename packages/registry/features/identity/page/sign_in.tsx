import { Field } from "@svc/http/page";
import { HiddenReturn, withReturn } from "../../../platform/web/components/hidden_return.tsx";
import { NarrowPage, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import {
  PasskeyForm,
  type PasskeyQuestion,
  PasskeysUnavailable,
  WithPasskey,
} from "../../../platform/web/components/passkey.tsx";
import { PasswordField } from "../../../platform/web/components/password_field.tsx";
import { CodeField } from "../../../platform/web/components/code_field.tsx";

interface SignInPageProps extends PageFrame {
  returnTo: string;
  /** Whether passkeys work at the address of the registry. */
  passkeys: boolean;
  /** What was typed as name or address before a refusal. */
  login?: string;
  error?: string | undefined;
}

/** The sign-in form: e-mail address or username, and password. */
export function SignInPage(props: SignInPageProps) {
  const { returnTo, passkeys } = props;
  return (
    <NarrowPage title="Sign in" viewer={props.viewer} here={props.here} error={props.error}>
      <form class="form sheet" method="post" action="/sign-in">
        <HiddenReturn to={returnTo} />
        <Field
          name="login"
          label="E-mail address or username"
          value={props.login}
          autocomplete="username"
          maxlength={254}
          required
        />
        <PasswordField />
        <button type="submit" class="primary">Sign in</button>
      </form>
      {passkeys && (
        <WithPasskey>
          <form method="post" action="/sign-in/passkey">
            <HiddenReturn to={returnTo} />
            <p>
              <button type="submit">Sign in with a passkey</button>
            </p>
          </form>
        </WithPasskey>
      )}
      <p>
        <a href="/forgot-password">Forgot password?</a>
      </p>
      <p>
        No account yet?{" "}
        <a href={withReturn("/sign-up", returnTo)}>
          Sign up
        </a>
      </p>
    </NarrowPage>
  );
}

interface PasskeySignInPageProps extends PageFrame {
  returnTo: string;
  question: PasskeyQuestion;
}

/** Has the browser ask for a passkey. */
export function PasskeySignInPage({ returnTo, question, ...frame }: PasskeySignInPageProps) {
  return (
    <NarrowPage title="Sign in" {...frame} heading="Sign in with a passkey">
      <p>Your browser asks for it. Confirm with your finger, face or PIN.</p>
      <PasskeyForm
        action="/sign-in/passkey"
        ask="get"
        question={question}
        button="Ask for the passkey"
      >
        <HiddenReturn to={returnTo} />
      </PasskeyForm>
      <p>
        <a href={withReturn("/sign-in", returnTo)}>Sign in with your password</a>
      </p>
    </NarrowPage>
  );
}

interface SecondFactorPageProps extends PageFrame {
  returnTo: string;
  /** Names the sign-in whose password was right. */
  pending: string;
  /** The second factors of the account: `totp`, `passkey`. */
  factors: readonly string[];
  /** The registry's address, where browsers take no passkeys at it. */
  noPasskeysAt: string | undefined;
  error?: string | undefined;
}

/** The second step of signing in. */
export function SecondFactorPage(props: SecondFactorPageProps) {
  const { returnTo, pending, factors, noPasskeysAt, error } = props;
  const recoveryOnly = !factors.includes("totp");
  return (
    <NarrowPage title="Sign in" viewer={props.viewer} here={props.here} error={error}>
      {!factors.includes("passkey")
        ? null
        : noPasskeysAt !== undefined
        ? <PasskeysUnavailable at={noPasskeysAt} codes={recoveryOnly ? "recovery" : "any"} />
        : (
          <>
            <p>
              Your password was right. This account has a passkey: use it
              {recoveryOnly ? ", or a recovery code." : ", or a code."}
            </p>
            <WithPasskey>
              <form class="form sheet" method="post" action="/sign-in/passkey">
                <HiddenReturn to={returnTo} />
                <input type="hidden" name="pending" value={pending} />
                <button type="submit" class="primary">Use a passkey</button>
              </form>
            </WithPasskey>
          </>
        )}
      <form class="form sheet" method="post" action="/sign-in/code">
        <HiddenReturn to={returnTo} />
        <input type="hidden" name="pending" value={pending} />
        <input type="hidden" name="factors" value={factors.join(" ")} />
        <CodeField recoveryOnly={recoveryOnly} />
        <button type="submit" class="primary">Sign in</button>
      </form>
      <p>
        <a href={withReturn("/sign-in", returnTo)}>Sign in as somebody else</a>
      </p>
    </NarrowPage>
  );
}
