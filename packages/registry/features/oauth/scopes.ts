/** What an application may ask of a person. */
export const OAUTH_SCOPES = [
  "openid",
  "profile",
  "email",
  "offline_access",
  "collectives",
  "serve",
] as const;

/** To use instances of `svc serve` in the person's name; which ones, the request's `resource` says. */
export const SERVE_SCOPE = "serve";

/** What nobody gets without asking for it by name. */
const NEVER_BY_ITSELF: readonly string[] = ["offline_access", SERVE_SCOPE];

/**
 * To register an OAuth application of the person's own, and nothing else. Only the bootstrap client
 * has it; no application can be registered with it.
 */
export const REGISTER_SCOPE = "applications:register";

/** What each scope allows, in words that follow "it learns" or "it may". */
const SCOPE_WORDS: Readonly<Record<string, string>> = {
  openid: "learn that it is you",
  profile: "learn your name and username",
  email: "learn your e-mail address",
  collectives: "learn which collectives you belong to, and your role in each",
  [SERVE_SCOPE]: "use servers of svc as you, and tell them your username, collectives and roles",
  offline_access: "learn the same later, while you are away",
  [REGISTER_SCOPE]: "register an OAuth application in your name",
};

/** What a scope allows, in words; one that is not known is shown as it stands. */
export function scopeWords(scope: string): string {
  return SCOPE_WORDS[scope] ?? scope;
}

/**
 * What a device's approval grants of what it asked for: never more than the client may have. One that
 * asks for nothing gets all of that, except lasting access and the use of servers. A name the device calls itself is not access.
 *
 * @param asked the scopes of the request, space-separated
 * @param allowed the client's own
 */
export function grantedScopes(asked: string | null | undefined, allowed: readonly string[]) {
  const named = (asked ?? "").split(/\s+/)
    .filter((scope) => scope !== "" && !scope.startsWith("device:"));
  return named.length > 0
    ? allowed.filter((scope) => named.includes(scope))
    : allowed.filter((scope) => !NEVER_BY_ITSELF.includes(scope));
}
