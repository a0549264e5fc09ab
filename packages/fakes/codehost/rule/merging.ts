import { type Asking, mayPush } from "../call/mod.ts";
import { distance, findRef } from "../git/mod.ts";
import type { Pull, Rule, State } from "../state/mod.ts";
import { rulesOf } from "./applying.ts";

/** What keeps a pull request from being merged. */
export interface Obstacles {
  /** What the platform says of each rule that is not met. */
  unmet: string[];
  /** The rules want the newest base, and it is not in the head. */
  behind: boolean;
}

/** The rules of the base branch that a pull request does not meet. */
export async function obstaclesOf(call: Asking, pull: Pull): Promise<Obstacles> {
  const name = `refs/heads/${pull.baseRef}`;
  const rules = (await rulesOf(call.state, pull.project, name)).map(({ rule }) => rule);
  const strict = rules.some(({ parameters }) => parameters?.strict_required_status_checks_policy);
  const unmet = await Promise.all(rules.map((rule) => UNMET[rule.type]?.(call, pull, rule) ?? []));
  return {
    unmet: unmet.flat(),
    behind: strict && await isBehind(pull),
  };
}

async function isBehind({ project, baseRef, headSha }: Pull): Promise<boolean> {
  const base = await findRef(project.git, `refs/heads/${baseRef}`);
  return base !== undefined && (await distance(project.git, base.sha, headSha)).behind > 0;
}

type Unmet = (call: Asking, pull: Pull, rule: Rule) => string[] | Promise<string[]>;

const UNMET: Readonly<Record<string, Unmet>> = {
  merge_queue: () => ["Changes must be made through the merge queue"],
  update: () => ["Cannot update this protected ref."],

  async pull_request(call, pull, { parameters }) {
    const wanted = parameters?.required_approving_review_count ?? 0;
    if (await approvals(call, pull) >= wanted) return [];
    const reviews = wanted === 1 ? "review is" : "reviews are";
    return [`At least ${wanted} approving ${reviews} required by reviewers with write access.`];
  },

  required_status_checks({ state }, pull, { parameters }) {
    const results = checkResults(state, pull);
    const wanted = (parameters?.required_status_checks ?? []).map(({ context }) => context);
    return wanted.filter((context) => results.get(context) !== "passed").map((context) => {
      const result = results.get(context);
      const is = result === "failed"
        ? "failing"
        : result === "pending"
        ? "in progress"
        : "expected";
      return `Required status check "${context}" is ${is}.`;
    });
  },
};

/** How many people who may push approve, by the last word of each. */
async function approvals(call: Asking, pull: Pull): Promise<number> {
  const said = call.state.reviews.of(pull).filter((one) =>
    one.state === "APPROVED" || one.state === "CHANGES_REQUESTED" || one.state === "DISMISSED"
  );
  const last = new Map(said.map((one) => [one.author, one.state]));
  const approving = [...last].filter(([, state]) => state === "APPROVED");
  const counted = await Promise.all(approving.map(([login]) => mayPush(call, pull.project, login)));
  return counted.filter((one) => one).length;
}

/** How the check runs and statuses of the head went, by name. */
export function checkResults(
  { checks }: State,
  { project, headSha }: Pull,
): Map<string, "passed" | "failed" | "pending"> {
  const results = new Map<string, "passed" | "failed" | "pending">();
  for (const { name, status, conclusion } of checks.runsOf(project.id, headSha).reverse()) {
    const passed = ["success", "neutral", "skipped"].includes(conclusion ?? "");
    results.set(name, status !== "completed" ? "pending" : passed ? "passed" : "failed");
  }
  for (const { context, state } of checks.statusesOf(project.id, headSha)) {
    results.set(context, state === "success" ? "passed" : state === "pending" ? state : "failed");
  }
  return results;
}
