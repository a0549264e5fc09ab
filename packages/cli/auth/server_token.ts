import { SvcError } from "@svc/core/error";

/** The longest token a serve instance takes (reference runtime 8.3). */
const LONGEST = 512;

/**
 * Takes a serve token apart at its first dot: `<name>.<secret>`, neither empty, nothing but visible
 * ASCII, for it travels in a header.
 *
 * @throws SvcError `usage`, which does not repeat the token.
 */
export function parseServerToken(text: string): { name: string; token: string } {
  const token = text.trim();
  const name = /^([!-\-/-~]+)\.[!-~]+$/.exec(token)?.[1];
  if (name !== undefined && token.length <= LONGEST) return { name, token };
  throw new SvcError("usage", "The token is not of the form <name>.<secret>", {
    hint: "Paste it as it was made; 'svc auth server-login --server <url>' logs in by browser.",
  });
}
