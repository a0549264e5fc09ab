import { isSvcError } from "@svc/core/error";
import { personActor } from "../../access/audit/account.ts";
import { callerOrigin } from "../../access/audit/caller_origin.ts";
import { assertProved } from "../../access/credential/proof.ts";
import { field, readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { Field, Notice } from "@svc/http/page";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";
import {
  addressOfLink,
  changeAddress,
  confirmAddress,
  requestVerification,
  tooManyMails,
} from "../identity/password/change_address.ts";
import { heldPassword } from "../identity/password/check_password.ts";
import { mailHistory, type SentMail } from "../mail/history.ts";
import { AccountFrame } from "./frame.tsx";
import { MailList } from "./mail_list.tsx";
import { inTransaction } from "../../platform/store/transaction.ts";
import { PasswordField } from "../../platform/web/components/password_field.tsx";
import { redirect } from "@svc/http/edge";
import { Section } from "../../platform/web/components/section.tsx";

interface AddressPageProps extends PageFrame {
  email: string;
  verified: boolean;
  /** True when the registry sends mail. */
  mail: boolean;
  mails: SentMail[];
  done?: string | undefined;
  errors?: { email?: string; password?: string; form?: string } | undefined;
  input?: string | undefined;
  now: Date;
}

function AddressPage(props: AddressPageProps) {
  const { email, verified, mail, errors = {} } = props;
  return (
    <AccountFrame viewer={props.viewer} here={props.here} title="Address" path="/account/address">
      {props.done ? <Notice kind="success" title={props.done} /> : null}
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      <Section id="present" title="Your address">
        <p>
          <b>{email}</b>{" "}
          <span class={verified ? "chip chip-quiet" : "chip chip-bad"}>
            {verified ? "confirmed" : "not confirmed"}
          </span>
        </p>
        {verified ? null : mail ? <Unconfirmed /> : (
          <p class="quiet">
            This registry sends no mail, so addresses are not confirmed. If you forget your
            password, the operator can create a link to reset it.
          </p>
        )}
      </Section>
      <Section id="change" title="Change it">
        <form class="form sheet" method="post" action="/account/address">
          <Field
            name="email"
            label="New address"
            type="email"
            hint={mail
              ? "We send a link to it. Your address changes when you open the link."
              : undefined}
            value={props.input}
            error={errors.email}
            autocomplete="email"
            maxlength={254}
            required
          />
          <PasswordField error={errors.password} />
          <button type="submit" class="primary">Change address</button>
        </form>
      </Section>
      {mail ? <MailList mails={props.mails} now={props.now} /> : null}
    </AccountFrame>
  );
}

function Unconfirmed() {
  return (
    <>
      <p>
        Open the link that we sent to this address. Until then you see no invitations that were sent
        to it, and get no warnings about your account.
      </p>
      <form method="post" action="/account/address/verify">
        <button type="submit">Send the link again</button>
      </form>
    </>
  );
}

type State = Pick<AddressPageProps, "done" | "errors" | "input"> & { status?: number };

/** GET /account/address, and what a form on it led to. */
export async function showAddress(visit: SignedInVisit, state: State = {}): Promise<Rendered> {
  const { services, principal, frame, now } = visit;
  const { db, outbox } = services;
  const { status = 200, ...shown } = state;
  const [{ email, verified }, mails] = await Promise.all([
    heldPassword(db, principal.user.id),
    mailHistory(db, principal.user.id, now),
  ]);
  const page = (
    <AddressPage
      {...frame}
      {...shown}
      email={email}
      verified={verified}
      mail={outbox.configured}
      mails={mails}
      now={now}
    />
  );
  return { status, page };
}

/** POST /account/address */
export async function postAddress(visit: SignedInVisit): Promise<Rendered> {
  const { services, principal, context } = visit;
  const form = await readForm(visit);
  const email = field(form, "email");
  const { id } = principal.user;
  await assertProved(services.db, principal, services.now(), { given: "password" });
  const address = context.get("address");
  const actor = personActor(id, callerOrigin({ request: context.req.raw, address }));
  const forgive = await services.auth.limits.signIn(id, address, id);
  try {
    const password = form.get("password") ?? "";
    const changed = await changeAddress(services, actor, { email, password }, address);
    await forgive();
    const done = changed
      ? "Your address was changed."
      : `We sent a mail to ${email}. Open the link in it.`;
    return await showAddress(visit, { done });
  } catch (error) {
    if (!isSvcError(error)) throw error;
    if (error.code !== "invalid_credentials") await forgive();
    const about = error.code === "invalid_credentials" ? "password" : fieldOf(error.details);
    const errors = { [about]: refusalText(error.toJSON()) };
    return await showAddress(visit, { status: error.status, errors, input: email });
  }
}

/** POST /account/address/verify: sends the link for the present address again. */
export async function postVerification(visit: SignedInVisit): Promise<Rendered> {
  await readForm(visit);
  const { services, principal: { user }, context } = visit;
  const { email, verified } = await heldPassword(services.db, user.id);
  const { limits } = services.auth;
  const sent = verified ||
    await limits.mail(context.get("address"), "verify_address", email) && await inTransaction(
        services.db,
        (trx) => requestVerification(services, trx, { ...user, email }),
      );
  if (!sent) {
    const refused = tooManyMails();
    const errors = { form: refusalText(refused.toJSON()) };
    return await showAddress(visit, { status: refused.status, errors });
  }
  return await showAddress(visit, { done: `We sent a mail to ${email}.` });
}

function fieldOf(details: readonly { path: string }[] | undefined): "email" | "password" | "form" {
  const path = details?.[0]?.path;
  return path === "email" || path === "password" ? path : "form";
}

interface ConfirmPageProps extends PageFrame {
  /** What a link that works confirms. */
  open?: { address: string; token: string };
  error?: string;
}

function ConfirmPage({ open, error, ...frame }: ConfirmPageProps) {
  return (
    <AccountFrame {...frame} title="Confirm your address" path="/account/address">
      {error === undefined ? null : <Notice kind="error" title={error} />}
      {open === undefined
        ? null
        : (
          <form class="form sheet" method="post" action="/account/address/confirm">
            <input type="hidden" name="token" value={open.token} />
            <p>
              <b>{open.address}</b> becomes the confirmed address of your account{" "}
              <b>{frame.viewer?.username}</b>.
            </p>
            <button type="submit" class="primary">Confirm</button>
          </form>
        )}
    </AccountFrame>
  );
}

/** GET /account/address/confirm?token=: shows the form and uses nothing up. */
export async function showConfirm(visit: SignedInVisit): Promise<Rendered> {
  const { services, principal, frame } = visit;
  const token = visit.url.searchParams.get("token") ?? "";
  try {
    const address = await addressOfLink(services, principal.user.id, token);
    return { secret: true, page: <ConfirmPage {...frame} open={{ address, token }} /> };
  } catch (error) {
    return refused(visit, error);
  }
}

/** POST /account/address/confirm */
export async function postConfirm(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  try {
    await confirmAddress(visit.services, visit.principal.user.id, form.get("token") ?? "");
    return redirect("/account/address");
  } catch (error) {
    return refused(visit, error);
  }
}

function refused({ frame }: SignedInVisit, error: unknown): Rendered {
  if (!isSvcError(error)) throw error;
  const text = refusalText(error.toJSON());
  return { status: error.status, secret: true, page: <ConfirmPage {...frame} error={text} /> };
}
