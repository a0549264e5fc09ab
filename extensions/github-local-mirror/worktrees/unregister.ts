import type { Entry } from "./entries.ts";
import type { Mirror } from "./mirror.ts";

/** Lets git forget a worktree whose folder is gone, locked or not. Others stay as they are. */
export async function unregister({ objects }: Mirror, { path }: Entry): Promise<void> {
  await objects.git(["worktree", "remove", "--force", "--force", path]);
}
