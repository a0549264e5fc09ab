import type { ErrorBody } from "@svc/core/error";
import { refusalText } from "../../../access/page/form.ts";

/** Refusals of a sign-up by the field they are about; `form` when it is about none. */
export type SignUpErrors = Partial<Record<"username" | "email" | "password" | "form", string>>;

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
