import { SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import { LIMITS } from "@svc/core/limit";
import { assertSlug } from "@svc/core/name";
import type { Context } from "hono";
import type { App, Environment } from "@svc/http/edge";
import { checked, formOf, readJsonBody } from "@svc/http/input";
import type { Services } from "../../access/services.ts";
import { ADDRESS_HEADER } from "../../access/audit/address_header.ts";
import { knownDevice, rememberDevice } from "./known_device.ts";
import { mapLibraryError } from "./library_error.ts";
import { userOf } from "../../access/credential/principal.ts";
import { assertProved, recordProof } from "../../access/credential/proof.ts";
import { callerOf, noteCaller } from "../../access/endpoint/count_requests.ts";
import { CHANGE_PASSWORD_BODY } from "./password/change_password.ts";
import { assertUncommon } from "./password/rule.ts";
import { SIGN_UP_BODY } from "./sign_up.ts";
import { noteDevice } from "./new_device.ts";
import { withShownUserCode } from "./user_code.ts";

/** How a path of the identity library is let through. */
interface LibraryPath {
  method: "GET" | "POST";
  /** What it costs, beside the address's own rate. */
  limited?: "signIn" | "password" | "signUp" | "device" | "userCode";
  /** Errors as their standard has them (RFC 8628), not in our shape. */
  standardErrors?: true;
  /** Takes a form as well, as that standard has it. */
  forms?: true;
  /**
   * The session must have been proved, as on rows of the policy table; `password`: the request has the
   * password, which is the proof of an account without a second factor.
   */
  proof?: "recent" | "password";
}

/**
 * The library's paths that are open; all others do not exist. What the library could do besides
 * (changing an address unproven, linking accounts, deleting users) has no answer here yet, and what
 * would show a session's token to a page's scripts (reading and listing sessions) has none at all.
 */
const PATHS: Readonly<Record<string, LibraryPath>> = {
  "sign-up/email": { method: "POST", limited: "signUp" },
  "sign-in/email": { method: "POST", limited: "signIn" },
  "sign-in/username": { method: "POST", limited: "signIn" },
  "sign-in/second-factor": { method: "POST" },
  // Anybody may ask for a challenge, and each is stored until it is answered.
  "passkey/sign-in-options": { method: "POST", limited: "device" },
  "sign-in/passkey": { method: "POST" },
  "sign-out": { method: "POST" },
  "change-password": { method: "POST", limited: "password", proof: "password" },
  "device/code": { method: "POST", limited: "device", standardErrors: true, forms: true },
  "device/token": { method: "POST", limited: "device", standardErrors: true, forms: true },
  "device": { method: "GET", limited: "userCode", standardErrors: true },
  "device/approve": { method: "POST", limited: "userCode", standardErrors: true, proof: "recent" },
  "device/deny": { method: "POST", limited: "userCode", standardErrors: true },
};

/** Mounts the open paths of the identity library under `/api/auth`. */
export function mountAuth(app: App, services: Services): void {
  for (const [path, rule] of Object.entries(PATHS)) {
    app.on(
      rule.method,
      `/api/auth/${path}`,
      (context) => answer(context, services, path, rule),
    );
    app.all(`/api/auth/${path}`, (context) => {
      context.header("allow", rule.method);
      throw new SvcError("method_not_allowed", `${context.req.method} is not supported here`, {
        hint: `Use ${rule.method}.`,
      });
    });
  }
}

async function answer(
  context: Context<Environment>,
  services: Services,
  path: string,
  rule: LibraryPath,
): Promise<Response> {
  const address = context.get("address");
  const { limits } = services.auth;
  await limits.address(address);
  // Before the library answers: it may end the session.
  if (services.telemetry) await noteCaller(services, context, await callerOf(services, context));
  const body = rule.method === "POST" ? await bodyOf(context.req.raw, rule) : undefined;
  await assertAccount(path, body);
  let forgive: (() => Promise<void>) | undefined;
  const { headers } = context.req.raw;
  if (rule.limited === "signIn") {
    const account = accountOf(path, body);
    const device = await knownDevice(services, headers, account);
    forgive = await limits.signIn(account, address, device);
  }
  if (rule.limited === "password") {
    const id = userOf(await callerOf(services, context))?.id;
    forgive = await limits.signIn(id ?? address, address, id);
  }
  if (rule.limited === "signUp") await limits.signUp(address);
  if (rule.limited === "device") await limits.device(address);
  if (rule.limited === "userCode") {
    await limits.userCode(userOf(await callerOf(services, context))?.id ?? address);
  }
  if (rule.proof) {
    const given = rule.proof === "password" ? rule.proof : undefined;
    await assertProved(services.db, await callerOf(services, context), services.now(), { given });
  }

  const response = await services.identity.handler(forward(context.req.raw, body, address));
  if (response.ok) await forgive?.();
  record(services, path, response.status, address);
  const from = { request: context.req.raw, address };
  if (path === "device/token" && response.ok) await recordApproval(services, response, from);
  if (path === "device/code") return noStore(await withShownUserCode(response));
  if (response.ok && /^sign-(in|up)\//.test(path)) {
    return await onKnownDevice(services, response, from);
  }
  if (response.status < 400) return noStore(response);
  const text = await response.text();
  if (text.includes(UNSEEN_CODE)) throw unseenCode(services.config.baseUrl);
  if (rule.standardErrors) return noStore(new Response(text, response));
  const mapped = mapLibraryError(response.status, parsedJson(text));
  return noStore(Response.json(mapped.body, { status: mapped.status }), response.headers);
}

/** What the library says of a code that nobody has looked at; it tells its own developers what to do. */
const UNSEEN_CODE = "Device code has not been claimed";

function unseenCode(baseUrl: string): SvcError {
  return new SvcError("conflict", "Look at who asks before you allow or refuse it", {
    hint: `Open ${baseUrl}/device, enter the code, and answer there.`,
  });
}

/**
 * What is wrong with a sign-up or a new password, by field. The library's own checks come first
 * otherwise, and answer a malformed name as if somebody had tried to sign in with it.
 */
async function assertAccount(path: string, body: unknown): Promise<void> {
  if (path === "sign-up/email") {
    const { username, password } = checked(SIGN_UP_BODY, body, "body");
    assertSlug(username, "username");
    await assertUncommon(password, "password");
  }
  if (path === "change-password") {
    const { newPassword } = checked(CHANGE_PASSWORD_BODY, body, "body");
    await assertUncommon(newPassword, "newPassword");
  }
}

/** The fields of a body. Of what a form repeats only `resource` is a list (RFC 8707). */
async function bodyOf(request: Request, { forms }: LibraryPath): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!forms || !/^application\/x-www-form-urlencoded/i.test(type)) {
    return await readJsonBody(request) ?? {};
  }
  const form = await formOf(request);
  return { ...Object.fromEntries(form), resource: form.getAll("resource") };
}

