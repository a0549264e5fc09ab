import { SvcError } from "@svc/core/error";
import {
  type Polled,
  pollUntil,
  REAL_TIME,
  secondsOr,
  SLOW_DOWN_SECONDS,
  type Waiting,
} from "@svc/core/polling";
import { shellWord } from "@svc/core/text";
import type { Caller } from "../client/caller.ts";
import { call } from "../client/call.ts";
import { readJson } from "../client/body.ts";
import { retryAfterSeconds } from "../client/retry_after.ts";
import { parseServerToken } from "./server_token.ts";

/** A device grant begun at a serve instance (reference runtime 8.2). */
export interface ServeGrant {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete?: string;
  /** Seconds. */
  expiresIn: number;
  /** Seconds between polls. */
  interval: number;
}

/** What a serve instance hands over once somebody is admitted. */
export interface ServeAdmission {
  name: string;
  token: string;
  principalId: string | null;
  displayName: string | undefined;
}

/**
 * How the instance at `caller.serverUrl` knows its callers.
 *
 * @throws SvcError `unavailable` when what answers there is no serve instance.
 */
export async function serveMode(caller: Caller) {
  const response = await call(caller, { path: "/auth/info", accepts: [404, 405] });
  const { mode } = await body(response);
  if (mode === "none" || mode === "token" || mode === "oauth") return mode;
  throw new SvcError("unavailable", `${caller.serverUrl} is not an instance of 'svc serve'`, {
    hint: "Name the address 'svc serve' printed; for a registry use 'svc auth login --server'.",
  });
}

/**
 * Begins a device grant at a serve instance.
 *
 * @throws SvcError `unavailable` when its identity provider does not answer, or its own answer is
 *   no device grant.
 */
export async function beginServeGrant(caller: Caller): Promise<ServeGrant> {
  const response = await call(caller, {
    method: "POST",
    path: "/auth/device",
    body: {},
    accepts: [502],
  });
  if (response.status === 502) throw providerDown(caller, await body(response));
  const found = await body(response);
  const { deviceCode, userCode, verificationUri, verificationUriComplete } = found;
  if (typeof deviceCode !== "string" || typeof userCode !== "string" || !isWeb(verificationUri)) {
    throw new SvcError("unavailable", `${caller.serverUrl} did not start a login`, {
      hint: "Tell its operator that POST /auth/device answers without code or address.",
    });
  }
  return {
    deviceCode,
    userCode,
    verificationUri,
    ...(isWeb(verificationUriComplete) ? { verificationUriComplete } : {}),
    expiresIn: secondsOr(found.expiresIn, 300),
    interval: secondsOr(found.interval, 5),
  };
}

/**
 * Polls until the grant is approved. Keeps the instance's interval, and waits longer when told to or
 * not answered.
 *
 * @throws SvcError `cancelled` when it was denied, `forbidden` when the person is not admitted,
 *   `timeout` when the code expired, `not_authenticated` when it is unknown, `unavailable` when the
 *   identity provider does not answer.
 */
export async function awaitAdmission(
  caller: Caller,
  grant: ServeGrant,
  waiting: Waiting = REAL_TIME,
): Promise<ServeAdmission> {
  return await pollUntil(
    { ...grant, expired: () => expired(caller) },
    () =>
      call(caller, {
        method: "POST",
        path: "/auth/device/token",
        body: { deviceCode: grant.deviceCode },
        accepts: [400, 403, 410, 429, 502],
      }),
    (response, pause) => admissionIn(caller, response, pause, waiting),
    waiting,
  );
}

async function admissionIn(
  caller: Caller,
  response: Response,
  pause: number,
  { now }: Waiting,
): Promise<Polled<ServeAdmission>> {
  const said = await body(response);
  switch (response.status) {
    case 202:
      return { longer: said.slowDown === true ? SLOW_DOWN_SECONDS : 0 };
    case 429: {
      const after = retryAfterSeconds(response.headers.get("retry-after"), new Date(now())) ?? 0;
      return { longer: Math.max(SLOW_DOWN_SECONDS, after - pause) };
    }
    case 502:
      return { longer: SLOW_DOWN_SECONDS, trouble: providerDown(caller, said) };
    case 400:
      throw new SvcError("not_authenticated", `${caller.serverUrl} no longer knows the code`, {
        hint: `It may have been restarted. Run '${again(caller)}' again.`,
      });
    case 403:
      throw refused(caller, said);
    case 410:
      throw expired(caller);
    default:
      return { result: admission(caller, said) };
  }
}

interface Said {
  mode?: unknown;
  error?: unknown;
  reason?: unknown;
  message?: unknown;
  token?: unknown;
  principal?: { id?: unknown; email?: unknown; name?: unknown };
  slowDown?: unknown;
  expiresIn?: unknown;
  interval?: unknown;
  deviceCode?: unknown;
  userCode?: unknown;
  verificationUri?: unknown;
  verificationUriComplete?: unknown;
}

/** The answer as an object; an empty one for anything else, so that every field is checked. */
async function body(response: Response): Promise<Said> {
  const found = await readJson(response).catch(() => undefined);
  return typeof found === "object" && found !== null ? found as Said : {};
}

function admission(caller: Caller, { token, principal }: Said): ServeAdmission {
  if (typeof token !== "string") {
    throw new SvcError(
      "unavailable",
      `${caller.serverUrl} approved the login without sending a token`,
      {
        hint: "Tell its operator that POST /auth/device/token answers 200 without one.",
      },
    );
  }
  const names = [principal?.name, principal?.email];
  return {
    ...parseServerToken(token),
    principalId: typeof principal?.id === "string" ? principal.id : null,
    displayName: names.find((name) => typeof name === "string" && name !== "") as
      | string
      | undefined,
  };
}

/** Denied by the person in the browser; or approved and turned away by the instance, which says why. */
function refused(caller: Caller, { reason }: Said): SvcError {
  if (reason === undefined) {
    return new SvcError("cancelled", "The login was denied in the browser");
  }
  const why = typeof reason === "string" ? `: ${reason}` : "";
  return new SvcError("forbidden", `${caller.serverUrl} does not let you sign in${why}`, {
    hint: "Ask its operator to allow you or one of your collectives.",
  });
}

function providerDown(caller: Caller, { error, message }: Said): SvcError {
  const why = [error, message].find((one) => typeof one === "string");
  return new SvcError(
    "unavailable",
    `The identity provider of ${caller.serverUrl} does not answer${why ? `: ${why}` : ""}`,
    { hint: "Try again in a moment; a token from its operator works without it (--token -)." },
  );
}

/** The command that starts over, as it was typed. */
function again({ serverUrl }: Pick<Caller, "serverUrl">): string {
  return `svc auth server-login --server ${shellWord(serverUrl)}`;
}

function expired(caller: Pick<Caller, "serverUrl">): SvcError {
  return new SvcError("timeout", "The code expired before it was approved", {
    hint: `Run '${again(caller)}' again and approve the code in time.`,
  });
}

/** Only these are shown and opened: an address is the instance's to choose. */
function isWeb(uri: unknown): uri is string {
  return typeof uri === "string" && URL.canParse(uri) &&
    ["http:", "https:"].includes(new URL(uri).protocol);
}
