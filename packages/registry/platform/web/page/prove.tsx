import { Notice } from "@svc/http/page";
import { CodeField } from "../components/code_field.tsx";
import { PasswordField } from "../components/password_field.tsx";
import { Layout, type PageFrame } from "../layout/layout.tsx";

/** A form that is sent again once its person has proved to be there. */
export interface WaitingForm {
  /** The path that it was posted to. */
  path: string;
  /** Its fields, as they were posted. */
  fields: string;
}

interface ProvePageProps extends PageFrame {
  form: WaitingForm;
  /** True for an account with a second factor. */
  byCode: boolean;
  error?: string | undefined;
}

/** Asks for what a stolen session does not have, and carries the posted form on. */
export function ProvePage({ form, byCode, error, ...frame }: ProvePageProps) {
  return (
    <Layout title="Confirm that it is you" viewer={frame.viewer} here={frame.here} noIndex>
      <section class="narrow">
        <h1>Confirm that it is you</h1>
        {error ? <Notice kind="error" title={error} /> : null}
        <p>
          You signed in a while ago, and this can do harm in other hands. Your answer counts for ten
          minutes.
        </p>
        <form class="form sheet" method="post" action="/account/proof">
          <input type="hidden" name="path" value={form.path} />
          <input type="hidden" name="fields" value={form.fields} />
          {byCode ? <CodeField /> : <PasswordField />}
          <button type="submit" class="primary">Confirm</button>
        </form>
      </section>
    </Layout>
  );
}
