import { Notice } from "@svc/http/page";
import { HiddenReturn, withReturn } from "../../../platform/web/components/hidden_return.tsx";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { PasskeysUnavailable, WithPasskey } from "../../../platform/web/components/passkey.tsx";
import { CodeField } from "../../../platform/web/components/code_field.tsx";

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
    <Layout title="Sign in" viewer={props.viewer} here={props.here} noIndex>
      <section class="narrow">
        <h1>Sign in</h1>
        {error ? <Notice kind="error" title={error} /> : null}
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
      </section>
    </Layout>
  );
}
