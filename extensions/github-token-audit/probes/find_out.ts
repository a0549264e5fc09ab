import type { Client } from "../../platform/client.ts";
import { storedText } from "../../platform/stored_text.ts";
import type { Identity, TokenType } from "../outputs/token_audit.ts";
import { type Claims, claimsOf } from "../token/claims.ts";
import { ask, type Headers, type Refusal } from "./answer.ts";
import { type Finding, NOTHING } from "./finding.ts";
import { headersTell } from "./headers.ts";
import { PlatformFailure } from "../../platform/failure.ts";

/**
 * Asks the platform what there is to know about a token. The kind of token decides which questions
 * are asked, the answers decide the rest.
 *
 * @throws PlatformFailure when it could not be found out
 */
export async function findOut(client: Client, token: string, type: TokenType): Promise<Finding> {
  // It is only good for getting another token, which would end it.
  if (type === "app-refresh") return { ...NOTHING, reason: "refresh-token" };
  const claims = claimsOf(token);
  const finding = type === "app-jwt"
    ? await asApp(client, claims)
    : await asUser(client, type, claims);
  if (finding.valid !== true) return finding;
  return { ...finding, rateLimit: await rateLimitOf(client) };
}

/**
 * Finds out which app signed a token for itself.
 *
 * @throws PlatformFailure when it could not be found out
 */
async function asApp(client: Client, claims: Claims): Promise<Finding> {
  const answer = await ask(client.request("GET /app"), "the app of the token");
  if (answer.refused) {
    const finding = refusedFinding(answer, claims);
    if (finding === undefined) throw answer.failure;
    return { ...finding, expiresAt: finding.expiresAt ?? claims.expiresAt };
  }
  const app = shaped(answer.data, "id");
  const owner = "login" in app.owner ? app.owner.login : app.owner.slug ?? null;
  return {
    ...NOTHING,
    ...headersTell(answer.headers),
    valid: true,
    clientId: app.client_id ?? null,
    identity: { login: app.slug ?? "", id: app.id, type: "App", name: storedText(app.name) },
    app: { id: app.id, idVerified: true, slug: app.slug ?? null, owner },
    expiresAt: claims.expiresAt,
  };
}

/**
 * Finds out whom a token acts as. The installation of an app is refused here in a way that shows
 * it is alive; it is asked what it reaches instead.
 *
 * @throws PlatformFailure when it could not be found out
 */
async function asUser(client: Client, type: TokenType, claims: Claims): Promise<Finding> {
  const answer = await ask(client.request("GET /user"), "the account of the token");
  if (answer.refused) {
    if (isAlive(answer)) return await asInstallation(client, answer.headers, claims);
    const finding = refusedFinding(answer, claims);
    if (finding === undefined) throw answer.failure;
    return finding;
  }
  const { login, id, type: kind, name } = shaped(answer.data, "login");
  return {
    ...NOTHING,
    ...headersTell(answer.headers),
    valid: true,
    identity: { login, id: Number(id), type: kind, name: name === null ? null : storedText(name) },
    app: type === "app-user" ? await authorizedApp(client) : null,
  };
}

/** The app that a person authorized: such a token sees the installations of no other. */
async function authorizedApp(client: Client): Promise<Finding["app"]> {
  const answer = await ask(
    client.request("GET /user/installations", { per_page: 1 }),
    "the installations that the token sees",
  );
  const first = answer.refused ? undefined : answer.data.installations?.[0];
  if (first === undefined) return null;
  return { id: first.app_id, idVerified: true, slug: first.app_slug, owner: null };
}

/**
 * Finds out what the installation of an app reaches, and which bot it acts as.
 *
 * @param headers of the answer that showed the token to be alive
 * @throws PlatformFailure when it could not be found out
 */
async function asInstallation(
  client: Client,
  headers: Headers,
  claims: Claims,
): Promise<Finding> {
  const answer = await ask(
    client.request("GET /installation/repositories", { per_page: 1 }),
    "the repositories of the installation",
  );
  const refused = answer.refused ? refusedFinding(answer, claims) : undefined;
  if (refused !== undefined) return refused;
  const identity = await viewerOf(client);
  const slug = /^(.+)\[bot\]$/.exec(identity?.login ?? "")?.[1] ?? null;
  return {
    ...NOTHING,
    ...headersTell(headers),
    valid: true,
    identity,
    app: slug === null && claims.appId === null
      ? null
      : { id: claims.appId, idVerified: false, slug, owner: null },
    expiresAt: headersTell(headers).expiresAt ?? claims.expiresAt,
    installation: answer.refused ? null : {
      repositories: answer.data.total_count,
      selection: answer.data.repository_selection ?? null,
    },
  };
}

/**
 * The token's hourly limit; asking costs none of it. Null where there is none, as on enterprise
 * servers by default.
 *
 * @throws PlatformFailure when it could not be found out
 */
async function rateLimitOf(client: Client): Promise<Finding["rateLimit"]> {
  const answer = await ask(client.request("GET /rate_limit"), "the rate limit of the token");
  const core = answer.refused ? undefined : answer.data.resources?.core;
  if (![core?.limit, core?.remaining, core?.reset].every(Number.isSafeInteger)) return null;
  const { limit, remaining, reset } = core!;
  const end = new Date(reset * 1000);
  return Number.isNaN(end.getTime()) ? null : { limit, remaining, resetAt: end.toISOString() };
}

/** What GraphQL answers; errors leave out the data. */
interface Viewer {
  viewer?: { login: string; databaseId: number | null } | null;
}

/** The bot an app's installation acts as: REST does not tell, GraphQL does. Null if it does not. */
export async function viewerOf(client: Client): Promise<Identity | null> {
  const asked = client.graphql<Viewer>("{ viewer { login databaseId } }")
    .then((data) => ({ data, headers: {} }));
  const answer = await ask(asked, "the account that the installation acts as");
  const viewer = answer.refused ? undefined : answer.data.viewer;
  if (!viewer) return null;
  return { login: viewer.login, id: viewer.databaseId, type: "Bot", name: null };
}

/** What a refusal tells about the token; undefined when it tells nothing. */
function refusedFinding(refusal: Refusal, claims: Claims): Finding | undefined {
  const { status, message, headers } = refusal;
  const known = { ...NOTHING, ...headersTell(headers) };
  if (status === 401) {
    const over = claims.expiresAt !== null && Date.parse(claims.expiresAt) <= Date.now();
    return { ...known, valid: false, reason: over ? "expired" : "bad-credentials" };
  }
  if (status !== 403) return undefined;
  if (/\bsuspended\b/i.test(message)) return { ...known, valid: false, reason: "suspended" };
  return known.sso === null ? undefined : { ...known, valid: true };
}

/** True for the refusal that a valid token gets where only people are answered. */
function isAlive({ status, message }: Refusal): boolean {
  return status === 403 && /^Resource not accessible by /.test(message);
}

/**
 * The answer, when it has what every answer of the platform has here. Anything else comes from a
 * server that is not the platform, and says nothing about a token.
 *
 * @throws PlatformFailure `wrong_base_url`
 */
function shaped<Data>(data: Data, field: string): NonNullable<Data> {
  const found = (data as Record<string, unknown> | null | undefined)?.[field];
  if (found !== undefined && found !== null) return data!;
  throw new PlatformFailure("wrong_base_url", { what: "the account of the token" });
}
