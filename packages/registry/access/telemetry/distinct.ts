import type { Principal } from "../credential/principal.ts";

const CANONICAL_UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The id an event is counted under (spec §5.2): the user or collective when a credential tells,
 * else the device's own id when it is a canonical UUID, else a hash of address and user agent that
 * is salted again each time, so that it changes on every call and cannot be followed.
 * The header proves nothing and is used for nothing else.
 *
 * @param address the client's address, after trusted proxies
 */
export async function distinctId(
  principal: Principal,
  headers: Headers,
  address: string,
): Promise<string> {
  if (principal.kind === "collectiveToken") return `collective_${principal.collective.id}`;
  if (principal.kind === "publishToken") return `run_${principal.tokenId}`;
  if (principal.kind !== "anonymous") return `user_${principal.user.id}`;
  const device = headers.get("svc-distinct-id");
  if (device !== null && CANONICAL_UUID.test(device)) return device.toLowerCase();
  const seen = new TextEncoder().encode(
    JSON.stringify([address, headers.get("user-agent"), crypto.randomUUID()]),
  );
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", seen));
  return `anon_${digest.toHex().slice(0, 32)}`;
}
