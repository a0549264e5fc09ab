import { PlatformFailure } from "../../../platform/failure.ts";
import type { Setting } from "../../../platform/git/config.ts";
import { safeSettings, valuesOf } from "./config.ts";
import type { Objects } from "./objects.ts";

/** Sets the mirror's own remote and those the behavior knows, for people who work in worktrees. */
export async function setRemotes(objects: Objects): Promise<void> {
  const { remote, remoteUrl, knownRemotes } = objects.places;
  const wanted: Setting[] = [
    [`remote.${remote}.url`, remoteUrl],
    [`remote.${remote}.fetch`, `+refs/heads/*:refs/remotes/${remote}/*`],
    ...[...knownRemotes].map(([name, url]): Setting => [`remote.${name}.url`, url]),
  ];
  const settings = await safeSettings(`${objects.path}/config`, objects.signal);
  for (const [key, value] of wanted) {
    const found = valuesOf(settings, listedKey(key));
    if (found.length === 1 && found[0] === value) continue;
    await objects.git(["config", "--local", "--replace-all", key, value]);
  }
}

/**
 * Sets one remote with the address to push to; nothing is fetched from it.
 *
 * @throws PlatformFailure `refused` when the name is that of another address
 */
export async function setPushRemote(objects: Objects, name: string, url: string): Promise<void> {
  const settings = await safeSettings(`${objects.path}/config`, objects.signal);
  const [found] = valuesOf(settings, listedKey(`remote.${name}.url`));
  if (found === url) return;
  if (found !== undefined) {
    throw new PlatformFailure("refused", {
      reason: `The remote '${name}' is there and has another address`,
      hint: `Remove or rename it in ${objects.path}/config`,
    });
  }
  await objects.git(["config", "--local", `remote.${name}.url`, url]);
}

/** Git lists section and variable in lower case, what stands between them as it is written. */
function listedKey(key: string): string {
  const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
}
