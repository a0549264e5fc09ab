/** How finely the context report's timeline tells of code. */
export const GRANULARITIES = ["observed-push", "commit"] as const;

/** Global arguments of the mirror (reference 8.1). */
export interface MirrorArguments {
  owner: string;
  repo: string;
  /** Bare object repository that the mirror makes and manages. */
  gitObjectPath: string;
  /** Folder of the worktrees. */
  workspaceRoot: string;
  /** Folder of state, patches and the lock. */
  artifactRoot: string;
  gitRemote: string;
  sshRemoteBase: string;
  syncOverlapMinutes: number;
  knownRemotes: Record<string, string>;
  timelineCodeGranularity: typeof GRANULARITIES[number];
  needsClarificationLabels: string[];
  reviewerHandles: string[];
  reviewFocusStaleDays: number;
  maxApiPages: number;
  githubToken?: string | undefined;
  gitRemoteUrl?: string | undefined;
  firstSyncSince?: string | undefined;
}
