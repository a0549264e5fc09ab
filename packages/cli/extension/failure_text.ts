import type { SvcError } from "@svc/core/error";

/** Why one of several failed, as their list has it: what went wrong, and the way to fix it. */
export function failureText({ message, hint }: Pick<SvcError, "message" | "hint">): string {
  return hint === undefined ? message : `${message}\nhint: ${hint}`;
}
