import type { ErrorCode } from "@svc/core/error";

/** The exit codes of the command line (design §8), with what each means. */
export const EXIT_CODES = {
  0: "Success.",
  1: "The command failed; the error says why.",
  2: "Unknown command, option or argument.",
  4: "A login or a signed-in browser is needed, or the credential is not valid.",
  75: "Something else holds the lock; try again later.",
  130: "Interrupted at a question, or for the second time while the command was stopping.",
} as const;

/** An exit code of the command line. */
export type ExitCode = keyof typeof EXIT_CODES;

const CODES: Partial<Record<ErrorCode, ExitCode>> = {
  usage: 2,
  not_authenticated: 4,
  invalid_credentials: 4,
  second_factor_required: 4,
  second_factor_wrong: 4,
  proof_required: 4,
  invalid_api_key: 4,
  token_expired: 4,
  token_invalid: 4,
  session_expired: 4,
  session_required: 4,
  lock_timeout: 75,
  interrupted: 130,
};

/** The exit code an error ends the process with. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return CODES[code] ?? 1;
}
