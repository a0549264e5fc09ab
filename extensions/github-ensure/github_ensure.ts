/**
 * Makes sure that a repository, a release or a pull request exists on GitHub: created when it is
 * missing, left alone when it is there. Every method that writes plans first: `dryRun` is true unless
 * it is given as false.
 *
 * @module
 */
import { ensureRelease } from "./methods/ensure_release.ts";
import { ensureRepo } from "./methods/ensure_repo.ts";
import { openPr } from "./methods/open_pr.ts";
import { sync } from "./methods/sync.ts";
import { ensuredPullSchema } from "./outputs/pull.ts";
import { ensuredReleaseSchema } from "./outputs/release.ts";
import { repoEnsureSchema } from "./outputs/repo_ensure.ts";
import { repositoryListSchema } from "./outputs/repos.ts";
import { globals } from "./methods/connection.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-ensure`: four methods, four outputs. */
export const model = {
  type: "@svc/github-ensure",
  version: "2026.11.22.1",
  globalArguments: globals,
  resources: {
    repos: kept("Repositories of the owner", repositoryListSchema),
    repoEnsure: kept(
      "Outcome for one repository, with its differences from the request",
      repoEnsureSchema,
    ),
    release: kept("Outcome for the release of one tag", ensuredReleaseSchema),
    pull: kept("Outcome for one pull request", ensuredPullSchema),
  },
  methods: {
    sync,
    ensureRepo,
    ensureRelease,
    openPr,
  },
};
