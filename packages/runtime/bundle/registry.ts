import { readTextIfPresent } from "../files/read.ts";

const PUBLIC = "https://registry.npmjs.org/";

/**
 * The package registry of this person, without their credentials: `NPM_CONFIG_REGISTRY`, else the
 * `registry` line of `~/.npmrc`, else the public one. What needs a login is not fetched for an
 * extension: whoever pulls could not fetch it, and its text could end up in a public descriptor.
 */
export async function packageRegistry(
  env: (name: string) => string | undefined = (name) => Deno.env.get(name),
): Promise<string> {
  const named = env("NPM_CONFIG_REGISTRY") || env("npm_config_registry");
  if (named) return named;
  const home = env("HOME");
  const text = home ? await readTextIfPresent(`${home}/.npmrc`).catch(() => undefined) : undefined;
  const line = /^[ \t]*registry[ \t]*=[ \t]*"?(https?:\/\/[^\s"]+)"?[ \t]*$/m.exec(text ?? "")?.[1];
  return line ?? PUBLIC;
}
