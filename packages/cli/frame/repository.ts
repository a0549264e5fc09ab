import { isSvcError, SvcError } from "@svc/core/error";
import { removeAbandonedDaily } from "@svc/runtime/abandoned";
import { findRepository, type Repository } from "@svc/runtime/repository";
import { maybeConfigFolder } from "./config_folder.ts";
import type { Host } from "./host.ts";

/** What finding a repository needs of a command's context. */
export interface Located {
  host: Host;
  options: { readonly "repo-dir": string | undefined };
}

/**
 * The repository a command works in: `--repo-dir`, else `SVC_REPO_DIR`, else the nearest upward.
 *
 * @throws SvcError `not_a_repository`.
 */
export async function repositoryOf({ host, options }: Located): Promise<Repository> {
  const repoDir = options["repo-dir"];
  try {
    const repository = await findRepository({
      ...(repoDir === undefined ? {} : { repoDir }),
      cwd: host.cwd,
      env: host.env,
      config: maybeConfigFolder(host),
    });
    await removeAbandonedDaily(repository, host.env);
    return repository;
  } catch (error) {
    throw repoDir === undefined && host.env("SVC_SERVE_URL") ? onlyThere(error) : error;
  }
}

/** For people who work at a server: what is asked has no `--server`, and no repository is here. */
function onlyThere(error: unknown): unknown {
  if (!isSvcError(error) || error.code !== "not_a_repository") return error;
  return new SvcError(error.code, error.message, {
    hint: "This command needs the repository itself, not the server of SVC_SERVE_URL: " +
      "run it in the repository, or use --repo-dir.",
    cause: error,
  });
}

/** The repository, or undefined outside of one when none was asked for: built-in types need none. */
export async function maybeRepository(context: Located): Promise<Repository | undefined> {
  try {
    return await repositoryOf(context);
  } catch (error) {
    const asked = context.options["repo-dir"] !== undefined;
    if (asked || !isSvcError(error) || error.code !== "not_a_repository") throw error;
    return undefined;
  }
}
