import { type IssuerKind, JOB_CLAIMS } from "@svc/fakes/oidc";
import { hasChecksum } from "@svc/core/key";
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { published } from "../../testing/extensions/push.ts";
import { send } from "../identity/testing.ts";
import { AUDIENCE, exchanged, refusal, trusting } from "./testing.ts";

const KINDS = Object.keys(JOB_CLAIMS) as IssuerKind[];

for (const kind of KINDS) {
  Deno.test(`${kind}: a job that its publisher trusts publishes, and nobody stored a key`, async () => {
    await using world = await trusting(kind);
    const { registry, ada } = world;
    const added = await world.add();
    assert.equal(added.status, 201, JSON.stringify(added.body));
    const answer = await world.exchange();
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.deepEqual(answer.body.extensions, ["@acme/hello"]);
    assert.deepEqual(answer.body.actions, ["push"]);
    assert.match(answer.body.token, /^svc_ci_[0-9a-f]{32}$/);
    assert.ok(hasChecksum(answer.body.token));
    assert.equal(
      new Date(answer.body.expiresAt).getTime() - registry.clock.now.getTime(),
      15 * 60_000,
    );
    // The tag of the stand-in's job.
    const version = kind === "buildkite" ? "2026.11.23.1" : "2026.01.02.1";
    await published(registry, answer.body.token, { version });
    const { body } = await send(registry, "GET /api/v1/collectives/acme/publishers", {
      cookie: ada.cookie,
    });
    const [publisher] = body.publishers;
    assert.ok(publisher.ids !== null && publisher.idsLearnedAt !== null);
    assert.ok(publisher.lastUsedAt !== null && publisher.lastRun !== null);
    assert.equal(publisher.expiresAt, null);
    const versions = await send(registry, "GET /api/v1/extensions/%40acme%2Fhello/versions");
    assert.deepEqual(versions.body.versions[0].publishedByRun, {
      issuer: world.issuer.issuer,
      run: publisher.lastRun,
      publisher: publisher.id,
    });
    const event = await registry.services.db.selectFrom("audit_event").selectAll()
      .where("action", "=", "published").executeTakeFirstOrThrow();
    assert.equal(event.credential, "publishToken");
    assert.equal(event.actor_user_id, null);
    assert.equal(JSON.parse(event.details).publisher, publisher.id);
    const info = await send(registry, "GET /api/v1/extensions/%40acme%2Fhello");
    assert.equal(info.body.author.kind, "collective");
  });
}

Deno.test("the audience is this registry's origin, and says whether provenance counts", async () => {
  await using world = await trusting();
  const { body } = await send(world.registry, "GET /api/v1/publishing/audience");
  assert.deepEqual(body, { audience: AUDIENCE, provenance: false });
});

/** Tokens that are not good, each for one reason. */
const BAD: Readonly<
  Record<string, (world: Awaited<ReturnType<typeof trusting>>) => Promise<string> | string>
> = {
  "another audience": ({ issuer }) => issuer.token("https://other.test"),
  "the audience of Sigstore": ({ issuer }) => issuer.token("sigstore"),
  "a list of audiences": ({ issuer }) => issuer.token([AUDIENCE, "https://other.test"]),
  "a list of this one": ({ issuer }) => issuer.token([AUDIENCE]),
  "no audience": ({ issuer }) => issuer.token(undefined),
  "the audience with a slash": ({ issuer }) => issuer.token(`${AUDIENCE}/`),
  "31 s late": ({ issuer, registry }) => {
    const now = Math.floor(registry.clock.now.getTime() / 1000);
    return issuer.token(AUDIENCE, { exp: now - 31 });
  },
  "of the future": ({ issuer, registry }) => {
    const now = Math.floor(registry.clock.now.getTime() / 1000);
    return issuer.token(AUDIENCE, { iat: now + 60, exp: now + 300 });
  },
  "older than ten minutes, however long it lasts": ({ issuer, registry }) => {
    const now = Math.floor(registry.clock.now.getTime() / 1000);
    return issuer.token(AUDIENCE, { iat: now - 640, exp: now + 3_600 });
  },
  "without exp": ({ issuer }) => issuer.token(AUDIENCE, { exp: undefined }),
  "without iat": ({ issuer }) => issuer.token(AUDIENCE, { iat: undefined }),
  "signed by another key": ({ issuer }) => issuer.token(AUDIENCE, {}, { foreignKey: true }),
  "of a key that is not published": ({ issuer }) =>
    issuer.token(AUDIENCE, {}, { header: { kid: "other" } }),
  "with an altered payload": async ({ issuer }) => {
    const [header, payload, signature] = (await issuer.token(AUDIENCE)).split(".");
    const claims = JSON.parse(atob(payload!.replaceAll("-", "+").replaceAll("_", "/")));
    const other = btoa(JSON.stringify({ ...claims, repository: "acme/other" }))
      .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    return `${header}.${other}.${signature}`;
  },
  "signed with the public key as a secret": async ({ issuer }) => {
    const token = await issuer.token(AUDIENCE, {}, { header: { alg: "HS256" } });
    const signed = token.slice(0, token.lastIndexOf("."));
    const mac = createHmac("sha256", await issuer.publicPem()).update(signed).digest("base64url");
    return `${signed}.${mac}`;
  },
  "by no algorithm": async ({ issuer }) => {
    const token = await issuer.token(AUDIENCE, {}, { header: { alg: "none" } });
    return token.slice(0, token.lastIndexOf(".") + 1);
  },
  "with a header that must be understood": ({ issuer }) =>
    issuer.token(AUDIENCE, {}, { header: { crit: ["b64"], b64: false } }),
};

