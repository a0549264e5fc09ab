/** Reads a variable of the environment that a request is sent with. */
export type Environment = (name: string) => string | undefined;

/** `NO_PROXY` as a person set it: what is asked directly, with commas between. */
export function noProxyOf(env: Environment): string {
  return env("NO_PROXY") || env("no_proxy") || "";
}
