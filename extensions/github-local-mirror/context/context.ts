import * as z from "npm:zod@4.6.7";
import type { DataReader, DataRemover, MethodContext } from "../../platform/context.ts";
import { repositoryOrNamePattern } from "../../platform/repository_name.ts";

/** What the mirror's methods use of their context. */
export type MirrorContext = MethodContext<MirrorArguments> & DataReader & DataRemover & {
  /** Folder of the svc repository, against which relative paths are resolved. */
  repoDir: string;
};

/** How finely the context report's timeline tells of code. */
export const GRANULARITIES = ["observed-push", "commit"] as const;

/** Schema of {@link MirrorArguments}. */
export const mirrorArguments = z.object({
  owner: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/).describe("Owner of the repository"),
  repo: z.string().regex(repositoryOrNamePattern).describe("Name of the repository, or owner/name"),
  gitObjectPath: z.string().min(1).max(1024).describe(
    "Folder of the bare git repository that the mirror creates; absolute, or relative to the " +
      "svc repository",
  ),
  workspaceRoot: z.string().min(1).max(1024).describe("Folder of the worktrees"),
  artifactRoot: z.string().min(1).max(1024).describe("Folder of cursors, patches and the lock"),
  gitRemote: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).default("origin").describe(
    "Name of the remote",
  ),
  sshRemoteBase: z.string().min(1).max(255).default("git@github.com:").describe(
    "Prefix of the push URL of a contributor's fork",
  ),
  syncOverlapMinutes: z.number().int().min(0).max(1440).default(5).describe(
    "Minutes that a sync looks back before the newest change seen",
  ),
  knownRemotes: z.record(z.string(), z.string()).default({}).describe(
    "Additional remotes, as name and URL; configured, not fetched",
  ),
  timelineCodeGranularity: z.enum(GRANULARITIES).default("observed-push").describe(
    "Code changes shown in the timeline of the context report",
  ),
  needsClarificationLabels: z.array(z.string().min(1).max(100)).max(50).default([
    "needs-info",
    "needs-information",
    "needs-clarification",
  ]).describe("Labels of pull requests that need clarification"),
  reviewerHandles: z.array(z.string().min(1).max(100)).max(50).default([]).describe(
    "Logins whose reviews come first in the review queue",
  ),
  reviewFocusStaleDays: z.number().int().min(1).max(3650).default(14).describe(
    "Days without human activity after which a pull request is stale",
  ),
  maxApiPages: z.number().int().min(1).max(1000).default(100).describe(
    "Maximum number of pages per list and sync",
  ),
  githubToken: z.string().min(1).meta({ sensitive: true }).optional().describe(
    "Token that can read the repository; optional for public ones, at 60 requests an hour",
  ),
  gitRemoteUrl: z.string().min(1).max(1024).optional().describe(
    "URL to fetch from (default: the repository at the API's host); its host also sets the API",
  ),
  firstSyncSince: z.iso.datetime({ offset: true }).optional().describe(
    "Skip what was last changed before this time, ISO 8601",
  ),
});

/** Global arguments of the mirror (reference 8.1). */
export type MirrorArguments = z.infer<typeof mirrorArguments>;
