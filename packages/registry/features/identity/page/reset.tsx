import { isSvcError } from "@svc/core/error";
import { readForm, refusalText } from "../../../access/page/form.ts";
import type { Rendered, Visit } from "../../../access/page/visit.ts";
import { Check } from "../../../platform/web/components/check.tsx";
import { Field, Notice } from "@svc/http/page";
import { NarrowPage, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { PASSWORD_LENGTH } from "../password/rule.ts";
import { rememberDevice } from "../known_device.ts";
import { resetPassword, resetSubject } from "../password/reset.ts";

interface ResetPageProps extends PageFrame {
  token: string;
  username: string;
  proves: boolean;
  error?: string;
}

function ResetPage({ token, username, proves, error, ...frame }: ResetPageProps) {
  return (
    <NarrowPage
      title="New password"
      {...frame}
      heading={<>New password for {username}</>}
    >
      <p>All sessions of the account are signed out.</p>
      <form class="form sheet" method="post" action="/reset-password">
        <input type="hidden" name="token" value={token} />
        <Field
          name="password"
          label="New password"
          type="password"
          hint={`At least ${PASSWORD_LENGTH.least} characters.`}
          error={error}
          autocomplete="new-password"
          minlength={PASSWORD_LENGTH.least}
          maxlength={PASSWORD_LENGTH.most}
          required
        />
        {proves
          ? (
            <p>
              Personal keys of the account are deleted and tokens of @{username}{" "}
              are revoked, because its address was not confirmed before.
            </p>
          )
          : (
            <Check name="deleteKeys" on={false}>
              Also delete all my personal keys. Choose this if somebody else had your password.
            </Check>
          )}
        <button type="submit" class="primary">Set the password</button>
      </form>
    </NarrowPage>
  );
}

function ResetDonePage({ ...frame }: PageFrame) {
  return (
    <NarrowPage title="New password" {...frame}>
      <Notice kind="success" title="Your password was changed.">
        <p>
          <a href="/sign-in">Sign in</a> with the new password.
        </p>
      </Notice>
    </NarrowPage>
  );
}

function DeadLinkPage({ text, ...frame }: PageFrame & { text: string }) {
  return (
    <NarrowPage title="New password" {...frame}>
      <Notice kind="error" title={text} />
      <p>
        <a href="/forgot-password">Request a new link</a>
      </p>
    </NarrowPage>
  );
}

/** GET /reset-password?token=: shows the form and uses nothing up. */
export async function showReset(visit: Visit): Promise<Rendered> {
  return await resetForm(visit, visit.url.searchParams.get("token") ?? "");
}

/** POST /reset-password */
export async function reset(visit: Visit): Promise<Rendered> {
  const { services } = visit;
  const form = await readForm(visit);
  const token = form.get("token") ?? "";
  let userId: string;
  try {
    const deleteKeys = form.get("deleteKeys") !== null;
    userId = await resetPassword(services, token, form.get("password") ?? "", deleteKeys);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "validation_failed") return await dead(visit, error);
    return await resetForm(visit, token, error.details?.[0]?.message ?? error.message);
  }
  return {
    secret: true,
    // Who got the mail can sign in, whatever others have tried with the account's name.
    cookies: [await rememberDevice(services, userId)],
    page: <ResetDonePage viewer={undefined} here="/" />,
  };
}

async function resetForm(visit: Visit, token: string, error?: string): Promise<Rendered> {
  try {
    const subject = await resetSubject(visit.services, token);
    return {
      secret: true,
      status: error === undefined ? 200 : 400,
      page: (
        <ResetPage
          viewer={visit.frame.viewer}
          here="/"
          token={token}
          {...subject}
          {...(error !== undefined && { error: `${error[0]!.toUpperCase()}${error.slice(1)}.` })}
        />
      ),
    };
  } catch (refused) {
    return await dead(visit, refused);
  }
}

/**
 * The page of a link that does not work; anything else that went wrong is thrown on. Only these count,
 * so that nobody who shares an address with others stops their links from working.
 */
async function dead(
  { frame: { viewer }, services, context }: Visit,
  error: unknown,
): Promise<Rendered> {
  if (!isSvcError(error) || error.code !== "not_found") throw error;
  await services.auth.limits.reset(context.get("address"));
  const text = refusalText(error.toJSON());
  return { status: 404, secret: true, page: <DeadLinkPage viewer={viewer} here="/" text={text} /> };
}
