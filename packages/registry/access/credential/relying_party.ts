/** Whom passkeys are created for (WebAuthn, section 4: relying party). */
export interface RelyingParty {
  /** The host: passkeys work for it alone. */
  id: string;
  /** The address that pages must have come from. */
  origin: string;
}

/**
 * Whom this registry's passkeys are for, by its own address.
 *
 * @returns undefined where browsers offer none: they want https, or http on this same machine, and a
 *   host with a name
 */
export function relyingParty(baseUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNumeric = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  if (isNumeric || protocol !== "https:" && !isLocal) return undefined;
  return { id: hostname, origin };
}

/** The registry's own address where browsers take no passkeys at it; else undefined. */
export function noPasskeysAt(baseUrl: string): string | undefined {
  return relyingParty(baseUrl) === undefined ? baseUrl : undefined;
}
