import { defineRequestState } from "@better-auth/core/context";
import { getIssuer } from "@better-auth/oauth-provider";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import type { Db } from "../../access/store/schema.ts";
import { bindingOf, holdsFor, NAMES_NO_SERVER } from "./binding.ts";
import { CLI_CLIENT, DEVICE_GRANT } from "./clients.ts";
import { isRegisteredReturn } from "./registered_return.ts";
import { registeredServers } from "./resources.ts";
import { grantedScopes, OAUTH_SCOPES, SERVE_SCOPE } from "./scopes.ts";
import { listOf, type StoredGrant, storedGrant, words } from "./stored_grant.ts";
import { readList } from "./tables.ts";

/** What the device code of the request at hand is bound to. */
const asked = defineRequestState<{ resources: string[]; reference: string } | undefined>(
  () => undefined,
);

/**
 * Gives tokens only for the servers that the person was asked about (RFC 8707 §2.2). The library
 * compares a token request with what was asked for before only if something was; here nothing asked
 * for gives a token for nothing.
 */
export function serversOnly(db: Db) {
  const at = (path: string) => ({ path: here }: { path?: string }) => here === path;
  return {
    id: "svc-oauth-servers",
    hooks: {
      before: [
        {
          matcher: at("/oauth2/authorize"),
          handler: createAuthMiddleware((ctx) => checkAuthorization(db, ctx)),
        },
        {
          matcher: at("/device/code"),
          handler: createAuthMiddleware((ctx) => checkDevice(db, ctx)),
        },
        {
          matcher: at("/oauth2/token"),
          handler: createAuthMiddleware((ctx) => checkToken(db, ctx)),
        },
      ],
      after: [{
        matcher: at("/device/code"),
        handler: createAuthMiddleware((ctx) => rememberServers(db, ctx.context.returned)),
      }],
    },
  } satisfies BetterAuthPlugin;
}

/** Refuses an authorization that could be for no server, or for one that nobody is. */
async function checkAuthorization(db: Db, ctx: GenericEndpointContext) {
  const query = (ctx.query ?? {}) as Record<string, unknown>;
  const client = await db.selectFrom("oauthClient").select(["redirectUris", "scopes"])
    .where("clientId", "=", String(query.client_id)).executeTakeFirst();
  if (client === undefined) return;
  const resources = listOf(query.resource);
  if (query.scope === undefined && resources.length === 0) {
    // Nobody gets servers without asking for them.
    const known = client.scopes === null ? OAUTH_SCOPES : readList(client.scopes);
    const scope = known.filter((one) => one !== SERVE_SCOPE).join(" ");
    return { context: { query: { ...query, scope } } };
  }
  const binding = await bindingOf(db, words(query.scope), resources);
  if ("reference" in binding) return;
  const { redirect_uri: uri, state } = query;
  if (!isRegisteredReturn(readList(client.redirectUris), uri)) throw target(binding.refused);
  const back = new URL(uri);
  back.searchParams.set("error", "invalid_target");
  back.searchParams.set("error_description", binding.refused);
  if (typeof state === "string") back.searchParams.set("state", state);
  back.searchParams.set("iss", getIssuer(ctx, {} as Parameters<typeof getIssuer>[1]));
  throw ctx.redirect(back.href);
}

/** Refuses a device that asks for `serve` and names no server, or names one that nobody is. */
async function checkDevice(db: Db, { body }: GenericEndpointContext): Promise<void> {
  const { client_id: id, scope, resource } = (body ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || id === CLI_CLIENT) return;
  const client = await db.selectFrom("oauthClient").select(["scopes", "grantTypes"])
    .where("clientId", "=", id).executeTakeFirst();
  if (client === undefined || !readList(client.grantTypes).includes(DEVICE_GRANT)) return;
  const resources = listOf(resource);
  const text = typeof scope === "string" ? scope : undefined;
  const binding = await bindingOf(db, grantedScopes(text, readList(client.scopes)), resources);
  if ("refused" in binding) throw target(binding.refused);
  await asked.set({ resources, reference: binding.reference });
}

/** Writes down which servers a device asks for, before anybody knows its code. */
async function rememberServers(db: Db, returned: unknown): Promise<void> {
  const { device_code: code } = (returned ?? {}) as { device_code?: unknown };
  const bound = await asked.get();
  if (typeof code !== "string" || bound === undefined) return;
  await db.updateTable("deviceCode")
    .set({ resources: JSON.stringify(bound.resources), referenceId: bound.reference })
    .where("deviceCode", "=", code).execute();
}

/** Refuses a token for a server that the code, refresh token or device code is not bound to. */
async function checkToken(db: Db, ctx: GenericEndpointContext): Promise<void> {
  const resources = new Set(listOf((ctx.body as Record<string, unknown>)?.resource));
  // The library reads the last one of a form where only one may be.
  const form = new URLSearchParams(await ctx.request?.clone().text());
  for (const one of form.getAll("resource")) resources.add(one);
  resources.delete("");
  const grant = await storedGrant(db, ctx.body);
  if (grant === undefined) {
    if (resources.size === 0) return;
    throw invalidGrant("It is unknown or has expired");
  }
  if (grant.clientId !== CLI_CLIENT) await assertBound(db, grant, [...resources]);
}

async function assertBound(
  db: Db,
  grant: StoredGrant,
  resources: readonly string[],
): Promise<void> {
  const beyond = resources.find((one) => !grant.resources.includes(one));
  if (beyond !== undefined) throw target(`The person was not asked about ${beyond}`);
  if (grant.resources.length === 0 && grant.scopes.includes(SERVE_SCOPE)) {
    throw target(NAMES_NO_SERVER);
  }
  const used = resources.length > 0 ? resources : grant.resources;
  const servers = await registeredServers(db, used);
  const gone = used.find((one) => !holdsFor(grant.reference, servers.get(one)));
  if (gone !== undefined) {
    throw target(`${gone} is no longer registered as the server that the person allowed`);
  }
  if (!await isAllowed(db, grant)) {
    throw invalidGrant("The person no longer allows this: ask them again");
  }
}

/** Whether the person's consent is there and covers a grant. A device's approval becomes one later. */
async function isAllowed(db: Db, grant: StoredGrant): Promise<boolean> {
  if (grant.kind === "device") return true;
  const client = await db.selectFrom("oauthClient").select("skipConsent")
    .where("clientId", "=", grant.clientId).executeTakeFirst();
  if (client?.skipConsent) return true;
  const consents = await db.selectFrom("oauthConsent")
    .select(["scopes", "resources", "referenceId"])
    .where("clientId", "=", grant.clientId).where("userId", "=", grant.userId).execute();
  return consents.some((consent) => {
    const scopes = readList(consent.scopes);
    const same = grant.resources.length === 0
      ? readList(consent.resources).length === 0
      : consent.referenceId === grant.reference;
    return same && grant.scopes.every((scope) => scopes.includes(scope));
  });
}

function target(error_description: string): APIError {
  return new APIError("BAD_REQUEST", { error: "invalid_target", error_description });
}

function invalidGrant(error_description: string): APIError {
  return new APIError("BAD_REQUEST", { error: "invalid_grant", error_description });
}
