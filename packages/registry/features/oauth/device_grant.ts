import {
  DEVICE_CODE_GRANT_TYPE,
  extendOAuthProvider,
  type OAuthExtensionGrantHandlerInput,
} from "@better-auth/oauth-provider";
import { APIError } from "better-auth/api";
import { redeemDeviceCode } from "better-auth/plugins/device-authorization";
import type { BetterAuthPlugin } from "better-auth";
import type { Db } from "../../access/store/schema.ts";
import { CLI_CLIENT } from "./clients.ts";
import { NO_SERVER } from "./binding.ts";
import { grantedScopes } from "./scopes.ts";
import { listOf, storedGrant } from "./stored_grant.ts";

/**
 * Lets a stored application use the device grant (reference wire 1.7), for a scoped access token
 * and never for a session, which would be the whole person.
 *
 * The library's own device grant asks for the client's secret when the code is requested; deployed
 * clients send it only when they redeem the code, at `/device/token`. There it is proven here.
 */
export function deviceGrant(db: Db) {
  return {
    id: "svc-oauth-device",
    init(context) {
      extendOAuthProvider(context, {
        grants: { [DEVICE_CODE_GRANT_TYPE]: (input) => redeem(db, input) },
        metadata: ({ ctx }) => ({
          device_authorization_endpoint: `${ctx.context.baseURL}/device/code`,
        }),
      });
    },
    async onRequest(request) {
      if (request.method !== "POST" || !request.url.endsWith("/api/auth/device/token")) return;
      const body = await request.clone().json().catch(() => undefined) as
        | Record<string, unknown>
        | undefined;
      const clientId = body?.client_id;
      if (typeof clientId !== "string" || clientId === CLI_CLIENT) return;
      return { request: atTokenEndpoint(request, clientId, body!) };
    },
  } satisfies BetterAuthPlugin;
}

/** The same request as the token endpoint takes it: a form, the secret in the Basic header. */
function atTokenEndpoint(
  request: Request,
  clientId: string,
  body: Record<string, unknown>,
): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  headers.delete("cookie");
  headers.delete("authorization");
  const form = new URLSearchParams({
    grant_type: String(body.grant_type ?? ""),
    device_code: String(body.device_code ?? ""),
  });
  for (const one of listOf(body.resource)) form.append("resource", one);
  const secret = body.client_secret;
  if (typeof secret === "string" && secret !== "") {
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
    headers.set("authorization", `Basic ${new TextEncoder().encode(pair).toBase64()}`);
  } else {
    form.set("client_id", clientId);
  }
  const url = request.url.replace(/\/device\/token$/, "/oauth2/token");
  return new Request(url, { method: "POST", headers, body: form.toString() });
}

async function redeem(db: Db, { ctx, provider }: OAuthExtensionGrantHandlerInput) {
  const { device_code: deviceCode, resource } = (ctx.body ?? {}) as Record<string, unknown>;
  if (typeof deviceCode !== "string" || deviceCode === "") {
    throw new APIError("BAD_REQUEST", {
      error: "invalid_request",
      error_description: "device_code is required",
    });
  }
  const bound = await storedGrant(db, ctx.body);
  const { client, confirmation } = await provider.authenticateClient({ requireCredentials: false });
  const { claimedDeviceCode, user } = await redeemDeviceCode({
    ctx,
    deviceCode,
    authorizeRedemption: (record) => {
      if (record.clientId !== client.clientId) {
        throw new APIError("BAD_REQUEST", {
          error: "invalid_grant",
          error_description: "The device code was issued to another client",
        });
      }
      return Promise.resolve({
        ownershipWhere: { field: "clientId", value: client.clientId },
        context: undefined,
      });
    },
    prepareRedemption: () => undefined,
  });
  const scopes = grantedScopes(claimedDeviceCode.scope, client.scopes ?? []);
  const { resources = [], reference } = bound ?? {};
  const consent = {
    clientId: client.clientId,
    userId: user.id,
    resources,
    referenceId: reference ?? NO_SERVER,
  };
  await rememberConsent(ctx, consent, scopes);
  // That these are among the bound ones is checked by `serversOnly`.
  const asked = listOf(resource);
  return await provider.issueTokens({
    client,
    scopes,
    user,
    referenceId: consent.referenceId,
    ...(resources.length === 0 ? {} : {
      resources: asked.length > 0 ? asked : resources,
      originalResources: resources,
    }),
    ...(confirmation === undefined ? {} : { confirmation }),
  });
}

/** What a consent is known by. */
interface ConsentKey {
  clientId: string;
  userId: string;
  resources: string[];
  referenceId: string;
}

/** The person's approval of the device is a consent like any other: listed, and withdrawn with its tokens. */
async function rememberConsent(
  ctx: OAuthExtensionGrantHandlerInput["ctx"],
  { resources, ...key }: ConsentKey,
  scopes: readonly string[],
): Promise<void> {
  const { adapter } = ctx.context;
  const where = Object.entries(key).map(([field, value]) => ({ field, value }));
  const known = await adapter.findOne<{ id: string; scopes: string[] }>({
    model: "oauthConsent",
    where,
  });
  const updatedAt = new Date();
  if (known === null) {
    await adapter.create({
      model: "oauthConsent",
      data: { ...key, resources, scopes: [...scopes], createdAt: updatedAt, updatedAt },
    });
    return;
  }
  await adapter.update({
    model: "oauthConsent",
    where: [{ field: "id", value: known.id }],
    update: { scopes: [...new Set([...known.scopes, ...scopes])], updatedAt },
  });
}
