/** Where git's requests over http(s) go, and as whom. */
export interface GitHost {
  /** Scheme and host of the repositories, for example `https://github.com`; only it gets the token. */
  origin: string;
  token?: string | undefined;
}

/** A setting of git: its key and its value. */
export type GitSetting = readonly [key: string, value: string];

/** Variables of the person that git needs. Who uses ssh passes SSH_AUTH_SOCK on as one more. */
const PASSED_ON = ["PATH", "HOME"] as const;

/** Variables of every call: no prompt, nobody's configuration, and objects as they were stored. */
const VARIABLES = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ASKPASS: "",
  GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
  LC_ALL: "C",
} as const;

/** Settings that no configuration of a repository can undo: what a tree holds is never run. */
const SETTINGS: readonly GitSetting[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.attributesFile", "/dev/null"],
  ["log.showSignature", "false"],
  ["protocol.allow", "never"],
  ["protocol.https.allow", "always"],
  ["protocol.ssh.allow", "always"],
  ["protocol.file.allow", "always"],
  ["transfer.bundleURI", "false"],
  ["fetch.fsckObjects", "true"],
  // Found in many old histories, and harmless to read.
  ["fetch.fsck.zeroPaddedFilemode", "warn"],
  ["fetch.fsck.badTimezone", "warn"],
  ["fetch.fsck.missingSpaceBeforeDate", "warn"],
  ["fetch.recurseSubmodules", "false"],
  ["fetch.writeCommitGraph", "false"],
  ["submodule.recurse", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["credential.helper", ""],
  // A redirect would take the token along; the API tells where a repository has moved.
  ["http.followRedirects", "false"],
  // A connection that has stalled for a minute ends, also when nobody waits for it any more.
  ["http.lowSpeedLimit", "1000"],
  ["http.lowSpeedTime", "60"],
];

/**
 * The whole environment of a call of git (reference 1.5): no prompt, nobody's configuration, no
 * hook, and the token only in a variable, never in an argument, a file or an address. Plain http is
 * only for a host whose API is reached over it, which is the loopback's.
 *
 * @param more further variables, for example who commits
 * @param further settings beside those that every call has; a later one counts
 */
export function gitEnvironment(
  { origin, token }: GitHost,
  more: Readonly<Record<string, string>> = {},
  further: readonly GitSetting[] = [],
): Record<string, string> {
  const http = origin.startsWith("http:") ? "always" : "never";
  const settings = [...SETTINGS, ["protocol.http.allow", http] as const, ...further];
  if (token !== undefined) {
    settings.push([`http.${origin}/.extraheader`, `Authorization: Basic ${basic(token)}`]);
  }
  const env: Record<string, string> = { ...VARIABLES, GIT_CONFIG_COUNT: String(settings.length) };
  for (const [index, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  for (const name of PASSED_ON) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return { ...env, ...more };
}

/** Where the repositories of an API's host are cloned from. */
export function gitOrigin(apiBaseUrl: string): string {
  const { protocol, host } = new URL(apiBaseUrl);
  const tenant = /^api\.((?:[^.]+\.ghe|github)\.com)$/.exec(host)?.[1];
  return `${protocol}//${tenant ?? host}`;
}

/** A token in the forms in which git may repeat it. */
export function secretsOf(token: string | undefined): string[] {
  return token === undefined ? [] : [token, basic(token)];
}

function basic(token: string): string {
  return btoa(`x-access-token:${token}`);
}
