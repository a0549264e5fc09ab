import type { Project } from "./project.ts";

/** One rule, by its type in the API: `creation`, `pull_request`, `required_status_checks` … */
export interface Rule {
  type: string;
  parameters?: {
    required_approving_review_count?: number;
    required_status_checks?: { context: string }[];
    strict_required_status_checks_policy?: boolean;
  };
}

/** Rules for branches or tags of a project. */
export interface Ruleset {
  id: number;
  project: Project;
  name: string;
  target: "branch" | "tag" | "push";
  enforcement: "active" | "disabled" | "evaluate";
  /** Patterns of full names, `~ALL` or `~DEFAULT_BRANCH`. */
  include: readonly string[];
  exclude: readonly string[];
  rules: readonly Rule[];
  /** ISO 8601. */
  createdAt: string;
}

/** Every ruleset of the host. */
export interface Rulesets {
  add(ruleset: Omit<Ruleset, "id">): Ruleset;
  /** Those of a project, oldest first. */
  of(project: Project): Ruleset[];
  remove(ruleset: Ruleset): void;
}

/** A host without rules. */
export function createRulesets(): Rulesets {
  const rulesets: Ruleset[] = [];
  let last = 0;
  return {
    add(ruleset) {
      const added = { ...ruleset, id: ++last };
      rulesets.push(added);
      return added;
    },
    of: (project) => rulesets.filter((one) => one.project.id === project.id),
    remove: (ruleset) => void rulesets.splice(rulesets.indexOf(ruleset), 1),
  };
}
