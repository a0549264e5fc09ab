/** The claims of an identity token. */
export type Claims = Readonly<Record<string, unknown>>;

/** The longest identity token that a registry takes, in characters (trust 2.4). */
export const LONGEST_TOKEN = 16 * 1024;

/** What a token says, unchecked, to tell a person why it is refused; undefined for what is none. */
export function claimsOf(token: string): Claims | undefined {
  if (token.length > LONGEST_TOKEN) return undefined;
  const parts = token.split(".");
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) return undefined;
  try {
    const bytes = Uint8Array.fromBase64(parts[1]!, { alphabet: "base64url" });
    const claims = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null && !Array.isArray(claims)
      ? claims
      : undefined;
  } catch {
    return undefined;
  }
}

/** A claim that is a text; undefined for any other. */
export function textClaim(claims: Claims | undefined, name: string): string | undefined {
  const value = claims?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
