import type { ErrorBody } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { Notice } from "@svc/http/page";
import { parsedJson } from "@svc/core/json";
import { raw } from "hono/html";
import { renderSVG } from "uqr";
import { instantText } from "@svc/core/text";
import {
  askApi,
  callApi,
  field,
  type Form,
  readForm,
  refusalText,
} from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { redirect } from "@svc/http/edge";
import { When } from "../../platform/web/components/when.tsx";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";
import type { Offer } from "../factor/mod.ts";
import { relyingParty } from "../../access/credential/relying_party.ts";
import type { PasskeyQuestion } from "../../platform/web/components/passkey.tsx";
import { CodeField } from "../../platform/web/components/code_field.tsx";
import { mailHistory, type SentMail } from "../mail/history.ts";
import { SECURITY_MAILS } from "../mail/kinds.ts";
import { AccountFrame } from "./frame.tsx";
import { SentMails } from "./mail_list.tsx";
import { type PasskeyEntry, PasskeysSection } from "./passkeys_section.tsx";
import { Section } from "../../platform/web/components/section.tsx";

const PATH = "/account/security";

/** What the interface answers about the account's factors. */
interface Security {
  totp: { addedAt: string } | null;
  recoveryCodesLeft: number;
  heldUntil: string | null;
}

/** What a form led to. */
interface Outcome {
  done?: string;
  error?: string;
  /** An app that is being set up. */
  offer?: Offer;
  /** New recovery codes: shown once. */
  codes?: readonly string[] | null;
  /** A passkey that is being created. */
  question?: PasskeyQuestion;
  /** What was wrong with a passkey. */
  passkeyError?: string;
}

interface SecurityPageProps extends PageFrame {
  username: string;
  security: Security;
  passkeys: readonly PasskeyEntry[];
  mails: readonly SentMail[];
  baseUrl: string;
  outcome: Outcome;
  now: Date;
}

function SecurityPage(props: SecurityPageProps) {
  const { username, security, passkeys, mails, baseUrl, outcome, now, ...frame } = props;
  const { totp } = security;
  const { offer, codes, done, error } = outcome;
  const hasFactor = totp !== null || passkeys.length > 0;
  return (
    <AccountFrame {...frame} title="Security" path={PATH}>
      {error && !offer ? <Notice kind="error" title={error} /> : null}
      {done ? <Notice kind="success" title={done} /> : null}
      {codes ? <Codes codes={codes} /> : null}
      {security.heldUntil ? <Hold until={new Date(security.heldUntil)} /> : null}
      <PasskeysSection
        passkeys={passkeys}
        host={relyingParty(baseUrl)?.id}
        baseUrl={baseUrl}
        question={outcome.question}
        error={outcome.passkeyError}
        now={now}
      />
      <Section id="app" title="Authenticator app">
        {totp === null
          ? (
            <p>
              {hasFactor ? null : "Your password alone signs in. "}
              With an authenticator app, your password signs in with a code from your phone, so a
              stolen password is not enough.
            </p>
          )
          : (
            <p>
              Signing in with your password needs a code of your app, since{" "}
              <When at={totp.addedAt} now={now} />.
            </p>
          )}
        {offer
          ? <SetUp offer={offer} error={error} />
          : <Change hasApp={totp !== null} isFirst={!hasFactor} />}
      </Section>
      {!hasFactor ? null : (
        <Section id="codes" title="Recovery codes">
          <p>
            {security.recoveryCodesLeft}{" "}
            of 10 left. Each signs in once, with your password, when you do not have{" "}
            {totp === null ? "your passkey" : "the app"}
            {totp === null ? " or the browser runs no scripts" : null}.
          </p>
          {offer ? null : (
            <form method="post" action={PATH}>
              <button type="submit" name="action" value="codes">Replace the recovery codes</button>
            </form>
          )}
        </Section>
      )}
      <Section id="events" title="Recent events">
        <p>
          What is done to the account is in the{" "}
          <a href={`/collectives/${username}/settings/audit`}>audit log of @{username}</a>, which
          only you read.
        </p>
        {mails.length === 0 ? null : (
          <>
            <p>
              You were told of this by mail. Mails are remembered for {LIMITS.mailKeptDays} days.
            </p>
            <SentMails mails={mails} now={now} />
          </>
        )}
      </Section>
    </AccountFrame>
  );
}

function Hold({ until }: { until: Date }) {
  return (
    <Notice kind="warning" title={`Your account is on hold until ${instantText(until)}.`}>
      <p>
        A recovery code was used, or the operator removed your second factor. You can add a factor
        and end sessions. Signing in with a factor that you had before ends the hold.
      </p>
      <form method="post" action={PATH}>
        <button type="submit" class="danger" name="action" value="cancel-hold">
          It was not me: undo it and sign everybody out
        </button>
      </form>
    </Notice>
  );
}

function Change({ hasApp, isFirst }: { hasApp: boolean; isFirst: boolean }) {
  return (
    <form class="row-actions" method="post" action={PATH}>
      <button type="submit" class={isFirst ? "primary" : undefined} name="action" value="begin">
        {hasApp ? "Move to another app" : "Add an authenticator app"}
      </button>
      {hasApp && (
        <button type="submit" class="danger" name="action" value="remove">Remove the app</button>
      )}
    </form>
  );
}

