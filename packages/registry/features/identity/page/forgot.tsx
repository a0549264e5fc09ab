import { field, readForm } from "../../../access/page/form.ts";
import type { Rendered, Visit } from "../../../access/page/visit.ts";
import { Field, Notice } from "@svc/http/page";
import { NarrowPage, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { knownDevice } from "../known_device.ts";
import { requestReset } from "../password/reset.ts";

interface ForgotPageProps extends PageFrame {
  /** True when the registry sends mail. */
  mail: boolean;
  asked?: boolean;
}

function ForgotPage({ mail, asked, ...frame }: ForgotPageProps) {
  return (
    <NarrowPage title="Forgot password" {...frame}>
      {!mail ? <NoMail /> : asked ? <Asked /> : <AskForm />}
      <p>
        <a href="/sign-in">Back to sign in</a>
      </p>
    </NarrowPage>
  );
}

function NoMail() {
  return (
    <Notice kind="info" title="This registry sends no mail.">
      <p>Ask its operator for a link to reset your password.</p>
    </Notice>
  );
}

function Asked() {
  return (
    <Notice kind="success" title="If the account exists, we sent a mail to its address.">
      <p>
        It has a link that works once, for one hour. If nothing arrives, check your spam folder and
        the address that you typed.
      </p>
    </Notice>
  );
}

function AskForm() {
  return (
    <>
      <p>We send a link to the e-mail address of the account. Use it to choose a new password.</p>
      <form class="form sheet" method="post" action="/forgot-password">
        <Field
          name="login"
          label="E-mail address or username"
          autocomplete="username"
          maxlength={254}
          required
        />
        <button type="submit" class="primary">Send the link</button>
      </form>
    </>
  );
}

/** GET /forgot-password */
export function showForgot({ frame, services }: Visit): Rendered {
  return { page: <ForgotPage {...frame} mail={services.outbox.configured} /> };
}

/** POST /forgot-password: one answer, whatever was typed. */
export async function askForReset(visit: Visit): Promise<Rendered> {
  const { frame, services, context } = visit;
  const form = await readForm(visit);
  const login = field(form, "login");
  const address = context.get("address");
  const device = await knownDevice(services, context.req.raw.headers, login);
  if (device === undefined) await services.auth.limits.reset(address);
  const mail = services.outbox.configured;
  if (mail) await requestReset(services, login, { address, device });
  return { page: <ForgotPage {...frame} mail={mail} asked /> };
}
