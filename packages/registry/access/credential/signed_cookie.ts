/** Cookies as the identity library signs them: `<token>.<base64 HMAC-SHA-256>`. */
export interface CookieVerifier {
  /** The cookie of a token. */
  sign(token: string): Promise<string>;
  /** The session token of an untampered cookie, else undefined. */
  token(cookie: string): Promise<string | undefined>;
}

/** Makes and verifies cookies signed with `secret`. */
export function cookieVerifier(secret: string): CookieVerifier {
  const key = crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  return {
    async sign(token) {
      const signature = await crypto.subtle.sign(
        "HMAC",
        await key,
        new TextEncoder().encode(token),
      );
      return `${token}.${new Uint8Array(signature).toBase64()}`;
    },
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
