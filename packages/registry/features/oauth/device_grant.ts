import {
  DEVICE_CODE_GRANT_TYPE,
  extendOAuthProvider,
  type OAuthExtensionGrantHandlerInput,
} from "@better-auth/oauth-provider";
import { APIError } from "better-auth/api";
import { redeemDeviceCode } from "better-auth/plugins/device-authorization";
import type { BetterAuthPlugin } from "better-auth";
import { CLI_CLIENT } from "./clients.ts";
import { grantedScopes } from "./scopes.ts";

/**
 * Lets a stored application use the device grant (reference wire 1.7), for a scoped access token
 * and never for a session, which would be the whole person.
 *
 * The library's own device grant asks for the client's secret when the code is requested; deployed
 * clients send it only when they redeem the code, at `/device/token`. There it is proven here.
 */
export function deviceGrant() {
  return {
    id: "svc-oauth-device",
    init(context) {
      extendOAuthProvider(context, {
        grants: { [DEVICE_CODE_GRANT_TYPE]: redeem },
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

async function redeem({ ctx, provider }: OAuthExtensionGrantHandlerInput) {
  const { device_code: deviceCode } = (ctx.body ?? {}) as { device_code?: unknown };
  if (typeof deviceCode !== "string" || deviceCode === "") {
    throw new APIError("BAD_REQUEST", {
      error: "invalid_request",
      error_description: "device_code is required",
    });
  }
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
  await rememberConsent(ctx, client.clientId, user.id, scopes);
  return await provider.issueTokens({
    client,
    scopes,
    user,
    ...(confirmation === undefined ? {} : { confirmation }),
  });
}

/** The person's approval of the device is a consent like any other: listed, and withdrawn with its tokens. */
async function rememberConsent(
  ctx: OAuthExtensionGrantHandlerInput["ctx"],
  clientId: string,
  userId: string,
  scopes: readonly string[],
): Promise<void> {
  const { adapter } = ctx.context;
  const where = [{ field: "clientId", value: clientId }, { field: "userId", value: userId }];
  const known = await adapter.findOne<{ id: string; scopes: string[] }>({
    model: "oauthConsent",
    where,
  });
  const updatedAt = new Date();
  if (known === null) {
    await adapter.create({
      model: "oauthConsent",
      data: { clientId, userId, scopes: [...scopes], createdAt: updatedAt, updatedAt },
    });
    return;
  }
  await adapter.update({
    model: "oauthConsent",
    where: [{ field: "id", value: known.id }],
    update: { scopes: [...new Set([...known.scopes, ...scopes])], updatedAt },
  });
}
