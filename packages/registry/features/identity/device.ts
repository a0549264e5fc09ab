import { SvcError } from "@svc/core/error";
import { APIError } from "better-auth/api";
import type { Services } from "../../access/services.ts";
import { resolvePrincipal } from "../../access/credential/resolve.ts";
import type {} from "./auth.ts";
import { shownUserCode } from "./user_code.ts";

/** A device that waits for a person's word (RFC 8628). */
export interface WaitingDevice {
  /** The code as it is shown, in groups of four. */
  userCode: string;
  status: "pending" | "approved" | "denied";
  /** Which program asks, for the person to recognise; undefined when the request is another user's. */
  clientId: string | undefined;
  /** What it asks for, beyond acting as the person. */
  scope: string | undefined;
}

/**
 * The device that shows `userCode`. Looking it up while signed in ties it to the caller: from then on
 * nobody else can approve it.
 *
 * @param headers the browser's, with its session cookie
 * @throws SvcError `not_found` for an unknown or expired code, `rate_limited`
 */
export async function lookupDevice(
  services: Services,
  headers: Headers,
  userCode: string,
): Promise<WaitingDevice> {
  const principal = await resolvePrincipal(services.auth.resolver, headers);
  // Short codes must not be guessed.
  if ("user" in principal) await services.auth.limits.userCode(principal.user.id);
  const device = await ask(() =>
    services.identity.api.deviceVerify({ query: { user_code: userCode }, headers })
  );
  const { status, client_id: clientId, scope } = device as {
    status: WaitingDevice["status"];
    client_id?: string | null;
    scope?: string | null;
  };
  return {
    userCode: shownUserCode(userCode),
    status,
    clientId: clientId ?? undefined,
    scope: scope ?? undefined,
  };
}

/** Lets the device act as the signed-in person. @throws SvcError as `lookupDevice`, `forbidden`, `conflict` */
export async function approveDevice(
  services: Services,
  headers: Headers,
  userCode: string,
): Promise<void> {
  await ask(() => services.identity.api.deviceApprove({ body: { userCode }, headers }));
  services.log.info("auth.device_approve");
}

/** Refuses the device. @throws SvcError as `approveDevice` */
export async function denyDevice(
  services: Services,
  headers: Headers,
  userCode: string,
): Promise<void> {
  await ask(() => services.identity.api.deviceDeny({ body: { userCode }, headers }));
  services.log.info("auth.device_deny");
}

async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const { error: kind } = (error.body ?? {}) as { error?: string };
    if (kind === "unauthorized") throw new SvcError("not_authenticated", "Sign in first");
    if (kind === "access_denied") {
      throw new SvcError("forbidden", "Another account has already opened this code", {
        hint: "Start again on the device.",
      });
    }
    if (/already processed/i.test(JSON.stringify(error.body ?? ""))) {
      throw new SvcError("conflict", "This code was already used", {
        hint: "Start again on the device if you did not do it.",
      });
    }
    throw new SvcError("not_found", "This code is unknown or has expired", {
      hint: "Check the code, or start again on the device.",
    });
  }
}
