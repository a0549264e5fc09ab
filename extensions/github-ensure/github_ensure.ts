/**
 * Makes sure that a repository, a release or a pull request exists on GitHub: created when it is
 * missing, left alone when it is there. Every method that writes plans first: `dryRun` is true unless
 * it is given as false.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { ensureRelease, ensureReleaseArgs } from "./methods/ensure_release.ts";
import { ensureRepo, ensureRepoArgs } from "./methods/ensure_repo.ts";
import { openPr, openPrArgs } from "./methods/open_pr.ts";
import { sync } from "./methods/sync.ts";
import { ensuredPullSchema } from "./outputs/pull.ts";
import { ensuredReleaseSchema } from "./outputs/release.ts";
import { repoEnsureSchema } from "./outputs/repo_ensure.ts";
import { repositoryListSchema } from "./outputs/repos.ts";
import { globals } from "./methods/connection.ts";
import { RETENTION } from "../platform/retention.ts";

/** The behavior type `@svc/github-ensure`: four methods, four outputs. */
export const model = {
  type: "@svc/github-ensure",
  version: "2026.11.22.1",
  globalArguments: globals,
  resources: {
    repos: { description: "Repositories of the owner", schema: repositoryListSchema, ...RETENTION },
    repoEnsure: {
      description: "Outcome for one repository, with its differences from the request",
      schema: repoEnsureSchema,
      ...RETENTION,
    },
    release: {
      description: "Outcome for the release of one tag",
      schema: ensuredReleaseSchema,
      ...RETENTION,
    },
    pull: { description: "Outcome for one pull request", schema: ensuredPullSchema, ...RETENTION },
  },
  methods: {
    sync: {
      description: "List the owner's repositories; read-only, also tests the token",
      kind: "list",
      arguments: z.object({}),
      execute: (_args: object, context: Parameters<typeof sync>[0]) => sync(context),
    },
    ensureRepo: {
      description: "Create a repository if it is missing; plans unless dryRun=false",
      kind: "create",
      arguments: ensureRepoArgs,
      execute: ensureRepo,
    },
    ensureRelease: {
      description: "Create a release and its tag if there is none; plans unless dryRun=false",
      kind: "create",
      arguments: ensureReleaseArgs,
      execute: ensureRelease,
    },
    openPr: {
      description:
        "Open a pull request if none is open for head and base; plans unless dryRun=false",
      kind: "create",
      arguments: openPrArgs,
      execute: openPr,
    },
  },
};
