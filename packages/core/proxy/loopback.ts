import { noProxyOf } from "./environment.ts";

/** Variables that name a proxy, as Deno reads them. */
const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** The names and addresses of this machine, as `NO_PROXY` has them. */
const LOOPBACK = ["localhost", "127.0.0.0/8", "::1"];

/** The environment of this process, as the platform has it. */
interface Variables {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/**
 * Has requests to this machine itself go there directly, as those of Go's programs do: a proxy does
 * not reach it, and would be shown the credentials that they are sent with. Call it before the first
 * request; child processes inherit it.
 */
export function askLoopbackDirectly(env: Variables): void {
  const isSet = (name: string) => env.get(name) || env.get(name.toLowerCase());
  if (!PROXIES.some(isSet)) return;
  const direct = noProxyOf((name) => env.get(name));
  const all = [...direct === "" ? [] : [direct], ...LOOPBACK].join(",");
  for (const name of ["NO_PROXY", "no_proxy"]) env.set(name, all);
}
