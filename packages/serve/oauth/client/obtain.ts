import { messageOf, SvcError } from "@svc/core/error";
import type { DatabaseSync } from "node:sqlite";
import {
  askJson,
  assertReturnable,
  callbackUrl,
  isLoopback,
  type Provider,
  saidText,
  SCOPES,
} from "../provider/mod.ts";
import { approvedByPerson, type Terminal } from "./by_person.ts";
import { readClient, storeClient, type StoredClient } from "./stored.ts";

/** The scope that must stand literally among those of the key (reference runtime 8.8). */
const SCOPE = "oauth:manage";

/**
 * Whether the key of `SVC_API_KEY` may register this server.
 *
 * @throws SvcError `invalid_api_key`, `unavailable`
 */
async function mayRegister(provider: Provider, apiKey: string): Promise<boolean> {
  const said = await askJson(provider.fetch, `${provider.url}/api/whoami`, {
    method: "GET",
    bearer: apiKey,
  });
  if (said.status === 401) {
    throw new SvcError("invalid_api_key", `${provider.url} does not know the key in SVC_API_KEY`, {
      hint: "It may have expired, or belong to another registry.",
    });
  }
  if (!said.ok) {
    throw new SvcError("unavailable", `${provider.url} does not say what SVC_API_KEY may do`, {
      hint: "Try again in a moment.",
    });
  }
  const { scopes } = said.body;
  return Array.isArray(scopes) && scopes.includes(SCOPE);
}

/** What a start knows about this server as the registry's client. */
export interface Obtaining extends Registering {
  database: DatabaseSync;
  /** The client that the operator registered by hand. */
  given?: { clientId: string; clientSecret: string } | undefined;
  /** Forgets the stored client and registers again. */
  again?: boolean;
  /** `SVC_API_KEY`. */
  apiKey?: string | undefined;
  /** Absent where nobody could approve anything. */
  terminal?: Terminal | undefined;
  /** Called when the registry could not be asked whether it still knows the stored client. */
  warn(text: string): void;
}

/**
 * This server as the registry's client: the given one, the stored one, or one that is registered now
 * and stored.
 *
 * @throws SvcError `unknown_oauth_client` when the registry does not know the client (any more),
 *   `conflict` when it was registered for another address, `missing_scope` when nothing may register
 */
export async function obtainClient(order: Obtaining): Promise<StoredClient> {
  assertReturnable(order.publicUrl);
  const { given, database, provider } = order;
  if (given !== undefined) {
    const client = { provider: provider.url, ...given, publicUrl: "" };
    if (!await isKnown(provider, client)) throw unknownClient(order, "Check client id and secret.");
    storeClient(database, client);
    return client;
  }
  const stored = order.again ? undefined : readClient(database);
  if (stored !== undefined && stored.provider === provider.url) return await confirm(order, stored);
  const client = await register(order, await credential(order));
  storeClient(database, client);
  return client;
}

async function confirm(order: Obtaining, stored: StoredClient): Promise<StoredClient> {
  if (stored.publicUrl !== "" && !sameReturn(stored.publicUrl, order.publicUrl)) {
    throw new SvcError(
      "conflict",
      `This server was registered as ${stored.publicUrl} but now is ${order.publicUrl}`,
      { hint: "Start it once with --oauth-register to register the new address." },
    );
  }
  try {
    if (await isKnown(order.provider, stored)) return stored;
  } catch (error) {
    order.warn(messageOf(error));
    return stored;
  }
  throw unknownClient(order, "Start it once with --oauth-register to register it again.");
}

/** On this machine any port may follow: the registry compares the rest (RFC 8252 §7.3). */
function sameReturn(registered: string, now: string): boolean {
  const [before, after] = [new URL(registered), new URL(now)];
  if (isLoopback(before) && isLoopback(after)) return before.hostname === after.hostname;
  return before.href === after.href;
}

async function credential({ provider, apiKey, terminal }: Obtaining): Promise<string> {
  if (apiKey !== undefined && await mayRegister(provider, apiKey)) return apiKey;
  if (terminal !== undefined) return await approvedByPerson(provider, terminal);
  throw new SvcError("missing_scope", `This server is not registered at ${provider.url} yet`, {
    hint: apiKey === undefined
      ? "Set SVC_API_KEY to a collective's token with the scope oauth:manage, or start it once in a terminal."
      : "The key in SVC_API_KEY lacks the scope oauth:manage: use one that has it, or start once in a terminal.",
  });
}

function unknownClient({ provider }: Obtaining, hint: string): SvcError {
  return new SvcError(
    "unknown_oauth_client",
    `${provider.url} does not know this server's OAuth client`,
    { hint },
  );
}

/**
 * Whether the registry still knows a client with this secret. Asked about a text that is not a token, which
 * changes nothing.
 *
 * @throws SvcError `unavailable`
 */
async function isKnown(provider: Provider, client: StoredClient): Promise<boolean> {
  const pair = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`;
  const response = await provider.fetch(provider.metadata().introspection_endpoint!, {
    method: "POST",
    headers: {
      authorization: `Basic ${new TextEncoder().encode(pair).toBase64()}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ token: "none" }).toString(),
  });
  await response.body?.cancel();
  // The standard has 401 for it, this registry 400 where the client is unknown altogether.
  return response.ok || response.status >= 500 || response.status === 429;
}

/** The longest name that the registry takes. */
const NAME_LENGTH = 128;

/** What is registered. */
interface Registering {
  provider: Provider;
  /** How people reach this server. */
  publicUrl: string;
  /** Shown to people who sign in; `svc serve on <host>` unless the operator chose one. */
  name: string;
}

/**
 * Registers this server at the registry, with a credential that may.
 *
 * @throws SvcError `missing_scope`, `application_limit`, `unavailable` with the registry's own words
 */
async function register(
  { provider, publicUrl, name }: Registering,
  bearer: string,
): Promise<StoredClient> {
  const said = await askJson(provider.fetch, `${provider.url}/api/auth/oauth2/register`, {
    bearer,
    body: {
      client_name: [...name].slice(0, NAME_LENGTH).join(""),
      redirect_uris: [callbackUrl(publicUrl)],
      grant_types: [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
      ],
      scope: SCOPES,
      // Access tokens of the registry may be for this server.
      resource: publicUrl,
    },
  });
  const { client_id: clientId, client_secret: clientSecret } = said.body;
  if (said.ok && typeof clientId === "string" && typeof clientSecret === "string") {
    return { provider: provider.url, clientId, clientSecret, publicUrl };
  }
  throw refused(provider, said.status, said.body);
}

function refused(
  { url }: Provider,
  status: number,
  { code, error, error_description: words }: Readonly<Record<string, unknown>>,
): SvcError {
  if (code === "application_limit") {
    return new SvcError(
      "application_limit",
      `You have reached the limit of applications at ${url}`,
      {
        hint: `Delete one that is no longer used at ${url}/account/applications.`,
      },
    );
  }
  const why = saidText(words) ?? saidText(error) ?? `status ${status}`;
  return new SvcError("unavailable", `${url} did not register this server: ${why}`, {
    hint:
      "Register it by hand and start with --oauth-client-id; the manual's page on svc serve says how.",
  });
}
