import { HiddenReturn, withReturn } from "../../../platform/web/components/hidden_return.tsx";
import { PasskeyForm, type PasskeyQuestion } from "../../../platform/web/components/passkey.tsx";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";

interface PasskeySignInPageProps extends PageFrame {
  returnTo: string;
  question: PasskeyQuestion;
}

/** Has the browser ask for a passkey. */
export function PasskeySignInPage({ returnTo, question, viewer, here }: PasskeySignInPageProps) {
  return (
    <Layout title="Sign in" viewer={viewer} here={here} noIndex>
      <section class="narrow">
        <h1>Sign in with a passkey</h1>
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
      </section>
    </Layout>
  );
}
