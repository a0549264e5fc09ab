import { CodeField } from "../components/code_field.tsx";
import {
  PasskeyForm,
  type PasskeyQuestion,
  PasskeysUnavailable,
  WithPasskey,
} from "../components/passkey.tsx";
import { PasswordField } from "../components/password_field.tsx";
import { NarrowPage, type PageFrame } from "../layout/layout.tsx";

/** A form that is sent again once its person has proved to be there. */
export interface WaitingForm {
  /** The path that it was posted to. */
  path: string;
  /** Its fields, as they were posted. */
  fields: string;
}

interface ProvePageProps extends PageFrame {
  form: WaitingForm;
  /** The second factors of the account. */
  factors: readonly ("totp" | "passkey")[];
  /** The registry's address, where browsers take no passkeys at it. */
  noPasskeysAt: string | undefined;
  /** What a passkey is to sign, once its person chose to use one. */
  question?: PasskeyQuestion | undefined;
  error?: string | undefined;
}

const PATH = "/account/proof";

/** Asks for what a stolen session does not have, and carries the posted form on. */
export function ProvePage(props: ProvePageProps) {
  const { form, factors, noPasskeysAt, question, error, ...frame } = props;
  const recoveryOnly = !factors.includes("totp");
  return (
    <NarrowPage
      title="Confirm that it is you"
      viewer={frame.viewer}
      here={frame.here}
      error={error}
    >
      <p>
        You signed in a while ago, and this can do harm in other hands. Your answer counts for ten
        minutes.
      </p>
      {!factors.includes("passkey")
        ? null
        : noPasskeysAt !== undefined
        ? <PasskeysUnavailable at={noPasskeysAt} codes={recoveryOnly ? "recovery" : "any"} />
        : <ByPasskey form={form} question={question} />}
      <form class="form sheet" method="post" action={PATH}>
        <Waiting form={form} />
        {factors.length === 0 ? <PasswordField /> : <CodeField recoveryOnly={recoveryOnly} />}
        <button type="submit" class="primary">Confirm</button>
      </form>
    </NarrowPage>
  );
}

function ByPasskey({ form, question }: Pick<ProvePageProps, "form" | "question">) {
  if (question !== undefined) {
    return (
      <PasskeyForm action={PATH} ask="get" question={question} button="Use a passkey">
        <Waiting form={form} />
      </PasskeyForm>
    );
  }
  return (
    <WithPasskey>
      <form class="form sheet" method="post" action={PATH}>
        <Waiting form={form} />
        <button type="submit" class="primary" name="passkey" value="begin">Use a passkey</button>
      </form>
    </WithPasskey>
  );
}

function Waiting({ form }: { form: WaitingForm }) {
  return (
    <>
      <input type="hidden" name="path" value={form.path} />
      <input type="hidden" name="fields" value={form.fields} />
    </>
  );
}
