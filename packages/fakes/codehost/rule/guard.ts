import { type Call, Refusal } from "../call/mod.ts";
import type { Project, Rule } from "../state/mod.ts";
import { rulesOf } from "./applying.ts";

/** What somebody does to a branch or tag without a pull request. */
export type RefChange = "creation" | "update" | "deletion";

/** What breaks each rule, and what the platform says then. */
const BROKEN: Readonly<Record<string, { by: readonly RefChange[]; said(rule: Rule): string }>> = {
  creation: {
    by: ["creation"],
    said: () => "Cannot create ref due to creations being restricted.",
  },
  update: { by: ["update"], said: () => "Cannot update this protected ref." },
  deletion: { by: ["deletion"], said: () => "Cannot delete this protected ref." },
  pull_request: { by: ["update"], said: () => "Changes must be made through a pull request." },
  merge_queue: { by: ["update"], said: () => "Changes must be made through the merge queue" },
  required_status_checks: { by: ["update"], said: (rule) => expected(rule) },
};

const expected = ({ parameters }: Rule): string =>
  (parameters?.required_status_checks ?? []).map(({ context }) =>
    `Required status check "${context}" is expected.`
  ).join("\n\n");

/**
 * Refuses what the repository's rules forbid.
 *
 * @throws Refusal 422 that names every rule, or with another status where the operation has one
 */
export async function guardRef(
  { state }: Pick<Call, "state">,
  project: Project,
  name: string,
  change: RefChange,
  status = 422,
): Promise<void> {
  const broken = (await rulesOf(state, project, name)).filter(({ rule }) =>
    BROKEN[rule.type]?.by.includes(change)
  );
  if (broken.length > 0) {
    throw violation(broken.map(({ rule }) => BROKEN[rule.type]!.said(rule)), status);
  }
}

/** The refusal that names what was broken. */
export const violation = (said: readonly string[], status: number): Refusal =>
  new Refusal(status, `Repository rule violations found\n\n${said.join("\n\n")}\n\n`);
