import assert from "node:assert/strict";
import fc from "fast-check";
import { collective, personalKey, send, signUp, token } from "../../features/identity/testing.ts";
import { testRegistry } from "../../testing.ts";
import { publish } from "../web/publish.ts";
import { createEndpoints } from "../../endpoints.ts";
import { describe } from "../../access/openapi/document.ts";
import { walk } from "./walk.ts";
import {
  type FuzzedOperation,
  type FuzzedRequest,
  operationsOf,
  requestsOf,
} from "../../../http/testing/fuzz/requests.ts";
import { responseCheck } from "../../../http/testing/fuzz/response_check.ts";

const ENDPOINTS = createEndpoints();

/** Set `SVC_FUZZ_SEED` to search elsewhere; a failing run prints the request that failed. */
const SEED = Number(Deno.env.get("SVC_FUZZ_SEED") ?? 20261121);
const REQUESTS_PER_OPERATION = 40;

/** Operations that no made-up request can bring to success, each with the reason. */
const UNREACHED: Readonly<Record<string, string>> = {
  "POST /api/v1/extensions/push": "publishing is seeded: its name must be new and of one's own",
  "POST /api/v1/extensions/confirm": "needs the bytes that were uploaded; seeded like the push",
  "DELETE /api/v1/oauth/consents/{consentId}": "a consent comes of a browser's approval",
};

Deno.test("fuzzed from its description, the interface never fails and answers as described", async (t) => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "ada" } });
  const document = JSON.parse(JSON.stringify(describe(ENDPOINTS, "http://registry.test")));
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  const acme = await collective(registry, ada, "acme");
  await send(registry, "POST /api/v1/lab/issues", { cookie: ada.cookie, body: { title: "One" } });
  const key = await personalKey(registry, ada);
  const all = await token(registry, ada, "acme", [
    "extensions:*",
    "lab:*",
    "profile:*",
    "collective:*",
    "billing:manage",
    "feed:write",
    "notifications:*",
    "oauth:manage",
    "serve:*",
  ]);
  const few = await token(registry, ada, "acme", ["lab:read"]);
  const victim = await token(registry, ada, "acme", ["lab:read"]);
  await collective(registry, ada, "spare");
  const session = { cookie: ada.cookie, origin: "http://registry.test" };
  const personal = { authorization: `Bearer ${key.key}` };
  const scoped = { authorization: `Bearer ${all.key}` };
  await publish(registry, ada.cookie, {
    name: "@acme/tools",
    version: "2026.01.01.1",
    description: "Tools of Acme",
    readme: "# Tools",
  });
  const callers: Record<string, string>[] = [
    ...[session, session, session, personal, personal, personal, scoped, scoped, scoped],
    { cookie: eve.cookie, origin: "http://registry.test" },
    { cookie: ada.cookie },
    { "x-api-key": few.key },
    {},
    { authorization: "Bearer svc_0123456789abcdef0123456789abcdef" },
    { authorization: "Bearer \u00ff" },
  ];
  const known = {
    slug: ["acme", "acme", "ada", "eve", "nobody"],
    collective: ["acme", "nobody"],
    author: ["ada", "acme"],
    username: ["ada", "acme", "nobody"],
    number: ["1", "1", "2", "999"],
    name: ["@acme/tools", "@nobody/none"],
    extension: ["@acme/tools", "@acme/tools", "@nobody/none"],
    version: ["2026.01.01.1"],
    tokenId: [victim.id, crypto.randomUUID()],
    memberId: [crypto.randomUUID(), acme.id],
  };
  // What ends a collective is tried on one that nothing else needs.
  const ends = /\/(?:delete|leave)$/;
  const knownTo = ({ path }: FuzzedOperation) =>
    ends.test(path) ? { ...known, slug: ["spare", "nobody"] } : known;
  const conforms = responseCheck(document);
  const statuses = new Map<number, number>();
  const operations = operationsOf(document)
    // It would revoke the key that the later requests use.
    .filter(({ path }) => path !== "/api/v1/auth/revoke");
  let sent = 0;
  const succeeded = new Set<string>();
  const registered = await send(registry, "POST /api/auth/oauth2/register", {
    bearer: all.key,
    body: { client_name: "walk", redirect_uris: ["http://localhost"] },
  });
  await registry.services.db.updateTable("extension_version").set({ channel: "beta" }).execute();
  await walk(async (line, places, body, headers) => {
    const operation = operations.find((each) => nameOf(each) === line);
    assert.ok(operation, `not described: ${line}`);
    const path = Object.entries(places).reduce(
      (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
      operation.path,
    );
    const response = await registry.request(path, {
      method: operation.method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${line} → ${response.status} ${text}`);
    conforms(operation, response, text, `${line} → ${response.status} ${text.slice(0, 400)}`);
    succeeded.add(line);
    return text === "" ? undefined : JSON.parse(text);
  }, {
    ada,
    bob: await signUp(registry, "bob"),
    name: "@acme/tools",
    version: "2026.01.01.1",
    clientId: registered.body.client_id,
    robot: scoped,
  });
  for (const operation of operations) {
    await t.step(`${operation.method} ${operation.path}`, async () => {
      const requests = fc.sample(
        requestsOf(operation, document, knownTo(operation), callers.length),
        {
          seed: SEED,
          numRuns: REQUESTS_PER_OPERATION,
        },
      );
      for (const request of requests) {
        const response = await registry.request(request.url, {
          method: operation.method,
          redirect: "manual",
          headers: {
            ...callers[request.caller],
            ...(request.body === undefined ? {} : { "content-type": request.contentType }),
          },
          ...(request.body === undefined || operation.method === "GET"
            ? {}
            : { body: request.body }),
        });
        const text = await response.text();
        sent++;
        if (response.ok || response.status === 302) succeeded.add(nameOf(operation));
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const told = `${show(request)} → ${response.status} ${text.slice(0, 400)}`;
        assert.ok(response.status < 500, told);
        conforms(operation, response, text, told);
      }
    });
  }
  const blind = operations.map(nameOf).filter((name) =>
    !succeeded.has(name) && !(name in UNREACHED)
  );
  assert.deepEqual(
    blind,
    [],
    "operations that never succeeded: the fuzzer sees their refusals only",
  );
  assert.ok(sent >= 2500, `only ${sent} requests were sent`);
  for (const status of [200, 201, 400, 401, 403, 404, 415]) {
    assert.ok(
      (statuses.get(status) ?? 0) > 0,
      `no request ended in ${status}: the fuzzer is blind`,
    );
  }
  const failures = registry.logged.filter((line) => line.includes('"request.failed"'));
  assert.deepEqual(failures, []);
});

function nameOf({ method, path }: FuzzedOperation): string {
  return `${method} ${path}`;
}

function show({ operation, url, body, caller }: FuzzedRequest): string {
  return `${operation.method} ${url.slice(0, 300)} ${
    body?.slice(0, 300) ?? ""
  } as caller ${caller}`;
}
