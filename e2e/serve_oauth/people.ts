import assert from "node:assert/strict";
import {
  collective,
  type Person,
  send,
  signUp,
  token,
} from "../../packages/registry/features/identity/testing.ts";
import { listen } from "@svc/http/listener";
import { type TestRegistry, testRegistry } from "../../packages/registry/testing.ts";
import { closed } from "./oauth_server.ts";

/** A registry with the collective `acme`, its owner ada, and a token of it. */
export interface Acme extends AsyncDisposable {
  registry: TestRegistry;
  url: string;
  ada: Person;
  /** Of `acme`, with `oauth:manage` and `serve:*`. */
  key: string;
  signUp(username: string): Promise<Person>;
  /** Listens no more; connections that stand end. */
  down(): Promise<void>;
}

/** Serves one. */
export async function acmeRegistry(): Promise<Acme> {
  const ready = Promise.withResolvers<TestRegistry>();
  const listener = await listen(
    async (request, bindings) => await (await ready.promise).app.fetch(request, bindings),
    { host: "localhost", port: 0 },
  );
  const url = `http://localhost:${listener.port}`;
  const registry = await testRegistry({ environment: { SVC_BASE_URL: url } });
  ready.resolve(registry);
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { key } = await token(registry, ada, "acme", ["oauth:manage", "serve:*"]);
  return {
    registry,
    url,
    ada,
    key,
    signUp: (username) => signUp(registry, username),
    down: () => closed(listener),
    async [Symbol.asyncDispose]() {
      await closed(listener);
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** Approves or denies a device in a person's browser. */
export async function answerDevice(
  { registry, url }: Acme,
  { cookie }: Person,
  userCode: string,
  decision: "approve" | "deny" = "approve",
): Promise<void> {
  await send(registry, `GET /api/auth/device?user_code=${userCode}`, { cookie });
  const { status, body } = await send(registry, `POST /api/auth/device/${decision}`, {
    cookie,
    headers: { origin: url },
    body: { userCode },
  });
  assert.equal(status, 200, JSON.stringify(body));
}
