import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import { ask, PlatformFailure } from "../../platform/failure.ts";
import { connectLocal } from "../../platform/gh.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import {
  EXTENSION,
  type PullsContext,
  REPOSITORY,
  repositoryOf,
} from "../../platform/pulls/context.ts";
import { checkDifference } from "../../platform/pulls/difference.ts";
import {
  checkBranches,
  document,
  findOpen,
  openPull,
  pullLabel,
  type Wanted,
} from "../../platform/pulls/opening.ts";
import type { PullRequestDocument } from "../../platform/pulls/pull_request.ts";
import { parseHead } from "../../platform/ref_name.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { requireTip } from "../file/commit.ts";
import { readRepository } from "../file/writable.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Opens a pull request from a branch that is there, with the login of `gh`. */
export const openPullRequest = defineMethod({
  description: "Open a pull request from an existing branch, through gh",
  kind: "create",
  arguments: z.object({
    ...REPOSITORY,
    head: z.string().min(1).max(300).describe(
      "Existing branch with the change; owner:branch for one of a fork",
    ),
    base: z.string().min(1).max(255).describe("Branch to merge into"),
    title: z.string().min(1).max(256).describe("Title"),
    body: z.string().max(65_536).optional().describe("Description, in Markdown"),
    draft: z.boolean().optional().describe("Open it as a draft (default: false)"),
    dryRun: z.boolean().optional().describe("Only show what would happen (default: false)"),
  }),
  async execute({ owner, repo, dryRun = false, ...wanted }, context: PullsContext) {
    const name = repositoryOf({ owner, repo }, context.globalArgs);
    checkBranches(wanted);
    const client = connectLocal({ extension: EXTENSION, context });
    return await ask(pullLabel(name, wanted), async () => {
      await requireBranches(client, name, wanted);
      const data = dryRun ? await plan(client, name, wanted) : await openPull(client, name, wanted);
      const result = await writeOne(context, "pullRequest", [name, wanted.head, wanted.base], data);
      tellOutcome(context, pullLabel(name, wanted), data);
      return result;
    });
  },
});

/** The repository can be written to, and the branches that it has itself are there. */
async function requireBranches(
  client: Client,
  name: RepositoryName,
  { head }: Wanted,
): Promise<void> {
  // Who may not push here may still open one from their fork.
  const { archived } = await readRepository(client, name);
  if (archived) throw new PlatformFailure("archived", { status: 403 });
  const { owner = name.owner, branch } = parseHead(head);
  if (owner.toLowerCase() === name.owner.toLowerCase()) {
    await requireTip(client, name, branch, "head");
  }
}

/** What a real run would do, found without writing. */
async function plan(
  client: Client,
  name: RepositoryName,
  wanted: Wanted,
): Promise<PullRequestDocument> {
  const found = await findOpen(client, name, wanted);
  if (found) return document(name, wanted, found, "exists", { dryRun: true });
  await checkDifference(client, name, wanted);
  return document(name, wanted, null, "would-create", { dryRun: true });
}
