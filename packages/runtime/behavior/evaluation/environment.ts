import { isClosedVariable } from "@svc/core/permission";
import { SvcError } from "@svc/core/error";

/**
 * The content of an environment variable for a definition.
 *
 * @throws SvcError `invalid_argument` when it is not set, or for svc and Deno alone
 */
export function environmentValue(name: string, env: (name: string) => string | undefined): string {
  if (isClosedVariable(name)) {
    throw invalid(
      `takes ${name}, which is for svc, Deno or the loading of programs`,
      "Put the value into another variable.",
    );
  }
  const value = env(name);
  if (value !== undefined) return value;
  throw invalid(
    `is not set: there is no environment variable ${name}`,
    `Set the environment variable ${name} and run again.`,
  );
}

function invalid(message: string, hint: string): SvcError {
  return new SvcError("invalid_argument", message, { hint });
}