function SetUp({ offer, error }: { offer: Offer; error: string | undefined }) {
  return (
    <form class="form sheet" method="post" action={PATH}>
      <p>Scan this with an authenticator app, or type the key into it.</p>
      <div class="qr" role="img" aria-label="QR code of the key below">
        {raw(renderSVG(offer.url, { pixelSize: 1, border: 4 }))}
      </div>
      <p>
        Key: <code>{offer.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <input type="hidden" name="secret" value={offer.secret} />
      <input type="hidden" name="url" value={offer.url} />
      <input type="hidden" name="offer" value={offer.offer} />
      <CodeField label="Code that the app shows" error={error} />
      <button type="submit" class="primary" name="action" value="confirm">Add the app</button>
    </form>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <Notice kind="success" title="Your recovery codes. They are shown only now.">
      <p>
        Keep them where you do not keep your passkey or the app, on paper or in a password manager.
      </p>
      <pre tabindex={0}>{codes.join("\n")}</pre>
    </Notice>
  );
}

/** POST /account/security: what the button says. */
export async function changeSecurity(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  if (field(form, "action") === "cancel-hold") {
    const answer = await callApi(visit, "DELETE /api/v1/account/hold");
    return answer.ok
      ? redirect("/sign-in")
      : await showSecurity(visit, answer.status, { error: textOf(answer.error) });
  }
  const { status, outcome } = await act(visit, form);
  return await showSecurity(visit, status, outcome);
}

async function act(
  visit: SignedInVisit,
  form: Form,
): Promise<{ status: number; outcome: Outcome }> {
  const call = async <Body,>(
    method: "POST" | "PATCH" | "DELETE",
    path: string,
    body: unknown,
    outcome: (body: Body) => Outcome,
    onError: Outcome = {},
  ) => {
    const answer = await callApi<Body>(visit, `${method} /api/v1/account/${path}`, body);
    if (answer.ok) return { status: 200, outcome: outcome(answer.body) };
    const error = path.startsWith("passkeys")
      ? { passkeyError: passkeyText(answer.error) }
      : { error: textOf(answer.error) };
    return { status: answer.status, outcome: { ...onError, ...error } };
  };
  type WithCodes = { recoveryCodes: string[] | null };
  switch (field(form, "action")) {
    case "begin":
      return await call<Offer>("POST", "totp", undefined, (offer) => ({ offer }));
    case "confirm": {
      const offer = {
        offer: field(form, "offer"),
        secret: field(form, "secret"),
        url: field(form, "url"),
      };
      const body = { offer: offer.offer, code: field(form, "code") };
      return await call<WithCodes>("POST", "totp/confirm", body, ({ recoveryCodes }) => ({
        done: "The app was added.",
        codes: recoveryCodes,
      }), { offer });
    }
    case "remove":
      return await call("DELETE", "totp", undefined, () => ({ done: "The app was removed." }));
    case "passkey-begin":
      return await call<PasskeyQuestion>("POST", "passkeys/options", undefined, (question) => ({
        question,
      }));
    case "passkey-add": {
      const name = field(form, "name");
      const body = {
        challengeId: field(form, "challengeId"),
        response: parsedJson(field(form, "response")),
        ...(name === "" ? {} : { name }),
      };
      return await call<WithCodes>("POST", "passkeys", body, ({ recoveryCodes }) => ({
        done: "The passkey was added.",
        codes: recoveryCodes,
      }));
    }
    case "passkey-rename": {
      const body = { name: field(form, "name") };
      return await call("PATCH", passkeyPath(form), body, () => ({
        done: "The passkey was renamed.",
      }));
    }
    case "passkey-remove":
      return await call("DELETE", passkeyPath(form), undefined, () => ({
        done: "The passkey was removed.",
      }));
    case "codes":
      return await call<WithCodes>("POST", "recovery-codes", undefined, ({ recoveryCodes }) => ({
        codes: recoveryCodes,
      }));
  }
  return { status: 400, outcome: { error: "This form has no such button." } };
}

function textOf(error: ErrorBody): string {
  if (error.code === "validation_failed") return "The code or the key is missing or too old.";
  return refusalText(error);
}

function passkeyText(error: ErrorBody): string {
  if (error.code === "validation_failed") {
    return "The passkey needs a name of 1 to 64 characters, and the answer of your browser.";
  }
  return refusalText(error);
}

function passkeyPath(form: Form): string {
  return `passkeys/${encodeURIComponent(field(form, "id"))}`;
}

/** GET /account/security, and what a form on it led to. */
export async function showSecurity(
  visit: SignedInVisit,
  status = 200,
  outcome: Outcome = {},
): Promise<Rendered> {
  const { services, principal, now } = visit;
  const [security, { passkeys }, mails] = await Promise.all([
    askApi<Security>(visit, "GET /api/v1/account/security"),
    askApi<{ passkeys: PasskeyEntry[] }>(visit, "GET /api/v1/account/passkeys"),
    mailHistory(services.db, principal.user.id, now, { kinds: SECURITY_MAILS, most: 50 }),
  ]);
  return {
    status,
    secret: outcome.offer !== undefined || outcome.question !== undefined || outcome.codes != null,
    page: (
      <SecurityPage
        {...visit.frame}
        username={principal.user.username}
        security={security}
        passkeys={passkeys}
        mails={mails}
        baseUrl={services.config.baseUrl}
        outcome={outcome}
        now={now}
      />
    ),
  };
}
