import { type Environment, noProxyOf } from "./environment.ts";

/** What the platform says where the other end of a request's connection was not reached. */
const UNCONNECTED =
  /error sending request for url \(([^\s)]+)\): client error \(Connect\): (?:tcp connect error|dns error|Proxy server unreachable)/;

/**
 * `its proxy proxy.example:3128 (from HTTPS_PROXY) could not be reached`, of what a request said that
 * failed; undefined where it went to its host directly. A name and a password are left out.
 */
export function unreachedProxy(message: string, env: Environment): string | undefined {
  const target = URL.parse(UNCONNECTED.exec(message)?.[1] ?? "");
  // An IPv6 address has brackets in a URL and none in NO_PROXY.
  const host = target?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (target === null || isDirect(host, env)) return undefined;
  const own = `${target.protocol.slice(0, -1)}_proxy`;
  const variable = ["ALL_PROXY", "all_proxy", own.toUpperCase(), own].find((name) => env(name));
  if (variable === undefined) return undefined;
  const value = env(variable)!;
  const proxy = URL.parse(value.includes("://") ? value : `http://${value}`);
  return proxy === null
    ? undefined
    : `its proxy ${proxy.host} (from ${variable}) could not be reached`;
}

/** True for a host that is asked without a proxy. */
function isDirect(host: string, env: Environment): boolean {
  return noProxyOf(env).split(",").map((one) => one.trim()).some((one) =>
    one === "*" || one === host || one.includes("/") && isInRange(host, one) ||
    one !== "" && host.endsWith(`.${one.replace(/^\./, "")}`)
  );
}

/** True for an IPv4 address in a range such as `10.0.0.0/8`. */
function isInRange(host: string, range: string): boolean {
  const [start, bits] = range.split("/");
  const part = (address: string) =>
    Math.floor(
      address.split(".").reduce((sum, byte) => sum * 256 + Number(byte), 0) /
        2 ** (32 - Number(bits)),
    );
  return part(host) === part(start!);
}
