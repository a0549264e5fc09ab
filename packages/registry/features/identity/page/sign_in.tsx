import { Field, Notice } from "@svc/http/page";
import { HiddenReturn, withReturn } from "../../../platform/web/components/hidden_return.tsx";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { WithPasskey } from "../../../platform/web/components/passkey.tsx";
import { PasswordField } from "../../../platform/web/components/password_field.tsx";

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
    <Layout title="Sign in" viewer={props.viewer} here={props.here} noIndex>
      <section class="narrow">
        <h1>Sign in</h1>
        {props.error ? <Notice kind="error" title={props.error} /> : null}
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
      </section>
    </Layout>
  );
}
