import { Field } from "@svc/http/page";

/** A field for a code of an authenticator app, or a recovery code. */
export function CodeField(
  { label = "Code", error }: { label?: string; error?: string | undefined },
) {
  return (
    <Field
      name="code"
      label={label}
      hint={label === "Code"
        ? "Six digits from your authenticator app, or a recovery code."
        : undefined}
      error={error}
      autocomplete="one-time-code"
      maxlength={64}
      required
    />
  );
}
