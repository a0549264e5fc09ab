import { PlatformFailure } from "../../platform/failure.ts";
import { repositoryPattern } from "../../platform/repository_name.ts";
import { setPushRemote } from "../objects/mod.ts";
import { checkedAddress } from "../places/mod.ts";
import type { Mirror } from "./mirror.ts";

/**
 * Sets the remote to push to a contributor's fork: `fork-<owner>`. Nothing is requested of it. Where that
 * cannot be, the worktree is made all the same.
 */
export async function setForkRemote(mirror: Mirror, number: number): Promise<void> {
  const { objects, documents, repo, sshRemoteBase } = mirror;
  const fork = (await documents.pull(number))?.head?.repo;
  // The fork may be gone, and what the platform wrote there is looked at before it names a remote.
  if (fork == null || !repositoryPattern.test(fork)) return;
  if (fork.toLowerCase() === repo.toLowerCase()) return;
  const owner = fork.slice(0, fork.indexOf("/"));
  const { text } = checkedAddress("sshRemoteBase", `${sshRemoteBase}${fork}`);
  try {
    await setPushRemote(objects, `fork-${owner}`, text);
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    mirror.warn(error.message);
  }
}
