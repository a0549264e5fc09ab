/**
 * Makes sure that a repository, a release or a pull request exists on GitHub: created when it is
 * missing, left alone when it is there. Every method that writes plans first: `dryRun` is true unless
 * it is given as false.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { ownerPattern } from "../platform/repository_name.ts";
import { ensureRelease } from "./methods/ensure_release.ts";
import { ensureRepo } from "./methods/ensure_repo.ts";
import { openPr } from "./methods/open_pr.ts";
import { sync } from "./methods/sync.ts";
import { ensuredPullSchema } from "./outputs/pull.ts";
import { ensuredReleaseSchema } from "./outputs/release.ts";
import { repoEnsureSchema } from "./outputs/repo_ensure.ts";
import { repositoryListSchema } from "./outputs/repos.ts";
import { MOST_TOPICS, topicSchema } from "./repository/topic.ts";

/** How long data is kept. */
const KEPT = { lifetime: "infinite", garbageCollection: 10 } as const;

/** The behaviour type `@svc/github-ensure`: four methods, four outputs. */
export const model = {
  type: "@svc/github-ensure",
  version: "2026.11.22.1",
  globalArguments: z.object({
    token: z.string().min(1).meta({ sensitive: true }).describe("Token of the API"),
    owner: z.string().regex(ownerPattern).describe(
      "User or organisation that owns the repositories",
    ),
    isOrg: z.boolean().optional().describe(
      "Whether the owner is an organisation; false when left out",
    ),
    baseUrl: z.string().optional().describe(
      "API of an enterprise server, for example https://HOST/api/v3",
    ),
  }),
  resources: {
    repos: {
      description: "Repositories of the owner",
      schema: repositoryListSchema,
      ...KEPT,
    },
    repoEnsure: {
      description: "The outcome of one repository, and how it differs from what was asked for",
      schema: repoEnsureSchema,
      ...KEPT,
    },
    release: {
      description: "The outcome of the release of one tag",
      schema: ensuredReleaseSchema,
      ...KEPT,
    },
    pull: {
      description: "The outcome of one pull request",
      schema: ensuredPullSchema,
      ...KEPT,
    },
  },
  methods: {
    sync: {
      description: "List the owner's repositories; changes nothing and proves the token",
      kind: "list",
      arguments: z.object({}),
      execute: (_args: object, context: Parameters<typeof sync>[0]) => sync(context),
    },
    ensureRepo: {
      description: "Create a repository if it is missing; plans unless dryRun=false",
      kind: "create",
      arguments: z.object({
        name: z.string().min(1).max(140).describe("Name of the repository"),
        description: z.string().max(350).optional().describe("One line about it"),
        private: z.boolean().optional().describe(
          "Whether a new one is private; true when left out",
        ),
        autoInit: z.boolean().optional().describe(
          "Whether a new one gets a first commit; true when left out",
        ),
        licenseTemplate: z.string().regex(/^[A-Za-z0-9.+_-]{1,100}$/).optional().describe(
          "Key of the licence of a new one, for example mit",
        ),
        gitignoreTemplate: z.string().regex(/^[A-Za-z0-9.+_-]{1,100}$/).optional().describe(
          "Name of the .gitignore template of a new one, for example Node",
        ),
        homepage: z.string().max(255).optional().describe("Address of its home page"),
        topics: z.array(topicSchema).max(MOST_TOPICS).optional().describe("Topics of a new one"),
        dryRun: z.boolean().optional().describe("Plan only; true when left out"),
      }),
      execute: ensureRepo,
    },
    ensureRelease: {
      description: "Create a release and its tag if there is none; plans unless dryRun=false",
      kind: "create",
      arguments: z.object({
        repo: z.string().min(1).max(140).describe("Name of the repository"),
        tagName: z.string().min(1).max(255).describe("Tag of the release"),
        targetCommitish: z.string().min(1).max(255).optional().describe(
          "Branch or commit that a new tag is put on; the default branch when left out",
        ),
        name: z.string().max(256).optional().describe("Title; the tag when left out"),
        body: z.string().max(65_536).optional().describe("Text of the release"),
        draft: z.boolean().optional().describe("Whether it stays a draft; false when left out"),
        prerelease: z.boolean().optional().describe(
          "Whether it is not for production; false when left out",
        ),
        dryRun: z.boolean().optional().describe("Plan only; true when left out"),
      }),
      execute: ensureRelease,
    },
    openPr: {
      description:
        "Open a pull request if none is open for head and base; plans unless dryRun=false",
      kind: "create",
      arguments: z.object({
        repo: z.string().min(1).max(140).describe("Name of the repository"),
        head: z.string().min(1).max(300).describe(
          "Branch with the change; owner:branch for a fork",
        ),
        base: z.string().min(1).max(255).optional().describe(
          "Branch it is to go into; the default branch when left out",
        ),
        title: z.string().min(1).max(256).describe("Title of a new one"),
        body: z.string().max(65_536).optional().describe("Text of a new one"),
        draft: z.boolean().optional().describe("Whether a new one is a draft; false when left out"),
        dryRun: z.boolean().optional().describe("Plan only; true when left out"),
      }),
      execute: openPr,
    },
  },
};