for (const [how, make] of Object.entries(BAD)) {
  Deno.test(`an identity token is refused: ${how}`, async () => {
    await using world = await trusting();
    assert.equal((await world.add()).status, 201);
    assert.deepEqual(refusal(await world.exchange(await make(world))), [401, "token_invalid"]);
    assert.deepEqual(
      await world.registry.services.db.selectFrom("publish_token").selectAll().execute(),
      [],
    );
  });
}

Deno.test("a token is taken up to 30 s after its time, and clocks may differ by as much", async () => {
  await using world = await trusting();
  const { registry, issuer } = world;
  await world.add();
  const now = Math.floor(registry.clock.now.getTime() / 1000);
  await exchanged(world, await issuer.token(AUDIENCE, { exp: now - 20 }));
  await exchanged(world, await issuer.token(AUDIENCE, { iat: now + 20, nbf: now + 20 }));
});

Deno.test("an issuer is known to the letter, and no other is ever asked for keys", async () => {
  await using world = await trusting();
  const { issuer } = world;
  await world.add();
  for (const iss of [`${issuer.issuer}/`, issuer.issuer.toUpperCase(), "https://evil.test", ""]) {
    const answer = await world.exchange(await issuer.token(AUDIENCE, { iss }));
    assert.deepEqual(refusal(answer), [400, "issuer_unknown"], iss);
  }
  assert.deepEqual(issuer.requests, []);
});

Deno.test("what is no token is refused before anything is asked", async () => {
  await using world = await trusting();
  for (const token of ["", "x", "a.b", "a.b.c", "....", `${"e30.".repeat(2)}x`, "é.é.é"]) {
    assert.deepEqual(refusal(await world.exchange(token)), [400, "token_malformed"], token);
  }
  assert.equal((await world.exchange("a".repeat(16_385))).status, 400);
  assert.deepEqual(refusal(await world.exchange("a".repeat(100_000))), [413, "body_too_large"]);
});

Deno.test("a token without the claims of its provider's jobs is refused by the claim's name", async () => {
  await using world = await trusting();
  const { issuer } = world;
  await world.add();
  for (
    const claim of ["repository", "repository_id", "repository_owner_id", "workflow_ref", "ref"]
  ) {
    const answer = await world.exchange(await issuer.token(AUDIENCE, { [claim]: undefined }));
    assert.deepEqual(refusal(answer), [401, "token_invalid"]);
    assert.match(answer.body.error, new RegExp(claim));
  }
});

Deno.test("a key of a CI job ends when the job says so, and in fifteen minutes", async () => {
  await using world = await trusting();
  const { registry } = world;
  await world.add();
  const key = await exchanged(world);
  const revoke = () => send(registry, "DELETE /api/v1/publishing/token", { bearer: key });
  assert.equal((await revoke()).status, 204);
  assert.deepEqual(refusal(await revoke()), [401, "invalid_api_key"]);
  const other = await exchanged(world);
  registry.clock.now = new Date(registry.clock.now.getTime() + 15 * 60_000);
  const late = await send(registry, "DELETE /api/v1/publishing/token", { bearer: other });
  assert.deepEqual(refusal(late), [401, "token_expired"]);
});

Deno.test("one exchange covers all extensions whose publishers trust the job", async () => {
  await using world = await trusting();
  await world.add();
  await world.add({ extension: "@acme/other", actions: ["stage"] });
  await world.add({ extension: "@acme/third", environment: "another" });
  const { body } = await world.exchange();
  assert.deepEqual(body.extensions, ["@acme/hello", "@acme/other"]);
  assert.deepEqual(body.actions, ["push", "stage"]);
  const pushed = (name: string) =>
    send(world.registry, "POST /api/v1/extensions/push", {
      bearer: body.token,
      body: { name, version: "2026.01.02.1" },
    });
  assert.equal((await pushed("@acme/hello")).status, 200);
  assert.deepEqual(refusal(await pushed("@acme/other")), [403, "forbidden"]);
  assert.deepEqual(refusal(await pushed("@acme/third")), [403, "no_publisher"]);
});

Deno.test("exchanges are slowed by address before anything is asked, and by repository once it is known", async () => {
  await using world = await trusting("github", undefined, {
    environment: { SVC_RATE_LIMIT: "on" },
  });
  const { registry, issuer } = world;
  await world.add();
  const codes: string[] = [];
  for (let count = 0; count < 31; count++) {
    const { body } = await world.exchange("a.b.c");
    codes.push(body.code);
  }
  assert.deepEqual(codes, [...Array(30).fill("token_malformed"), "rate_limited"]);
  assert.deepEqual(issuer.requests, []);
  let exchanges = 0;
  for (; exchanges < 100; exchanges++) {
    // An address has one more in two seconds.
    registry.clock.now = new Date(registry.clock.now.getTime() + 2_000);
    const { status, body } = await world.exchange();
    if (status === 429) break;
    assert.equal(status, 201, JSON.stringify(body));
  }
  // 60, and one for each minute that passed.
  assert.ok(exchanges >= 60 && exchanges <= 64, `${exchanges}`);
});
