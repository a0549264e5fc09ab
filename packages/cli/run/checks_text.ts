import type { RunCheck } from "@svc/core/answer";

const STATUSES: Record<RunCheck["status"], string> = {
  passed: "passed",
  failed: "failed",
  notRun: "not run",
};

/** The checks of a run, for people. */
export function checksText(checks: readonly RunCheck[] | undefined): string[] {
  if (checks === undefined) return ["Checks: not known"];
  if (checks.length === 0) return ["Checks: none"];
  return [
    "Checks:",
    ...checks.map(({ name, status, message }) =>
      `  ${name}: ${STATUSES[status]}${message === undefined ? "" : ` (${message})`}`
    ),
  ];
}