/** The request as the library gets it: the address ours, the body bounded, read and JSON. */
function forward(request: Request, body: unknown, address: string): Request {
  const headers = new Headers(request.headers);
  headers.set(ADDRESS_HEADER, address);
  // A key must never become a session: the library is not shown it.
  headers.delete("x-api-key");
  // As everywhere, a credential in a header decides: the library would look at the cookie instead.
  if (headers.has("authorization")) headers.delete("cookie");
  headers.delete("content-length");
  if (body !== undefined) headers.set("content-type", "application/json");
  return new Request(request.url, {
    method: request.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The answer to who has just signed in, on a device that the account knows from then on. */
async function onKnownDevice(
  services: Services,
  response: Response,
  from: Parameters<typeof noteDevice>[2],
): Promise<Response> {
  const { user } = await response.clone().json() as { user: { id: string } };
  await noteDevice(services, user.id, from);
  const cookie = await rememberDevice(services, user.id);
  return noStore(response, new Headers({ "set-cookie": cookie }));
}

/** A session that a device was given is proved by the one that approved it. */
async function recordApproval(
  services: Services,
  response: Response,
  from: Parameters<typeof noteDevice>[2],
): Promise<void> {
  const { db, now } = services;
  const { access_token } = await response.clone().json() as { access_token: string };
  const session = await db.selectFrom("session").select(["id", "userId"])
    .where("token", "=", access_token).executeTakeFirst();
  if (session === undefined) return;
  await recordProof(db, session.id, "approval", now());
  await noteDevice(services, session.userId, from);
}

/** The account that the library will look for: by one field, whatever else the body has. */
function accountOf(path: string, body: unknown): string {
  const name = (body as Record<string, unknown>)[path === "sign-in/email" ? "email" : "username"];
  return typeof name === "string" ? name.slice(0, LIMITS.collectiveDescriptionCharacters) : "";
}

/** Security events of the library's paths; whose account failed is not written, a typed-in name may be a password. */
function record(services: Services, path: string, status: number, address: string): void {
  if (path.startsWith("sign-") || path === "change-password") {
    const event = `auth.${path.replaceAll(/[/-]/g, "_")}`;
    if (status < 400) services.log.info(event, { address });
    else services.log.warn(`${event}_refused`, { address, status });
  }
  if (path === "device/approve" || path === "device/deny") {
    services.log.info(`auth.${path.replace("/", "_")}`, { address, status });
  }
}

function noStore(response: Response, more?: Headers): Response {
  const headers = new Headers(response.headers);
  for (const cookie of more?.getSetCookie() ?? []) headers.append("set-cookie", cookie);
  headers.set("cache-control", "no-store");
  return new Response(response.body, { status: response.status, headers });
}
