import type { TokenType } from "../outputs/token_audit.ts";

/** How each type of token begins; the first that fits is taken. */
const FORMS: readonly (readonly [form: RegExp, type: TokenType])[] = [
  [/^ghp_/, "classic"],
  [/^[0-9a-f]{40}$/i, "classic-or-oauth"],
  [/^github_pat_/, "fine-grained"],
  [/^gho_/, "oauth-app"],
  [/^ghu_/, "app-user"],
  [/^ghs_|^v1\./, "app-installation"],
  [/^ghr_/, "app-refresh"],
  [/^eyJ[^.]*\.[^.]+\.[^.]+$/, "app-jwt"],
];

/**
 * The type of a token. Only its beginning says so: what follows is opaque, and neither its length
 * nor its characters are looked at.
 */
export function tokenTypeOf(token: string): TokenType {
  return FORMS.find(([form]) => form.test(token))?.[1] ?? "unknown";
}
