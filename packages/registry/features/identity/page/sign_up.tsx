import { Field, Notice } from "@svc/http/page";
import { HiddenReturn, withReturn } from "../../../platform/web/components/hidden_return.tsx";
import { NarrowPage, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import type { ErrorBody } from "@svc/core/error";
import { refusalText } from "../../../access/page/form.ts";

/** What a sign-up form holds, as typed. */
export interface SignUpInput {
  username: string;
  email: string;
}

interface SignUpPageProps extends PageFrame {
  returnTo: string;
  input?: SignUpInput;
  /** Refusals by field; `form` is about no single one. */
  errors?: Partial<Record<"username" | "email" | "password" | "form", string>>;
}

/** The sign-up form, with each refusal beside its field. */
export function SignUpPage({ returnTo, input, errors = {}, ...frame }: SignUpPageProps) {
  return (
    <NarrowPage title="Sign up" {...frame}>
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      <form class="form sheet" method="post" action="/sign-up">
        <HiddenReturn to={returnTo} />
        <Field
          name="username"
          label="Username"
          hint="2 to 39 lower-case letters, digits, '-' and '_'. It also names your personal collective: @username."
          value={input?.username}
          error={errors.username}
          autocomplete="username"
          minlength={2}
          maxlength={39}
          required
        />
        <Field
          name="email"
          label="E-mail address"
          hint="Shown only to you and to the admins who invite you."
          type="email"
          value={input?.email}
          error={errors.email}
          autocomplete="email"
          maxlength={254}
          required
        />
        <Field
          name="password"
          label="Password"
          hint="At least 8 characters. A long passphrase is best."
          type="password"
          error={errors.password}
          autocomplete="new-password"
          minlength={8}
          maxlength={128}
          required
        />
        <button type="submit" class="primary">Create account</button>
      </form>
      <p>
        Have an account?{" "}
        <a href={withReturn("/sign-in", returnTo)}>
          Sign in
        </a>
      </p>
    </NarrowPage>
  );
}

/** Refusals of a sign-up by the field they are about; `form` when it is about none. */
type SignUpErrors = Partial<Record<"username" | "email" | "password" | "form", string>>;

const FIELD_OF: Readonly<Record<string, keyof SignUpErrors>> = {
  invalid_name: "username",
  name_reserved: "username",
  name_taken: "username",
};

/** Puts a refusal beside its field. */
export function signUpErrors(error: ErrorBody): SignUpErrors {
  const named = FIELD_OF[error.code];
  if (named !== undefined) return { [named]: refusalText(error) };
  const errors: SignUpErrors = {};
  for (const detail of error.details ?? []) {
    const field = detail.path.split(".").at(-1) as keyof SignUpErrors;
    if (field === "username" || field === "email" || field === "password") {
      errors[field] ??= detail.message;
    }
  }
  if (Object.keys(errors).length > 0) return errors;
  // The identity library names a field in its text: "[body.email] must be …".
  const inText = /^\[body\.(username|email|password)\] ?([^;]*)/.exec(error.error);
  if (inText) return { [inText[1]!]: inText[2] };
  return { [fieldNamedIn(error.error)]: refusalText(error) };
}

/** The library's other refusals have no code of ours; their text begins with what they are about. */
function fieldNamedIn(text: string): keyof SignUpErrors {
  if (/^username\b/i.test(text)) return "username";
  if (/^(invalid )?e-?mail\b/i.test(text)) return "email";
  if (/^password\b/i.test(text)) return "password";
  return "form";
}
