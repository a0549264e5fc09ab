import type { Principal } from "../credential/principal.ts";
import { resolvePrincipal, type Resolver } from "../credential/resolve.ts";
import type { Limits } from "./limits.ts";

/**
 * Who asks, counted: a good credential as itself, everything else for the address it came from. So
 * nobody who shares an address with others can have these refused, whatever they send.
 *
 * @param address the client's, after trusted proxies
 * @throws SvcError `rate_limited`; for a credential that is no good what resolving it raises
 */
export async function countedCaller(
  { resolver, limits }: { resolver: Resolver; limits: Pick<Limits, "address" | "caller"> },
  headers: Headers,
  address: string,
): Promise<Principal> {
  const principal = await resolvePrincipal(resolver, headers).catch(async (error) => {
    await limits.address(address);
    throw error;
  });
  await limits.caller(principal, address);
  return principal;
}
