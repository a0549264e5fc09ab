import { enrolApp, type TestApp } from "../features/factor/testing.ts";
import { type Person, send } from "../features/identity/testing.ts";
import { addOperator } from "../features/operating/operators.ts";
import type { TestRegistry } from "../testing.ts";

/** Gives a person an authenticator app and the operator's mark. Their session is proved. */
export async function makeOperator(
  registry: TestRegistry,
  person: Pick<Person, "cookie" | "password" | "username">,
): Promise<TestApp> {
  const { cookie, password, username } = person;
  const origin = registry.services.config.baseUrl;
  const proof = { cookie, body: { password }, headers: { origin } };
  await send(registry, "POST /api/v1/account/proofs", proof);
  const app = await enrolApp(registry, cookie);
  await addOperator(registry.services.db, username, registry.clock.now);
  return app;
}
