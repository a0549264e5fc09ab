import { LIMITS } from "@svc/core/limit";
import type { Context } from "hono";
import { ADDRESS_HEADER } from "../identity/auth.ts";
import { resolvePrincipal } from "../../access/credential/resolve.ts";
import type { App, Environment } from "@svc/http/edge";
import { readBytes, readJsonBody } from "@svc/http/input";
import type { Services } from "../../access/services.ts";
import { assertRoomForAnybody } from "./anybody.ts";
import { registrantOf, registrationTurns } from "./registrant.ts";
import {
  asLocalProgram,
  completed,
  isLocalProgram,
  readRegistration,
  type RefusedRegistration,
} from "./registration.ts";
import { canonicalAddress } from "./address.ts";
import { addResource, isReturnOfAnother } from "./resources.ts";

/** The provider's paths that are open; errors are those of their standards. */
const PATHS = [
  ["GET", "/api/auth/jwks"],
  ["GET", "/api/auth/oauth2/authorize"],
  ["POST", "/api/auth/oauth2/token"],
  ["POST", "/api/auth/oauth2/revoke"],
  ["POST", "/api/auth/oauth2/introspect"],
  ["GET", "/api/auth/oauth2/userinfo"],
  ["POST", "/api/auth/oauth2/userinfo"],
  ["GET", "/api/auth/.well-known/openid-configuration"],
  ["GET", "/.well-known/oauth-authorization-server/api/auth"],
] as const;

/**
 * What the provider could do and the registry leaves out: it calls no address of a stranger's, and no
 * application ends a person's session here.
 */
const LEFT_OUT = {
  backchannel_logout_supported: false,
  backchannel_logout_session_supported: false,
  end_session_endpoint: undefined,
};

/** What the provider says of tokens that are good no more. */
const GONE: readonly unknown[] = [
  "token not found",
  "Invalid access token",
  "refresh token revoked",
];

/** Mounts the OAuth provider: discovery, authorisation, tokens, userinfo, registration. */
export function mountOAuth(app: App, services: Services): void {
  for (const [method, path] of PATHS) {
    app.on(method, path, async (context) => {
      const { raw } = context.req;
      // OAuth speaks in forms; none is larger than any other body may be.
      const body = method === "POST" ? await readBytes(raw, LIMITS.requestBodyBytes) : undefined;
      const response = await answer(context, services, raw.url, body);
      if (path.endsWith("/revoke")) return await revoked(response);
      return path.includes("/.well-known/") ? await described(response) : response;
    });
  }
  app.get("/.well-known/openid-configuration", async (context) => {
    const url = new URL("/api/auth/.well-known/openid-configuration", context.req.url);
    return await described(await answer(context, services, url.href, undefined));
  });
  const inTurn = registrationTurns();
  app.post("/api/auth/oauth2/register", async (context) => {
    const response = await registered(context, services, inTurn);
    const { status } = response;
    const event = response.ok ? "oauth.application_registered" : "oauth.registration_refused";
    services.log.info(event, { status, address: context.get("address") });
    return response;
  });
}

async function registered(
  context: Context<Environment>,
  services: Services,
  inTurn: ReturnType<typeof registrationTurns>,
): Promise<Response> {
  const { raw: { headers }, url } = context.req;
  const { db, now, auth } = services;
  const read = readRegistration(await readJsonBody(context.req.raw) ?? {});
  const known = { db, now, principalOf: (h: Headers) => resolvePrincipal(auth.resolver, h) };
  const owner = await registrantOf(known, headers).catch(() => undefined);
  const register = (metadata: unknown) => answer(context, services, url, JSON.stringify(metadata));
  if (owner === undefined) {
    // Who sent a credential that may not register is refused by the provider, in its standard's words.
    if (headers.has("authorization")) return await register({});
    if ("refused" in read || !isLocalProgram(read.metadata)) return needsCredential();
    await assertRoomForAnybody(services, context.get("address"));
    return await register(asLocalProgram(read.metadata));
  }
  if ("refused" in read) return refuse(context, services, read.refused);
  const { resource: address } = read;
  if (address !== undefined && await isTaken(services, owner, address)) {
    return refuse(context, services, taken(address));
  }
  const response = await inTurn(db, owner, () => register(completed(read.metadata)));
  if (!response.ok || address === undefined) return response;
  const { client_id: clientId } = await response.clone().json() as { client_id: string };
  let held = false;
  try {
    held = await addResource(db, { clientId, owner, address }, now());
  } finally {
    if (!held) await db.deleteFrom("oauthClient").where("clientId", "=", clientId).execute();
  }
  return held ? response : refuse(context, services, taken(address));
}

/** Whether an address is the registry's own, or an application of somebody else is there. */
async function isTaken({ db, config }: Services, owner: string, address: string): Promise<boolean> {
  return canonicalAddress(config.baseUrl) === address ||
    await isReturnOfAnother(db, owner, address);
}

function taken(address: string): RefusedRegistration {
  return {
    error: "invalid_client_metadata",
    error_description:
      `resource: ${address} already belongs to somebody else. If it is yours, delete that ` +
      "application first; if it is not, ask the operator of this registry",
  };
}

/** Only a program on somebody's own machine registers without one. */
function needsCredential(): Response {
  return Response.json({
    error: "invalid_token",
    error_description: "Registering needs a personal key, or a token with oauth:manage",
  }, {
    status: 401,
    headers: { "cache-control": "no-store", "www-authenticate": "Bearer" },
  });
}

/** The provider's description of itself, less what is left out. */
async function described(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json({ ...await response.json(), ...LEFT_OUT }, { headers });
}

/** To revoke what is good no more is a success (RFC 7009 2.2): who signs out has nothing to handle. */
async function revoked(response: Response): Promise<Response> {
  if (response.status !== 400) return response;
  const { error_description } = await response.clone().json();
  return GONE.includes(error_description)
    ? Response.json({}, { headers: { "cache-control": "no-store" } })
    : response;
}

async function refuse(
  context: Context<Environment>,
  services: Services,
  refused: RefusedRegistration,
): Promise<Response> {
  await services.auth.limits.address(context.get("address"));
  return Response.json(refused, { status: 400, headers: { "cache-control": "no-store" } });
}

async function answer(
  context: Context<Environment>,
  services: Services,
  url: string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
): Promise<Response> {
  const address = context.get("address");
  await services.auth.limits.address(address);
  const headers = new Headers(context.req.raw.headers);
  headers.set(ADDRESS_HEADER, address);
  headers.delete("content-length");
  const response = await services.identity.handler(
    new Request(url, {
      method: context.req.method,
      headers,
      ...(body?.length ? { body } : {}),
    }),
  );
  const own = new Headers(response.headers);
  if (!own.has("cache-control")) own.set("cache-control", "no-store");
  if (response.status === 401 && !own.has("www-authenticate")) {
    own.set("www-authenticate", "Bearer");
  }
  return new Response(response.body, { status: response.status, headers: own });
}
