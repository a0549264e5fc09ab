import { Field } from "@svc/http/page";

interface CodeFieldProps {
  label?: string;
  /** True for an account without an authenticator app: its recovery codes are its only codes. */
  recoveryOnly?: boolean;
  error?: string | undefined;
}

/** A field for a code of an authenticator app, or a recovery code. */
export function CodeField({ label, recoveryOnly = false, error }: CodeFieldProps) {
  return (
    <Field
      name="code"
      label={label ?? (recoveryOnly ? "Recovery code" : "Code")}
      hint={label !== undefined
        ? undefined
        : recoveryOnly
        ? "One of the codes that you got with your passkey. Each works once, and puts the account on hold for 72 hours."
        : "Six digits from your authenticator app, or a recovery code."}
      error={error}
      autocomplete="one-time-code"
      maxlength={64}
      required
    />
  );
}
