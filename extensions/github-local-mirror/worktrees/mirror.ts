import type { Objects } from "../objects/mod.ts";
import type { Documents } from "./documents.ts";

/** What the worktrees of a mirror are worked on with; its lock is held. */
export interface Mirror {
  /** owner/name */
  repo: string;
  /** The bare repository; its places name the folder of the worktrees. */
  objects: Objects;
  documents: Documents;
  /** What pushes to a contributor's fork begin with. */
  sshRemoteBase: string;
  /** Tells the person who runs the method, on one line. */
  tell(message: string): void;
  /** The same for what they should look at. */
  warn(message: string): void;
}

/** The folder of a worktree. */
export function folderOf({ objects }: Mirror, id: string): string {
  return `${objects.places.workspaces}/${id}`;
}
