import type { CodeResult } from "../outputs/code_result.ts";
import type { RepoIssue } from "../outputs/issue.ts";
import type { Member } from "../outputs/member.ts";
import type { Run } from "../outputs/pr_run.ts";
import type { Pull } from "../outputs/pull.ts";
import type { Repo } from "../outputs/repo.ts";
import type { Column } from "./log_table.ts";

/** What the run's log shows of issues. */
export const ISSUE_COLUMNS: readonly Column<RepoIssue>[] = [
  { name: "repo", of: (issue) => issue.repo },
  { name: "number", of: (issue) => `#${issue.number}` },
  { name: "state", of: (issue) => issue.state },
  { name: "author", of: (issue) => issue.author },
  { name: "title", of: (issue) => issue.title },
];

/** What the run's log shows of members. */
export const MEMBER_COLUMNS: readonly Column<Member>[] = [
  { name: "login", of: (member) => member.login },
  { name: "role", of: (member) => member.role },
  { name: "scope", of: (member) => member.scope },
];

/** What the run's log shows of pull requests. */
export const PULL_COLUMNS: readonly Column<Pull>[] = [
  { name: "number", of: (pull) => `#${pull.number}` },
  { name: "state", of: (pull) => pull.draft ? "draft" : pull.state },
  { name: "head", of: (pull) => pull.head },
  { name: "author", of: (pull) => pull.author },
  { name: "title", of: (pull) => pull.title },
];

/** What the run's log shows of repositories. */
export const REPO_COLUMNS: readonly Column<Repo>[] = [
  { name: "repository", of: (repo) => repo.fullName },
  { name: "visibility", of: (repo) => repo.private ? "private" : "public" },
  { name: "language", of: (repo) => repo.language },
  { name: "stars", of: (repo) => repo.stars },
  { name: "description", of: (repo) => repo.description },
];

/** What the run's log shows of a search of code. */
export const CODE_COLUMNS: readonly Column<CodeResult>[] = [
  { name: "repo", of: (result) => result.repo },
  { name: "path", of: (result) => result.path },
];

/** What the run's log shows of workflow runs. */
export const RUN_COLUMNS: readonly Column<Run>[] = [
  { name: "id", of: (run) => run.id },
  { name: "workflow", of: (run) => run.workflow },
  { name: "attempt", of: (run) => run.attempt },
  { name: "state", of: (run) => run.conclusion ?? run.status },
];
