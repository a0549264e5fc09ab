import { Field } from "@svc/http/page";

/** Asks for the password of the account. */
export function PasswordField({ error }: { error?: string | undefined }) {
  return (
    <Field
      name="password"
      label="Password"
      type="password"
      error={error}
      autocomplete="current-password"
      maxlength={128}
      required
    />
  );
}
