/** Who git's requests over http(s) are made as. */
export interface GitLogin {
  /** Sent to `origin` only. */
  token: string;
  /** Scheme and host of the repositories, for example `https://github.com`. */
  origin: string;
}

/** Variables of the person that git needs. Who uses ssh passes SSH_AUTH_SOCK on as one more. */
const PASSED_ON = ["PATH", "HOME"] as const;

/** Settings that no configuration of a repository can undo: what a tree holds is never run. */
const SETTINGS: readonly GitSetting[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["protocol.ext.allow", "never"],
  ["fetch.fsckObjects", "true"],
  ["gc.auto", "0"],
  ["submodule.recurse", "false"],
  ["credential.helper", ""],
  // A redirect would take the token along; the API tells where a repository has moved.
  ["http.followRedirects", "false"],
  // A connection that has stalled for a minute ends, also when nobody waits for it any more.
  ["http.lowSpeedLimit", "1000"],
  ["http.lowSpeedTime", "60"],
];

/** A setting of git: its key and its value. */
export type GitSetting = readonly [key: string, value: string];

/**
 * The whole environment of a call of git (reference 1.5): no prompt, nobody's configuration, no
 * hook, and the token only in a variable, never in an argument, a file or an address.
 *
 * @param more further variables, for example who commits
 * @param further settings beside those that every call has; a later one counts
 */
export function gitEnvironment(
  login?: GitLogin,
  more: Readonly<Record<string, string>> = {},
  further: readonly GitSetting[] = [],
): Record<string, string> {
  const settings = [...SETTINGS, ...further];
  if (login !== undefined) settings.push([`http.${login.origin}/.extraheader`, header(login)]);
  const env: Record<string, string> = {
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ASKPASS: "",
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
    LC_ALL: "C",
    GIT_CONFIG_COUNT: String(settings.length),
  };
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

/** The token in the forms in which git may repeat it. */
export function secretsOf({ token }: GitLogin): string[] {
  return [token, basic(token)];
}

function header({ token }: GitLogin): string {
  return `Authorization: Basic ${basic(token)}`;
}

function basic(token: string): string {
  return btoa(`x-access-token:${token}`);
}
