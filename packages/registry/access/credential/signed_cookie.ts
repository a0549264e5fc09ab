/** Checks the session cookies that the identity library signs: `<token>.<base64 HMAC-SHA-256>`. */
export interface CookieVerifier {
  /** The session token of an untampered cookie, else undefined. */
  token(cookie: string): Promise<string | undefined>;
}

/** A verifier for cookies signed with `secret`. */
export function cookieVerifier(secret: string): CookieVerifier {
  const key = crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  return {
    async token(cookie) {
      const dot = cookie.lastIndexOf(".");
      if (dot < 1) return undefined;
      const token = cookie.slice(0, dot);
      let signature: Uint8Array<ArrayBuffer>;
      try {
        signature = Uint8Array.fromBase64(cookie.slice(dot + 1));
      } catch {
        return undefined;
      }
      const genuine = await crypto.subtle.verify(
        "HMAC",
        await key,
        signature,
        new TextEncoder().encode(token),
      );
      return genuine ? token : undefined;
    },
  };
}
