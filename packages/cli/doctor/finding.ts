import { isSvcError } from "@svc/core/error";

/** Everything that is checked, in this order; each is reported, also when it could not be run. */
export const CHECKS = [
  "configuration",
  "files",
  "policy",
  "vaults",
  "datastore",
  "extensions",
  "server",
  "clock",
  "credential",
  "scopes",
  "expiry",
] as const;

/** What one check found, with the way to fix it; one that passed may still have advice. */
export interface Finding {
  /** `leaks` is looked for only when somebody asks. */
  check: typeof CHECKS[number] | "leaks";
  outcome: "passed" | "failed" | "notRun";
  found: string;
  fix?: string;
}

/** A refusal as a finding. Anything else is a bug and thrown on. */
export function failed(check: Finding["check"], error: unknown): Finding {
  if (!isSvcError(error)) throw error;
  return {
    check,
    outcome: "failed",
    found: error.message,
    ...(error.hint === undefined ? {} : { fix: error.hint }),
  };
}
