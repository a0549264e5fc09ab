import { shortHash } from "../base/files/digest.ts";
import { ownFolder } from "../base/process/deno_folder.ts";
import type { Repository } from "../repository/repository.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Once a day for each repository, removes what killed processes of svc have left: a start on any other
 * time looks at one file. Nothing depends on it, so that it never fails.
 *
 * @param env of the process
 */
export async function removeAbandonedDaily(
  repository: Repository,
  env: (name: string) => string | undefined,
): Promise<void> {
  const own = ownFolder(env);
  if (own === undefined) return;
  try {
    const mark = `${own}/looked/${shortHash(repository.root)}`;
    const now = Date.now();
    // A clock that was put back makes no start look again and again, nor never.
    if (Math.abs(now - timeOf(mark)) < DAY_MS) return;
    Deno.mkdirSync(`${own}/looked`, { recursive: true, mode: 0o700 });
    Deno.writeTextFileSync(mark, "");
    const { removeAbandoned } = await import("./remove.ts");
    await removeAbandoned(repository, { env, own, now });
  } catch {
    // A folder that cannot be read or written: the next day looks again.
  }
}

/** When a file was written; 0 when it is not there. */
function timeOf(path: string): number {
  try {
    return Deno.statSync(path).mtime?.getTime() ?? 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
