import { startIssuer } from "@svc/fakes/oidc";
import assert from "node:assert/strict";
import { collective, personalKey, send, signUp, token } from "../../features/identity/testing.ts";
import { makeOperator } from "../operator.ts";
import { loggingRegistry } from "../../features/registry_log/testing.ts";
import { publish } from "../web/publish.ts";
import { createEndpoints } from "../../endpoints.ts";
import { describe } from "../../access/openapi/document.ts";
import { ORIGIN, walk } from "./walk.ts";
import { fuzz, nameOf } from "../../../http/testing/fuzz/fuzz.ts";
import { operationsOf } from "../../../http/testing/fuzz/requests.ts";
import { responseCheck } from "../../../http/testing/fuzz/response_check.ts";

const ENDPOINTS = createEndpoints();

/** Operations that no made-up request can bring to success, each with the reason. */
const UNREACHED: Readonly<Record<string, string>> = {
  "POST /api/v1/extensions/push": "publishing is seeded: its name must be new and of one's own",
  "POST /api/v1/extensions/confirm": "needs the bytes that were uploaded; seeded like the push",
  "POST /api/v1/extensions/stage": "needs the bytes that were uploaded, as the confirmation does",
  "GET /api/v1/staged/{stagedId}": "nothing is staged without an upload",
  "GET /api/v1/staged/{stagedId}/download": "nothing is staged without an upload",
  "POST /api/v1/staged/{stagedId}/challenge": "nothing is staged without an upload",
  "POST /api/v1/staged/{stagedId}/approve": "needs what a second factor answers",
  "POST /api/v1/staged/{stagedId}/reject": "needs what a second factor answers",
  "POST /api/v1/staged/{stagedId}/override": "needs what a second factor answers",
  "POST /api/v1/staged/{stagedId}/withdraw": "nothing is staged without an upload",
  "POST /api/v1/admin/held/{stagedId}/allow": "nothing is held without an upload",
  "POST /api/v1/admin/held/{stagedId}/refuse": "nothing is held without an upload",
  "DELETE /api/v1/oauth/consents/{consentId}": "a consent comes of a browser's approval",
};

Deno.test("fuzzed from its description, the interface never fails and answers as described", async (t) => {
  await using issuer = await startIssuer("github");
  await using registry = await loggingRegistry({
    environment: {
      SVC_ADMINS: "ada",
      SVC_BASE_URL: ORIGIN,
      SVC_OIDC_ISSUERS: `github=${issuer.issuer}`,
    },
    fetch: (input, init) =>
      String(input).startsWith(issuer.url)
        ? fetch(input, init)
        : Promise.reject(new TypeError("no network in this test")),
  });
  const document = JSON.parse(JSON.stringify(describe(ENDPOINTS, ORIGIN)));
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  const oscar = await signUp(registry, "oscar");
  await makeOperator(registry, oscar);
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
  const session = { cookie: ada.cookie, origin: ORIGIN };
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
    { cookie: eve.cookie, origin: ORIGIN },
    { cookie: ada.cookie },
    { cookie: oscar.cookie, origin: ORIGIN },
    { cookie: oscar.cookie, origin: ORIGIN },
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
    tile: ["0/000.p/1", "0/000.p/2", "entries/000.p/1", "entries/x001/000", "0/000"],
    epoch: ["1", "1", "2"],
    kind: ["published", "yanked"],
    tokenId: [victim.id, crypto.randomUUID()],
    memberId: [crypto.randomUUID(), acme.id],
  };
  // What ends a collective is tried on one that nothing else needs.
  const ends = /\/(?:delete|leave)$/;
  const conforms = responseCheck(document);
  const operations = operationsOf(document);
  const reached = new Set(Object.keys(UNREACHED));
  const registered = await send(registry, "POST /api/auth/oauth2/register", {
    bearer: all.key,
    body: { client_name: "walk", redirect_uris: ["http://localhost"] },
  });
  await registry.services.db.updateTable("extension_version").set({ channel: "beta" }).execute();
  await send(registry, "POST /api/auth/sign-in/username", {
    body: { username: ada.username, password: ada.password },
  });
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
    reached.add(line);
    return text === "" ? undefined : JSON.parse(text);
  }, {
    ada,
    oscar,
    bob: await signUp(registry, "bob"),
    cass: await signUp(registry, "cass"),
    now: registry.clock.now,
    identityToken: () => issuer.token(ORIGIN),
    async rename(publisherId, names) {
      await registry.services.db.updateTable("publisher").set({ renamed: JSON.stringify(names) })
        .where("id", "=", publisherId).execute();
    },
    name: "@acme/tools",
    version: "2026.01.01.1",
    clientId: registered.body.client_id,
    robot: scoped,
  });
  await registry.services.registryLog!.sequence();
  await fuzz(t, {
    document,
    seed: 20261121,
    requestsPerOperation: 40,
    callers: callers.length,
    known: ({ path }) => ends.test(path) ? { ...known, slug: ["spare", "nobody"] } : known,
    // It would revoke the key that the later requests use.
    left: ["POST /api/v1/auth/revoke"],
    reached,
    statuses: [200, 201, 400, 401, 403, 404, 415],
    send: (url, init, caller) =>
      registry.request(url, {
        ...init,
        redirect: "manual",
        headers: { ...callers[caller], ...init.headers as Record<string, string> },
      }),
  });
  const failures = registry.logged.filter((line) => line.includes('"request.failed"'));
  assert.deepEqual(failures, []);
});
