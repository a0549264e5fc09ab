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
  repo: z.string().regex(repositoryOrNamePattern).describe("Its name, or owner/name"),
  gitObjectPath: z.string().min(1).max(1024).describe(
    "Folder of the bare object repository, which the mirror makes; absolute, or from the svc repository",
  ),
  workspaceRoot: z.string().min(1).max(1024).describe("Folder of the worktrees"),
  artifactRoot: z.string().min(1).max(1024).describe("Folder of cursors, patches and the lock"),
  gitRemote: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).default("origin").describe(
    "Name of the remote",
  ),
  sshRemoteBase: z.string().min(1).max(255).default("git@github.com:").describe(
    "What pushes to a contributor's fork begin with",
  ),
  syncOverlapMinutes: z.number().int().min(0).max(1440).default(5).describe(
    "How far a sync looks back behind the newest change it has seen",
  ),
  knownRemotes: z.record(z.string(), z.string()).default({}).describe(
    "Further remotes, name to address; they are set, not fetched",
  ),
  timelineCodeGranularity: z.enum(GRANULARITIES).default("observed-push").describe(
    "What the context report's timeline shows of code",
  ),
  needsClarificationLabels: z.array(z.string().min(1).max(100)).max(50).default([
    "needs-info",
    "needs-information",
    "needs-clarification",
  ]).describe("Labels that say a pull request waits for an explanation"),
  reviewerHandles: z.array(z.string().min(1).max(100)).max(50).default([]).describe(
    "Logins whose duties the review queue shows first",
  ),
  reviewFocusStaleDays: z.number().int().min(1).max(3650).default(14).describe(
    "Days without activity of a person after which a pull request is stale",
  ),
  maxApiPages: z.number().int().min(1).max(1000).default(100).describe(
    "Pages of one list that one sync reads at most",
  ),
  githubToken: z.string().min(1).meta({ sensitive: true }).optional().describe(
    "Token that may read the repository; public ones are read without, 60 requests an hour",
  ),
  gitRemoteUrl: z.string().min(1).max(1024).optional().describe(
    "Address to fetch from (default: the repository at the API's host); else the API is that of its host",
  ),
  firstSyncSince: z.iso.datetime({ offset: true }).optional().describe(
    "Leave out what changed last before this time, ISO 8601",
  ),
});

/** Global arguments of the mirror (reference 8.1). */
export type MirrorArguments = z.infer<typeof mirrorArguments>;
