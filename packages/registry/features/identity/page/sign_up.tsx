import { Field, Notice } from "@svc/http/page";
import { HiddenReturn, withReturn } from "../../../platform/web/components/hidden_return.tsx";
import { NarrowPage, type PageFrame } from "../../../platform/web/layout/layout.tsx";

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
