import { Refusal } from "../call/mod.ts";
import { actorOf, type Token } from "../state/mod.ts";

/** What an admission depends on. */
export interface Admission {
  token: Token | null;
  /** Method and path template. */
  route: string;
  params: Readonly<Record<string, string>>;
}

/**
 * Lets a call in, as far as that depends on what kind of token came with it.
 *
 * @throws Refusal in the platform's words for that kind
 */
export function admit({ token, route, params }: Admission): void {
  if (token === null) return;
  const own = OWN_OPERATIONS[route];
  if (own !== undefined && own.kind !== token.kind) throw new Refusal(...own.otherwise);
  if (token.kind === "app") {
    if (own === undefined) throw new Refusal(401, "Bad credentials");
    return;
  }
  refuseSuspended(token);
  if (token.kind === "app-installation" && /^\w+ \/user(?:\/|$)/.test(route)) {
    throw notAccessible(token);
  }
  if (token.kind !== "app-installation") refuseUnauthorized(token.unauthorized ?? [], params);
  const accepted = "lacks" in token ? token.lacks?.[route] : undefined;
  if (accepted !== undefined) {
    throw notAccessible(token, { "x-accepted-github-permissions": accepted });
  }
}

/** Operations for one kind of token, and what all others are told. */
const OWN_OPERATIONS: Readonly<
  Record<string, { kind: Token["kind"]; otherwise: readonly [status: number, message: string] }>
> = {
  "GET /app": { kind: "app", otherwise: [401, "A JSON web token could not be decoded"] },
  "GET /installation/repositories": {
    kind: "app-installation",
    otherwise: [
      403,
      "You must authenticate with an installation access token in order to list repositories for an installation.",
    ],
  },
  "GET /user/installations": {
    kind: "app-user",
    otherwise: [
      403,
      "You must authenticate with an access token authorized to a GitHub App in order to list installations",
    ],
  },
};

function refuseSuspended(token: Exclude<Token, { kind: "app" }>): void {
  if (token.kind === "app-installation") {
    if (token.installation.suspended) {
      throw new Refusal(403, "This installation has been suspended");
    }
  } else if (token.suspended) throw new Refusal(403, "Sorry. Your account was suspended.");
}

function notAccessible(token: Token, headers: Record<string, string> = {}): Refusal {
  const by = token.kind === "fine-grained" ? "personal access token" : "integration";
  return new Refusal(403, `Resource not accessible by ${by}`, undefined, headers);
}

/** An organization's own pages and repositories are closed until the token is authorized for it. */
function refuseUnauthorized(
  unauthorized: readonly string[],
  { org, owner }: Readonly<Record<string, string>>,
): void {
  const organization = unauthorized.find((login) => login === (org ?? owner));
  if (organization === undefined) return;
  const url = `https://github.com/orgs/${organization}/sso?authorization_request=AZSCKtL4`;
  throw new Refusal(
    403,
    "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.",
    undefined,
    { "x-github-sso": `required; url=${url}` },
  );
}

/** The account whose hourly limit a call counts against. */
export const limitedAs = (token: Token | null): string | null =>
  token === null ? null : actorOf(token) ?? `app ${token.kind === "app" ? token.app.slug : ""}`;
