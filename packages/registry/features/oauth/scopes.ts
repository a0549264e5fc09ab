import { canonicalAddress } from "./address.ts";

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

/** What each scope allows, in words that follow "it may". */
const SCOPE_WORDS: Readonly<Record<string, string>> = {
  openid: "know who you are",
  profile: "see your name and username",
  email: "see your e-mail address",
  collectives: "see your collectives and your role in each",
  offline_access: "keep this access when you are not there",
  [REGISTER_SCOPE]: "register an OAuth application in your name",
};

/**
 * What an application may do that has these scopes and tokens for these servers, in words that follow
 * "it may": one text for each scope, and one for each server. A scope that is not known is shown as it
 * stands.
 */
export function accessWords(scopes: readonly string[], resources: readonly string[]): string[] {
  const told = toldWords(scopes);
  const runs = scopes.includes(SERVE_SCOPE);
  return [
    ...serversOf(resources).map((server) =>
      runs
        ? `run methods at ${server} as you, and tell it ${told}`
        : `use ${server} as you, within what that server allows, and tell it ${told}`
    ),
    ...scopes.filter((scope) => scope !== SERVE_SCOPE).map((scope) => SCOPE_WORDS[scope] ?? scope),
  ];
}

/** What a server learns of a token that is for it, also by asking `userinfo` with it. */
function toldWords(scopes: readonly string[]): string {
  const [runs, asks] = [scopes.includes(SERVE_SCOPE), scopes.includes("openid")];
  const facts = [
    runs || scopes.includes("profile") ? "username" : "",
    asks && scopes.includes("profile") ? "name" : "",
    asks && scopes.includes("email") ? "e-mail address" : "",
    runs || scopes.includes("collectives") ? "collectives and roles" : "",
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? "who you are" : `your ${facts.join(", ")}`;
}

/** The servers that a request names, each once: a slash at the end of an address changes nothing. */
export function serversOf(resources: readonly string[]): string[] {
  return [...new Set(resources.map((one) => canonicalAddress(one) ?? one))];
}

/**
 * What a device's approval grants of what it asked for: never more than the client may have. One that
 * asks for nothing gets all of that, except lasting access and the use of servers. A name the device
 * calls itself is not access.
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
