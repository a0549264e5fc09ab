import { readTextIfPresent } from "../../base/files/read.ts";

const PUBLIC = "https://registry.npmjs.org/";

/** A package that every registry of this kind has; it is asked for without a login. */
const KNOWN = "zod";

/** How long a registry may take to say whether it wants a login. */
const PATIENCE_MS = 5000;

type Env = (name: string) => string | undefined;

/**
 * The package registry of this person: `NPM_CONFIG_REGISTRY`, else the `registry` line of their
 * `.npmrc`, else the public one.
 */
export async function packageRegistry(env: Env = (name) => Deno.env.get(name)): Promise<string> {
  const named = env("NPM_CONFIG_REGISTRY") || env("npm_config_registry");
  if (named) return named;
  const line = /^[ \t]*registry[ \t]*=[ \t]*"?(https?:\/\/[^\s"]+)"?[ \t]*$/m
    .exec(await npmrc(env))?.[1];
  return line ?? PUBLIC;
}

/**
 * Gives a process whose home is `home` the person's login at their registry, where that answers nobody
 * without one. From others, what needs a login is not fetched for an extension: whoever pulls could not
 * fetch it, and its text could end up in a public descriptor.
 */
export async function placeLogin(
  registry: string,
  home: string,
  env: Env = (name) => Deno.env.get(name),
): Promise<void> {
  const lines = loginLines(await npmrc(env), registry, env);
  if (lines.length === 0 || !await wantsLogin(registry)) return;
  await Deno.writeTextFile(`${home}/.npmrc`, `${lines.join("\n")}\n`, { mode: 0o600 });
}

/** Whether a registry refuses to say anything of a public package. */
export async function wantsLogin(registry: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL(KNOWN, withSlash(registry)), {
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    return answer.status === 401 || answer.status === 403;
  } catch {
    // Whoever then asks it says why it does not answer.
    return false;
  }
}

/** The lines of `.npmrc` that log in at exactly this registry, with the values of variables. */
function loginLines(text: string, registry: string, env: Env): string[] {
  const place = withSlash(registry).replace(/^https?:/, "");
  if (withSlash(registry) === PUBLIC) return [];
  const lines = text.matchAll(
    /^[ \t]*(\/\/[^\s=]+):(_authToken|_auth|username|_password)[ \t]*=[ \t]*"?([^\s"]+)"?[ \t]*$/gm,
  );
  return [...lines].filter(([, at]) => withSlash(at!) === place).map(([, , key, value]) =>
    `${place}:${key}=${value!.replaceAll(/\$\{(\w+)\}/g, (_, name) => env(name) ?? "")}`
  );
}

async function npmrc(env: Env): Promise<string> {
  const home = env("HOME");
  const file = env("NPM_CONFIG_USERCONFIG") || env("npm_config_userconfig") ||
    (home && `${home}/.npmrc`);
  return (file && await readTextIfPresent(file).catch(() => undefined)) || "";
}

function withSlash(address: string): string {
  return address.endsWith("/") ? address : `${address}/`;
}
