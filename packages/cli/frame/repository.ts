import type { Host } from "./host.ts";

/** Where a command looks for its repository: `--repo-dir`, else `SVC_REPO_DIR`, else upward from here. */
export function repositoryOf(
  context: { host: Host; options: { readonly "repo-dir": string | undefined } },
): { repoDir?: string; cwd: string; env: (name: string) => string | undefined } {
  const repoDir = context.options["repo-dir"];
  return {
    ...(repoDir === undefined ? {} : { repoDir }),
    cwd: context.host.cwd,
    env: context.host.env,
  };
}
