/** A kind of failure: why, and what to do. An answer that says more replaces either. */
interface FailureRow {
  reason: string;
  hint: string;
}

/** Every kind of failure of the catalogue's extensions; reference, section 1.3. */
export const FAILURES = {
  unauthorized: {
    reason: "refused, the token is not valid or has expired",
    hint:
      "Set a valid one: the behavior's own argument, GH_TOKEN or GITHUB_TOKEN, or run 'gh auth login'",
  },
  missing_token: {
    reason: "there is no token",
    hint: "Set GH_TOKEN or GITHUB_TOKEN, or run 'gh auth login'",
  },
  rate_limited: {
    reason: "refused, the rate limit is used up",
    hint: "Run again later",
  },
  sso_required: {
    reason: "refused, the organisation asks for single sign-on",
    hint: "Authorise the token for the organisation, then run again",
  },
  forbidden: {
    reason: "refused, the token may not do this",
    hint: "Give the token the permission that the README names",
  },
  archived: {
    reason: "refused, the repository is archived and read-only",
    hint: "Unarchive it, or omit it",
  },
  suspended: {
    reason: "refused, the token's account or app is suspended",
    hint: "Use the token of one that is active",
  },
  plan: {
    reason: "refused, the repository's plan does not include this",
    hint: "Upgrade the plan, or make the repository public",
  },
  not_found: {
    reason: "not found: it does not exist, or the token may not see it",
    hint: "Check the name, and that the token can read it",
  },
  not_mergeable: {
    reason: "it cannot be merged now",
    hint: "Check its checks, reviews and branch rules",
  },
  too_large: {
    reason: "too large for the API",
    hint: "Read the files one by one, or use git",
  },
  conflict: {
    reason: "refused, it conflicts with the current state",
    hint: "Check the current state, then run again",
  },
  busy: {
    reason: "another run is working on it",
    hint: "Wait until it has ended, then run again",
  },
  empty_repository: {
    reason: "the repository is empty",
    hint: "Push a first commit, then run again",
  },
  gone: {
    reason: "it was deleted, or the feature is disabled in this repository",
    hint: "Check the repository's settings",
  },
  invalid: {
    reason: "refused, the platform does not accept these values",
    hint: "Correct the arguments",
  },
  already_exists: {
    reason: "refused, it already exists",
    hint: "Choose another name, or use what exists",
  },
  rule_violation: {
    reason: "refused, a rule of the repository forbids it",
    hint: "Ask an administrator, or choose a name or branch that the rules allow",
  },
  legal: {
    reason: "blocked for legal reasons",
    hint: "The platform's notice says more",
  },
  pending: {
    reason: "the platform is still computing the answer",
    hint: "Run again in a minute",
  },
  unavailable: {
    reason: "the platform did not answer",
    hint: "Run again later",
  },
  moved: {
    reason: "the repository was renamed or moved, and nothing was written",
    hint: "Use its new name",
  },
  wrong_base_url: {
    reason: "the address is not that of an API",
    hint: "Write https://api.github.com, https://HOST/api/v3 for an enterprise server, " +
      "or https://api.NAME.ghe.com",
  },
  no_program: {
    reason: "a program is missing",
    hint: "Install it, and check that it is in PATH",
  },
  branch_exists: {
    reason: "refused, the branch already exists",
    hint: "Name another branch, or delete this one if nobody needs it",
  },
  no_commits: {
    reason: "refused, the head has no commit that the base lacks",
    hint: "Push the change to the head branch first",
  },
  no_match: {
    reason: "the pattern matches nothing",
    hint: "Read the file, and correct the pattern",
  },
  several_matches: {
    reason: "the pattern matches more than once, but must match exactly once",
    hint: "Include more of the surrounding text",
  },
  git_failed: {
    reason: "git failed",
    hint: "Check git's message",
  },
  agent_failed: {
    reason: "the agent program did not succeed",
    hint: "Run it by hand to see more",
  },
  refused: {
    reason: "refused",
    hint: "Correct the arguments",
  },
} as const satisfies Record<string, FailureRow>;

/** A stable word for a kind of failure. */
export type FailureCode = keyof typeof FAILURES;

/** All words of {@link FAILURES}. */
export const FAILURE_CODES: readonly FailureCode[] = Object.keys(FAILURES) as FailureCode[];
