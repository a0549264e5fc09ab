import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { checkRefName, checkRevision } from "../../platform/ref_name.ts";
import { findRelease, makeRelease, releaseLabel } from "../../platform/releases/find_release.ts";
import { tagTarget } from "../../platform/releases/tag.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { type EnsureContext, open, repositoryOf } from "./connection.ts";
import type { EnsuredRelease } from "../outputs/release.ts";
import { commitOf } from "../repository/commit.ts";
import { writableRepository } from "../repository/facts.ts";
import { tellOutcome } from "../../platform/tell_outcome.ts";
import { writeOne } from "../../platform/write_one.ts";
import { defineMethod } from "../../platform/method.ts";

/** Schema of {@link EnsureReleaseArgs}. */
const ensureReleaseArgs = z.object({
  repo: z.string().min(1).max(140).describe("Name of the repository"),
  tagName: z.string().min(1).max(255).describe("Tag of the release"),
  targetCommitish: z.string().min(1).max(255).optional().describe(
    "Branch or commit for a new tag (default: the default branch)",
  ),
  name: z.string().max(256).optional().describe("Title (default: the tag)"),
  body: z.string().max(65_536).optional().describe("Release notes"),
  draft: z.boolean().optional().describe("Create a draft (default: false)"),
  prerelease: z.boolean().optional().describe(
    "Mark it as a prerelease (default: false)",
  ),
  dryRun: z.boolean().optional().describe("Plan only (default: true)"),
});

/** Arguments of `ensureRelease`. */
type EnsureReleaseArgs = z.infer<typeof ensureReleaseArgs>;

/** Makes the release of a tag, and the tag, when there is none; drafts count. */
export const ensureRelease = defineMethod({
  description: "Create a release and its tag if there is none; plans unless dryRun=false",
  kind: "create",
  arguments: ensureReleaseArgs,
  async execute(args, context: EnsureContext) {
    const { tagName, targetCommitish, dryRun = true } = args;
    const name = repositoryOf(args.repo, context.globalArgs);
    checkRefName(tagName, "tag");
    if (targetCommitish !== undefined) checkRevision(targetCommitish);
    const client = open(context);

    const { defaultBranch } = await writableRepository(client, name);
    const tagCommit = await tagTarget(client, name, tagName);
    const found = await findRelease(client, name, tagName);
    const target = found ? tagCommit : await targetOf(client, name, defaultBranch, args, tagCommit);
    const { facts: release, outcome } = found
      ? { facts: found, outcome: "exists" as const }
      : dryRun
      ? { facts: undefined, outcome: "would-create" as const }
      : await makeRelease(client, name, {
        ...args,
        tag: tagName,
        target: tagCommit === undefined ? target : undefined,
      });

    const data: EnsuredRelease = {
      repo: fullName(name),
      tag: tagName,
      releaseId: release?.id ?? null,
      url: release?.url ?? null,
      draft: release?.draft ?? args.draft ?? false,
      prerelease: release?.prerelease ?? args.prerelease ?? false,
      tagExisted: tagCommit !== undefined,
      targetSha: target ?? null,
      outcome,
      dryRun,
      error: null,
      fetchedAt: new Date().toISOString(),
    };
    tellOutcome(context, releaseLabel(name, tagName), data);
    return await writeOne(context, "release", [name, tagName], data);
  },
});

/**
 * The commit that is released: the tag's, or for a new tag that of the target.
 *
 * @throws PlatformFailure `refused` when the tag is elsewhere than the target that was asked for
 */
async function targetOf(
  client: Client,
  name: RepositoryName,
  defaultBranch: string,
  { tagName, targetCommitish }: EnsureReleaseArgs,
  tagCommit: string | undefined,
): Promise<string> {
  if (targetCommitish === undefined) {
    return tagCommit ?? await commitOf(client, name, defaultBranch);
  }
  const target = await commitOf(client, name, targetCommitish);
  if (tagCommit === undefined || tagCommit === target) return target;
  throw new PlatformFailure("refused", {
    what: `the tag ${tagName} of ${fullName(name)}`,
    reason: `it is on ${tagCommit}, and '${targetCommitish}' is ${target}`,
    hint: "Omit targetCommitish to release the existing tag, or choose another tag",
  });
}
