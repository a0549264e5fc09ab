import { settingsIn } from "../../platform/git/config.ts";
import type { GitRepository } from "../../platform/git/repository.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { replaceFile } from "../../platform/replaced_file.ts";
import type { Urls, Workdir } from "./workdir.ts";

/** Where a push by hand from a worktree would go: nowhere. The sweep names its address itself. */
const NOWHERE = "the-sweep-pushes-by-itself";

/** What git writes into the configuration of a new repository. */
const GIT_OWN: ReadonlySet<string> = new Set([
  "core.repositoryformatversion",
  "core.filemode",
  "core.bare",
  "core.ignorecase",
  "core.precomposeunicode",
  "core.symlinks",
]);

/** Writes what makes a new repository the sweep's own. */
export async function writeConfig({ git }: GitRepository, urls: Urls): Promise<void> {
  for (const [key, value] of sweepSettings(urls)) await git(["config", key, value]);
}

/**
 * Looks whether the repository's configuration is what a sweep wrote. Any other setting could have
 * git run a program, as filters, merge drivers and ssh commands do, or lead it to another address.
 *
 * @throws PlatformFailure `refused` that names the setting.
 */
export async function assertOwnConfig({ repository, urls, path }: Workdir): Promise<void> {
  const settings = await settingsIn(`${repository.path}/config`, repository.signal);
  if (settings === undefined) throw notOurs(path, "core.bare");
  const expected = sweepSettings(urls);
  const found = new Map<string, string>();
  for (const [name, value] of settings) {
    if (GIT_OWN.has(name)) continue;
    if (expected.get(name) !== value || found.has(name)) throw notOurs(path, name);
    found.set(name, value);
  }
  for (const name of expected.keys()) if (!found.has(name)) throw notOurs(path, name);
}

function sweepSettings({ upstream, fork }: Urls): Map<string, string> {
  return new Map([
    ["remote.upstream.url", upstream],
    ["remote.upstream.pushurl", NOWHERE],
    ["remote.fork.url", fork],
    ["remote.fork.pushurl", NOWHERE],
  ]);
}

function notOurs(path: string, name: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `${path} is not the folder of a sweep of these two repositories: its git setting ` +
      `'${name}' is not the one that a sweep writes`,
    hint:
      "Give an empty folder as 'workdir', or the one of an earlier sweep of the same repositories",
  });
}

/**
 * Lets a program work in the repository's worktrees and puts its configuration back afterwards: what
 * the program wrote there would decide about what the sweep's own calls of git run.
 */
export async function restoringConfig<T>(
  { repository }: Workdir,
  body: () => Promise<T>,
): Promise<T> {
  const path = `${repository.path}/config`;
  const before = await Deno.readFile(path);
  try {
    return await body();
  } finally {
    await replaceFile(path, [before]);
    for (const name of ["config.worktree", "commondir"]) {
      await Deno.remove(`${repository.path}/${name}`).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
  }
}
