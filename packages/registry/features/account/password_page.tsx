import { callApi, readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { Check } from "../../platform/web/components/check.tsx";
import { Field, Notice } from "@svc/http/page";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";
import { PASSWORD_LENGTH } from "../identity/password/rule.ts";
import { AccountFrame } from "./frame.tsx";

interface PasswordPageProps extends PageFrame {
  /** The outcome of the form. */
  done?: { endedSessions: number; deletedKeys: number };
  errors?: { current?: string; next?: string };
}

function PasswordPage({ done, errors = {}, ...frame }: PasswordPageProps) {
  return (
    <AccountFrame {...frame} title="Password" path="/account/password">
      {done && (
        <Notice kind="success" title="Your password was changed.">
          <p>
            {count(done.endedSessions, "other session")} signed out,{" "}
            {count(done.deletedKeys, "personal key")} deleted.
          </p>
        </Notice>
      )}
      <form class="form sheet" method="post" action="/account/password">
        <Field
          name="current"
          label="Current password"
          type="password"
          error={errors.current}
          autocomplete="current-password"
          maxlength={PASSWORD_LENGTH.most}
          required
        />
        <Field
          name="next"
          label="New password"
          type="password"
          hint={`At least ${PASSWORD_LENGTH.least} characters.`}
          error={errors.next}
          autocomplete="new-password"
          minlength={PASSWORD_LENGTH.least}
          maxlength={PASSWORD_LENGTH.most}
          required
        />
        <Check name="deleteKeys" on={false}>
          Also delete all my personal keys. Choose this if somebody else had your password.
        </Check>
        <p class="quiet">All other sessions are signed out.</p>
        <button type="submit" class="primary">Change password</button>
      </form>
      <p>
        <a href="/forgot-password">Forgot password?</a>
      </p>
    </AccountFrame>
  );
}

function count(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}

/** GET /account/password */
export function showPassword(visit: SignedInVisit): Rendered {
  return { page: <PasswordPage {...visit.frame} /> };
}

/** POST /account/password */
export async function changePassword(visit: SignedInVisit): Promise<Rendered> {
  const { frame } = visit;
  const form = await readForm(visit);
  const answer = await callApi<{ endedSessions: number; deletedKeys: number }>(
    visit,
    "POST /api/auth/change-password",
    {
      currentPassword: form.get("current") ?? "",
      newPassword: form.get("next") ?? "",
      deleteKeys: form.get("deleteKeys") !== null,
    },
  );
  if (answer.ok) return { page: <PasswordPage {...frame} done={answer.body} /> };
  const { error, status, retryAfter } = answer;
  const about = error.code === "validation_failed" ? "next" : "current";
  const text = about === "next" ? error.details?.[0]?.message : undefined;
  const errors = {
    [about]: text ? `${text[0]!.toUpperCase()}${text.slice(1)}.` : refusalText(error),
  };
  return { status, retryAfter, page: <PasswordPage {...frame} errors={errors} /> };
}
