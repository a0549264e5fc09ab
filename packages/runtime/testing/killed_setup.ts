// How a repository that a test's processes work on shares its data.
import { setupDatastore } from "../datastores/setup/setup.ts";
import type { Repository } from "../repository/repository.ts";

/** Has a repository share its data through a folder. */
export async function shareThrough(repository: Repository, path: string): Promise<void> {
  await setupDatastore(repository, { type: "filesystem", path }, {
    env: () => undefined,
    onWarning: (line) => {
      throw new Error(line);
    },
  });
}
