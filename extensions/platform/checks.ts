import * as z from "npm:zod@4.6.7";
import { storedText } from "./stored_text.ts";

/** How a check stands, the same for check runs and commit statuses. */
const CHECK_STATES = ["success", "failure", "pending", "skipped"] as const;

/** A state of {@link CHECK_STATES}. */
export type CheckState = typeof CHECK_STATES[number];

/** Schema of a {@link Check}. */
export const checkSchema = z.object({
  name: z.string(),
  source: z.enum(["check-run", "status"]),
  state: z.enum(CHECK_STATES),
  url: z.string().nullable(),
});

/** One check of a commit: a check run or a commit status (reference 7.3). */
export type Check = z.infer<typeof checkSchema>;

/** What a completed check run's conclusion means; one that is not here failed. */
const CONCLUSIONS: Readonly<Record<string, CheckState>> = {
  success: "success",
  neutral: "skipped",
  skipped: "skipped",
};

/** A check run of the API as a check. One that is not completed is pending. */
export function fromCheckRun(run: {
  name: string;
  status: string;
  conclusion: string | null;
  html_url: string | null;
}): Check {
  const done = run.status === "completed";
  return {
    name: storedText(run.name),
    source: "check-run",
    state: done ? CONCLUSIONS[run.conclusion ?? ""] ?? "failure" : "pending",
    url: run.html_url,
  };
}

/** A commit status of the API as a check. */
export function fromStatus(status: {
  context: string;
  state: string;
  target_url: string | null;
}): Check {
  const { state } = status;
  return {
    name: storedText(status.context),
    source: "status",
    state: state === "success" || state === "pending" ? state : "failure",
    url: status.target_url || null,
  };
}

/** Schema of a {@link CheckSummary}. */
export const checkSummarySchema = z.object({
  /** `none` when there is no check at all. */
  state: z.enum(["success", "failure", "pending", "none"]),
  passed: z.number().int(),
  failed: z.number().int(),
  pending: z.number().int(),
  skipped: z.number().int(),
  /** Names of those that failed. */
  failing: z.array(z.string()),
});

/** Counts of a list of checks, and what they say together. */
export type CheckSummary = z.infer<typeof checkSummarySchema>;

/** What a list of checks says together: a failure counts at once, success only when all ended. */
export function summarizeChecks(checks: readonly Check[]): CheckSummary {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const failing = checks.filter(({ state }) => state === "failure").map(({ name }) => name);
  const pending = count("pending");
  const state = failing.length > 0
    ? "failure"
    : pending > 0
    ? "pending"
    : checks.length > 0
    ? "success"
    : "none";
  return {
    state,
    passed: count("success"),
    failed: failing.length,
    pending,
    skipped: count("skipped"),
    failing,
  };
}
