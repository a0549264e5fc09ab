// What browsers and programs ask about passkeys, for tests.
import { deepEqual, equal } from "node:assert/strict";
import { type TestOptions, type TestRegistry, testRegistry } from "../testing.ts";
import { type Answer, cookieOf, type Person, send } from "../features/identity/testing.ts";
import { authenticator, type Deviation } from "../features/passkey/testing.ts";

export const ORIGIN = "https://registry.test";
export const ACCOUNT = "/api/v1/account";
export const PASSKEYS = `${ACCOUNT}/passkeys`;

type Who = Pick<Person, "cookie">;
type Authenticator = ReturnType<typeof authenticator>;

export const opened = (options: TestOptions = {}) =>
  testRegistry({ ...options, environment: { SVC_BASE_URL: ORIGIN, ...options.environment } });

export const later = (registry: TestRegistry, minutes: number) =>
  registry.clock.now = new Date(registry.clock.now.getTime() + minutes * 60_000);

export const begin = (registry: TestRegistry, { cookie }: Who) =>
  send(registry, `POST ${PASSKEYS}/options`, { cookie });

export const add = (registry: TestRegistry, { cookie }: Who, body: unknown) =>
  send(registry, `POST ${PASSKEYS}`, { cookie, body });

/** Adds a passkey to an account, as its page does. */
export async function enrol(registry: TestRegistry, who: Who, name?: string) {
  const device = authenticator(ORIGIN);
  const { body: { challengeId, options } } = await begin(registry, who);
  const added = await add(registry, who, { challengeId, response: device.create(options), name });
  equal(added.status, 200, JSON.stringify(added.body));
  return { device, id: added.body.passkey.id, codes: added.body.recoveryCodes as string[] };
}

export const question = (registry: TestRegistry, pending?: string) =>
  send(registry, "POST /api/auth/passkey/sign-in-options", {
    body: pending === undefined ? {} : { pending },
  });

export async function signIn(
  registry: TestRegistry,
  device: Authenticator,
  deviation: Deviation = {},
) {
  const { body: { challengeId, options } } = await question(registry);
  return await answerSignIn(registry, challengeId, device.sign(options, deviation));
}

export const answerSignIn = (registry: TestRegistry, challengeId: string, response: unknown) =>
  send(registry, "POST /api/auth/sign-in/passkey", { body: { challengeId, response } });

export const byPassword = (registry: TestRegistry, { username, password }: Person) =>
  send(registry, "POST /api/auth/sign-in/username", { body: { username, password } });

export const askProof = (registry: TestRegistry, { cookie }: Who) =>
  send(registry, `POST ${ACCOUNT}/proofs/options`, { cookie });

export const prove = (registry: TestRegistry, { cookie }: Who, body: unknown) =>
  send(registry, `POST ${ACCOUNT}/proofs`, { cookie, body });

export const sessions = async ({ services }: TestRegistry) =>
  (await services.db.selectFrom("session").select("id").execute()).length;

export const whoIs = async (registry: TestRegistry, { headers }: Answer) =>
  (await send(registry, "GET /api/whoami", { cookie: cookieOf(headers, "svc.session_token") }))
    .body.username;

export function refused({ status, body, headers }: Answer): void {
  deepEqual([status, body.code], [401, "second_factor_wrong"], JSON.stringify(body));
  equal(cookieOf(headers), "");
}
