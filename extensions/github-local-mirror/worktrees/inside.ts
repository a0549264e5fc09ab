import { safeSettings } from "../objects/mod.ts";
import type { Mirror } from "./mirror.ts";

/** A worktree that git may be called in. */
export interface Inside {
  /** Absolute path of its folder. */
  path: string;
  /** The folder in which git keeps it. */
  admin: string;
}

/**
 * Calls git in a worktree without following the `.git` that is there: whoever works there can
 * change it, and the commands and filters of another configuration would run.
 *
 * @throws PlatformFailure `refused` for a configuration of the worktree's own that would run something
 */
export async function gitInside(
  mirror: Mirror,
  { path, admin }: Inside,
  args: readonly string[],
): Promise<string> {
  return await gitAt(mirror, admin, [`--work-tree=${path}`, ...args]);
}

/** As {@link gitInside}, for what needs no files. */
export async function gitAt(
  { objects }: Mirror,
  admin: string,
  args: readonly string[],
): Promise<string> {
  await safeSettings(`${admin}/config.worktree`, objects.signal);
  return await objects.git([`--git-dir=${admin}`, ...args]);
}
