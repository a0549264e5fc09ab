import { PlatformFailure } from "../../../platform/failure.ts";
import { type Setting, settingsIn } from "../../../platform/git/config.ts";
import type { Objects } from "./objects.ts";

/**
 * Settings that a person may make for their work in the worktrees. All others are refused, as many
 * have git run a program or lead it elsewhere.
 */
const HARMLESS: readonly RegExp[] = [
  /^core\.(repositoryformatversion|filemode|bare|ignorecase|precomposeunicode|symlinks)$/,
  /^core\.(logallrefupdates|autocrlf|eol|safecrlf|quotepath|abbrev|whitespace|sparsecheckout(cone)?)$/,
  /^extensions\.(objectformat|worktreeconfig)$/,
  /^svc\.mirror$/,
  /^user\.(name|email|signingkey|useconfigonly)$/,
  /^branch\..+\.(remote|pushremote|merge|rebase|description)$/,
  /^branch\.(autosetupmerge|autosetuprebase|sort)$/,
  /^remote\..+\.(url|pushurl|fetch|prune|tagopt|skipfetchall)$/,
  /^push\.(default|autosetupremote|followtags)$/,
  /^pull\.(rebase|ff)$/,
  /^rebase\.(autosquash|autostash|updaterefs)$/,
  /^merge\.(conflictstyle|ff|log|stat)$/,
  /^(commit|tag)\.gpgsign$/,
  /^rerere\.(enabled|autoupdate)$/,
  /^status\.(short|branch|showuntrackedfiles)$/,
  /^(advice|color|column)\.[a-z.]+$/,
];

/**
 * The settings in a file of a repository, after making sure that none runs a program.
 *
 * @param path of the file; nothing when it is absent
 * @throws PlatformFailure `refused` that names file and setting, never the value
 */
export async function safeSettings(path: string, signal: AbortSignal): Promise<Setting[]> {
  const settings = await settingsIn(path, signal);
  if (settings === undefined) throw refused(path, "it is not a regular file", "Remove it");
  const other = settings.find(([key]) => !HARMLESS.some((pattern) => pattern.test(key)));
  if (other === undefined) return settings;
  const key = JSON.stringify(other[0].slice(0, 200));
  throw refused(
    path,
    `it has the setting ${key}, which the mirror does not use`,
    "Remove it there",
  );
}

/** The values of one key. */
export function valuesOf(settings: readonly Setting[], key: string): string[] {
  return settings.filter(([name]) => name === key).map(([, value]) => value);
}

function refused(path: string, reason: string, hint: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `git's configuration ${path} cannot be used: ${reason}`,
    hint: `${hint}, after you checked who put it there`,
  });
}

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
