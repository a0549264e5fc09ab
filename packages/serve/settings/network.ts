import { isIP } from "node:net";

/** Whether only this machine reaches an address. A name other than `localhost` may mean any machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (bare === "localhost") return true;
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || isIP(bare) === 6 && /^::ffff:127\./.test(bare);
}

/** Whether an address stands for all that the machine has. */
export function isEveryAddress(host: string): boolean {
  return host === "0.0.0.0" || isIP(host) === 6 && /^[0:]+$/.test(host);
}

/** A host as a URL has it. */
export function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
