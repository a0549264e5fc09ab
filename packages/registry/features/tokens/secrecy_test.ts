import assert from "node:assert/strict";
import { collective, join, personalKey, send, signUp, token } from "../identity/testing.ts";
import { testRegistry } from "../../testing.ts";

/** What a signed-in owner can read that could tell of keys. */
const READS = [
  "GET /api/whoami",
  "GET /api/auth/api-key/list",
  "GET /api/v1/collectives",
  "GET /api/v1/collectives/acme",
  "GET /api/v1/collectives/acme/members",
  "GET /api/v1/collectives/acme/invitations",
  "GET /api/v1/collectives/acme/api-tokens",
  "GET /api/v1/collectives/acme/billing",
  "GET /api/v1/notifications",
  "GET /api/v1/oauth/applications",
];
const PAGES = [
  "/account",
  "/collectives/acme",
  ...["general", "members", "invitations", "tokens"].map((page) =>
    `/collectives/acme/settings/${page}`
  ),
];

Deno.test("the raw key is in the answer that makes it and nowhere else, its hash is nowhere (spec 2.3)", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", await signUp(registry, "bob"));
  const personal = await personalKey(registry, ada);
  const collectives = await token(registry, ada, "acme", ["collective:*"]);
  const exchanged = await send(registry, "POST /api/v1/auth/exchange", { bearer: personal.key });
  const secrets = [
    personal.key,
    collectives.key,
    exchanged.body.token as string,
    ada.password,
    ...(await db.selectFrom("apikey").select("key").execute()).map(({ key }) => key),
    ...(await db.selectFrom("collective_token").select("key_hash").execute())
      .map(({ key_hash }) => key_hash),
    ...(await db.selectFrom("exchange_session").select("token_hash").execute())
      .map(({ token_hash }) => token_hash),
  ];
  assert.equal(secrets.length, 7);
  const answers: [string, string][] = [];
  for (const line of READS) {
    const { status, body } = await send(registry, line, { cookie: ada.cookie });
    assert.equal(status, 200, line);
    answers.push([line, JSON.stringify(body)]);
  }
  const revoked = await send(
    registry,
    `PATCH /api/v1/collectives/acme/api-tokens/${collectives.id}`,
    { cookie: ada.cookie, body: { enabled: false } },
  );
  answers.push(["revoke", JSON.stringify(revoked.body)]);
  for (const page of PAGES) {
    const response = await registry.request(page, { headers: { cookie: ada.cookie } });
    assert.equal(response.status, 200, page);
    answers.push([page, await response.text()]);
  }
  answers.push(["the log", registry.logged.join("\n")]);
  for (const [place, text] of answers) {
    for (const secret of secrets) assert.ok(!text.includes(secret), `${place} shows a secret`);
  }
});

Deno.test("a key is refused in any other spelling than its own", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { key } = await token(registry, ada, "acme", ["collective:read"]);
  const good = await send(registry, "GET /api/v1/collectives", { bearer: key });
  assert.equal(good.status, 200);
  const digits = key.slice("svc_org_".length);
  for (
    const wrong of [
      key.toUpperCase(),
      `svc_org_${digits.toUpperCase().replaceAll(/\d/g, "A")}`,
      `svc_${digits}`,
      digits,
      `${key}0`,
      key.slice(0, -1),
      `svc_org_svc_org_${digits}`,
    ]
  ) {
    const { status } = await send(registry, "GET /api/v1/collectives", { bearer: wrong });
    assert.equal(status, 401, wrong);
  }
});
