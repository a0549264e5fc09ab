import { readJsonBody } from "@svc/http/input";
import { createLoginToken } from "../../tokens/mod.ts";
import { accept, loginCaller, type Outcome, principalOf, type SignIn } from "../login/mod.ts";
import { beginGrant, LONGEST_CODE, type Problem, redeem, SCOPES } from "../provider/mod.ts";
import { isSvcError } from "@svc/core/error";
import type { Log } from "@svc/http/log";

/** `POST /auth/device`: begins a device grant at the registry for somebody's client (reference runtime 8.2). */
export async function beginDevice({ provider, client, log }: SignIn): Promise<Response> {
  try {
    return said(200, { ...await beginGrant(provider, client.clientId, SCOPES) });
  } catch (error) {
    return failed(log, error);
  }
}

/** An answer in the words of the login's wire (reference runtime 8.2). */
function said(status: number, body: Readonly<Record<string, unknown>>): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** The answer when the registry gave none that could be used. Anything else is a bug, for the edge to tell. */
function failed(log: Log, error: unknown): Response {
  if (!isSvcError(error)) throw error;
  log.warn("oauth.provider_failed", { why: error.message });
  return said(502, { ...error.toJSON() });
}

/** The largest body; a code is the whole of it. */
const MOST_BYTES = 4096;

/**
 * `POST /auth/device/token`: asks the registry once whether the person has approved, and hands out a
 * token to who is admitted (reference runtime 8.2).
 */
export async function redeemDevice(signIn: SignIn, request: Request): Promise<Response> {
  const deviceCode = await codeOf(request);
  if (deviceCode === undefined) return said(400, { error: "deviceCode is missing" });
  const { clientId: id, clientSecret: secret } = signIn.client;
  try {
    const answer = await redeem(signIn.provider, { id, secret }, deviceCode);
    if ("problem" in answer) return problem(signIn, answer.problem);
    return admission(signIn, await accept(signIn, answer.grant));
  } catch (error) {
    return failed(signIn.log, error);
  }
}

async function codeOf(request: Request): Promise<string | undefined> {
  const { deviceCode } = (await readJsonBody(request, MOST_BYTES) ?? {}) as {
    deviceCode?: unknown;
  };
  const good = typeof deviceCode === "string" && deviceCode.length <= LONGEST_CODE &&
    /^[!-~]+$/.test(deviceCode);
  return good ? deviceCode : undefined;
}

function problem({ log }: SignIn, kind: Problem): Response {
  switch (kind) {
    case "pending":
      return said(202, { status: "pending" });
    case "slow_down":
      return said(202, { status: "pending", slowDown: true });
    case "denied":
      return said(403, { error: "The login was denied" });
    case "expired":
      return said(410, { error: "The code has expired" });
    case "unknown":
      return said(400, { error: "Unknown code" });
    case "client":
      log.error("oauth.client_unknown", { fix: "svc serve --oauth-register" });
      return said(502, { error: "The registry no longer knows this server" });
  }
}

function admission({ state, log, now }: SignIn, outcome: Outcome): Response {
  if ("refused" in outcome) return said(403, { error: "Not admitted", reason: outcome.refused });
  const { login, rights } = outcome;
  const { expiresAt } = loginCaller(login, rights);
  const { text, token } = createLoginToken(
    state,
    { principal: principalOf(login.person), rights, expiresAt: expiresAt! },
    now(),
  );
  const { sub, email, name } = login.person;
  log.info("oauth.signed_in", { user: login.person.username, by: "device", name: token.name });
  const collectives = [...login.person.roles.keys()];
  return said(200, {
    token: text,
    principal: { id: sub, email, name, collectives, groups: collectives },
  });
}
