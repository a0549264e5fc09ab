import { secondsOr } from "@svc/core/polling";
import { type Grant, grantOf } from "./grant.ts";
import { askJson, down, type Said, saidText } from "./fetch.ts";
import type { Provider } from "./provider.ts";

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

/** The longest code that is taken of anybody. */
export const LONGEST_CODE = 512;

/** A device grant begun at the registry (RFC 8628 §3.2). */
export interface DeviceGrant {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string;
  /** Seconds. */
  expiresIn: number;
  /** Seconds between polls. */
  interval: number;
}

/** Why a poll gave nothing. `unknown`: the registry does not know the code, or not any more. */
export type Problem = "pending" | "slow_down" | "denied" | "expired" | "unknown" | "client";

/**
 * Begins a device grant for a client of the registry.
 *
 * @throws SvcError `unavailable` (502) when the registry begins none, or shows a page of elsewhere
 */
export async function beginGrant(
  provider: Provider,
  clientId: string,
  scope?: string,
): Promise<DeviceGrant> {
  const { ok, status, body } = await askJson(
    provider.fetch,
    `${provider.url}/api/auth/device/code`,
    { body: { client_id: clientId, ...(scope === undefined ? {} : { scope }) } },
  );
  const { device_code: deviceCode, user_code: userCode } = body;
  const page = pageOf(provider, body.verification_uri);
  if (!ok || !isCode(deviceCode) || !isCode(userCode) || page === undefined) {
    const why = saidText(body.error_description) ?? saidText(body.error) ?? `status ${status}`;
    throw down(provider.url, ok ? "it did not start a login" : why);
  }
  return {
    deviceCode,
    userCode,
    verificationUri: page,
    verificationUriComplete: pageOf(provider, body.verification_uri_complete) ?? page,
    expiresIn: secondsOr(body.expires_in, 300),
    interval: secondsOr(body.interval, 5),
  };
}

/** What a poll gave. */
export type Redeemed = { grant: Grant } | { problem: Problem };

/** A client of the registry, as it asks for a grant. */
interface GrantClient {
  id: string;
  secret: string;
}

/**
 * Asks once whether the person has approved.
 *
 * @throws SvcError `unavailable` (502) when the registry gives no answer of the standard's
 */
export async function redeem(
  provider: Provider,
  client: GrantClient,
  deviceCode: string,
): Promise<Redeemed> {
  return redeemed(provider, await askForGrant(provider, client, deviceCode));
}

/** What the registry says when it is asked for the grant; see {@link redeemed}. */
export async function askForGrant(
  provider: Provider,
  client: GrantClient,
  deviceCode: string,
): Promise<Said> {
  const said = await askJson(provider.fetch, `${provider.url}/api/auth/device/token`, {
    body: {
      client_id: client.id,
      client_secret: client.secret,
      device_code: deviceCode,
      grant_type: GRANT_TYPE,
    },
  });
  if (said.status >= 500) throw down(provider.url, `status ${said.status}`);
  return said;
}

/** Reads what {@link askForGrant} was told. @throws SvcError as {@link redeem} does */
export function redeemed({ url }: Provider, { ok, status, body }: Said): Redeemed {
  const grant = ok ? grantOf(body, new Date()) : undefined;
  if (grant !== undefined) return { grant };
  const problem = PROBLEMS[String(body.error)];
  if (!ok && problem !== undefined) return { problem };
  throw down(url, ok ? "it approved the login without sending a token" : `status ${status}`);
}

const PROBLEMS: Readonly<Record<string, Problem>> = {
  authorization_pending: "pending",
  slow_down: "slow_down",
  access_denied: "denied",
  expired_token: "expired",
  invalid_grant: "unknown",
  invalid_request: "unknown",
  invalid_client: "client",
  unauthorized_client: "client",
};

/** A page of the registry itself; people are sent nowhere else. */
function pageOf({ url }: Provider, page: unknown): string | undefined {
  const parsed = typeof page === "string" ? URL.parse(page, `${url}/`) : null;
  return parsed?.origin === url ? parsed.href : undefined;
}

function isCode(code: unknown): code is string {
  return typeof code === "string" && code.length <= LONGEST_CODE && /^[!-~]+$/.test(code);
}
