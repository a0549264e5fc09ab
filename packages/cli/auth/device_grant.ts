import { SvcError } from "@svc/core/error";
import {
  type Polled,
  pollUntil,
  secondsOr,
  SLOW_DOWN_SECONDS,
  type Waiting,
} from "@svc/core/polling";
import { callObject } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { webAddress } from "../client/web_address.ts";

/** The public client the registry knows the command line as. */
export const CLIENT_ID = "svc-cli";

/** Seconds between polls, and until the code expires, where the server names none. */
const INTERVAL = 5;
const LIFETIME = 300;

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

/** A device grant begun: what to show, and what to poll with (RFC 8628 §3.2). */
export interface DeviceGrant {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds between polls; 5 when absent. */
  interval?: number;
}

/**
 * Begins a device grant. The machine's name is sent for the approval page to show.
 *
 * @throws SvcError `unavailable` for an answer that is not a device grant or names no web address: it is
 *   shown and opened.
 */
export async function beginDeviceGrant(caller: Caller, hostname: string): Promise<DeviceGrant> {
  const device = hostname.replaceAll(/[^A-Za-z0-9._-]/g, "-").slice(0, 64);
  const grant = await callObject(caller, {
    method: "POST",
    path: "/api/auth/device/code",
    body: { client_id: CLIENT_ID, ...(device ? { scope: `device:${device}` } : {}) },
  });
  const page = webAddress(grant.verification_uri, `${caller.serverUrl}/`);
  const complete = webAddress(grant.verification_uri_complete, `${caller.serverUrl}/`);
  if (
    page === undefined || typeof grant.device_code !== "string" ||
    typeof grant.user_code !== "string"
  ) {
    throw new SvcError("unavailable", `${caller.serverUrl} did not start a login`, {
      hint: "This does not look like a registry. Check the address.",
    });
  }
  return {
    device_code: grant.device_code,
    user_code: grant.user_code,
    verification_uri: page.href,
    ...(complete === undefined ? {} : { verification_uri_complete: complete.href }),
    expires_in: secondsOr(grant.expires_in, LIFETIME),
    interval: secondsOr(grant.interval, INTERVAL),
  };
}

/**
 * Polls until the grant is approved and answers the session token. Keeps the server's interval and
 * adds five seconds each time it says `slow_down` or does not answer.
 *
 * @throws SvcError `cancelled` when the grant was denied, `timeout` when it expired; what the last poll
 *   ran into when the server did not answer any more.
 */
export async function awaitApproval(
  caller: Caller,
  grant: DeviceGrant,
  waiting?: Waiting,
): Promise<string> {
  return await pollUntil(
    { interval: grant.interval ?? INTERVAL, expiresIn: grant.expires_in, expired },
    () =>
      callObject(caller, {
        method: "POST",
        path: "/api/auth/device/token",
        body: { grant_type: GRANT_TYPE, device_code: grant.device_code, client_id: CLIENT_ID },
        accepts: [400, 401, 403],
      }),
    tokenIn,
    waiting,
  );
}

function tokenIn(answer: Readonly<Record<string, unknown>>): Polled<string> {
  if (typeof answer.access_token === "string") return { result: answer.access_token };
  switch (answer.error) {
    case "authorization_pending":
      return { longer: 0 };
    case "slow_down":
      return { longer: SLOW_DOWN_SECONDS };
    case "access_denied":
      throw new SvcError("cancelled", "The login was denied in the browser");
    case "expired_token":
      throw expired();
    default:
      throw new SvcError(
        "not_authenticated",
        `The login failed: ${typeof answer.error === "string" ? answer.error : "no token"}`,
        {
          hint: "Run 'svc auth login' again.",
        },
      );
  }
}

function expired(): SvcError {
  return new SvcError("timeout", "The code expired before it was approved", {
    hint: "Run 'svc auth login' again and approve the code in time.",
  });
}
