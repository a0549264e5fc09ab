import assert from "node:assert/strict";
import {
  type CodeHost,
  piecesOf,
  READABLE_INSTALLATION,
  REFRESH_TOKEN,
  SAMPLE_APP as APP,
  SAMPLE_INSTALLATION as INSTALLATION,
  SAMPLE_TOKENS as TOKENS,
  signedToken,
  startCodeHost,
  type TokenSeed,
} from "@svc/fakes/codehost";
import { runAll } from "../testing/run.ts";
import { model } from "./github_token_audit.ts";
import type { Identity, TokenAudit } from "./outputs/token_audit.ts";
import { hashedToken } from "./methods/audit.ts";

/** Starts a host that knows one token, in the first minutes of 2030. */
async function startHost(token: string, seed: TokenSeed | undefined): Promise<CodeHost> {
  const host = await startCodeHost({
    tokens: { fixture: "octocat", ...seed === undefined ? {} : { [token]: seed } },
    repositories: [
      { owner: "octocat", name: "one", private: true },
      { owner: "octocat", name: "two" },
      { owner: "octocat", name: "three" },
    ],
    organizations: [{ login: "octo-org", members: [{ login: "octocat", role: "admin" }] }],
  });
  host.clock.set("2030-01-01T00:00:00Z");
  return host;
}

/** Audits a token and gives what was written, logged and thrown; none of it tells the token. */
async function audit(host: CodeHost, token: string, globalArgs: Record<string, string> = {}) {
  const log: string[] = [];
  const { written, error } = await runAll(model, "audit", {}, {
    globalArgs: { token, ...globalArgs },
    env: { GITHUB_API_URL: host.url },
    log: (line) => log.push(line),
  });
  const seen = [JSON.stringify(written), log.join("\n"), `${error?.message}${error?.stack}`];
  for (const piece of piecesOf(token)) {
    assert.ok(!seen.some((text) => text.includes(piece)), `${piece} of the token is seen`);
  }
  return { found: written[0]?.data, name: written[0]?.name, error, log };
}

/** What is the same in every audit that told something about the token's limit. */
const RATE_LIMIT = { limit: 5000, remaining: 4999, resetAt: "2030-01-01T01:00:00.000Z" };

/** Whom a token acts as, without the id, which the host chooses. */
type Shown = Pick<Identity, "login" | "type" | "name">;

const OCTOCAT: Shown = { login: "octocat", type: "User", name: "octocat" };

/** What an audit finds out about a token of each type, beside its type and that it is valid. */
const FOUND: Record<
  keyof typeof TOKENS,
  Partial<Omit<TokenAudit, "identity">> & { identity: Shown }
> = {
  classic: {
    identity: OCTOCAT,
    scopes: ["repo", "read:org"],
    expiresAt: "2030-06-01T12:00:00.000Z",
  },
  "classic-or-oauth": { identity: OCTOCAT, scopes: [] },
  "fine-grained": { identity: OCTOCAT, expiresAt: "2030-07-01T00:00:00.000Z" },
  "oauth-app": {
    identity: OCTOCAT,
    scopes: ["repo", "gist"],
    clientId: "178c6fc778ccc68e1d6a",
  },
  "app-user": {
    identity: OCTOCAT,
    scopes: [],
    clientId: APP.clientId,
    app: { id: APP.id, idVerified: true, slug: "helper", owner: null },
    // The question about the app's installations counts, too.
    rateLimit: { ...RATE_LIMIT, remaining: 4998 },
  },
  "app-installation": {
    identity: { login: "helper[bot]", type: "Bot", name: null },
    app: { id: null, idVerified: false, slug: "helper", owner: null },
    installation: { repositories: 2, selection: "selected" },
    rateLimit: { ...RATE_LIMIT, remaining: 4998 },
  },
  "app-jwt": {
    identity: { login: "helper", type: "App", name: "Helper" },
    clientId: APP.clientId,
    app: { id: APP.id, idVerified: true, slug: "helper", owner: "octocat" },
    expiresAt: "2030-01-01T00:05:00.000Z",
    // An app itself may not ask for its limit.
    rateLimit: null,
  },
  unknown: { identity: OCTOCAT, scopes: ["gist"] },
};

for (const [tokenType, { text, seed }] of Object.entries(TOKENS)) {
  Deno.test(`a token of type ${tokenType} tells all that the platform says of it`, async () => {
    await using host = await startHost(text, seed);
    const { found, name, error, log } = await audit(host, text);
    assert.equal(error, undefined);
    const { id: _, ...identity } = found!.identity as { id: number };
    const { auditedAt, ...facts }: Record<string, unknown> = { ...found, identity };
    assert.ok(Math.abs(Date.parse(`${auditedAt}`) - Date.now()) < 600_000);
    assert.deepEqual(facts, {
      host: new URL(host.url).host,
      tokenType,
      valid: true,
      reason: null,
      clientId: null,
      app: null,
      scopes: null,
      expiresAt: null,
      sso: null,
      installation: null,
      rateLimit: RATE_LIMIT,
      enterpriseVersion: null,
      hashedToken: await hashedToken(text),
      source: "argument",
      ...FOUND[tokenType as keyof typeof TOKENS],
    });
    assert.equal(name, `tokenaudit.127.0.0.1~${new URL(host.url).port}`);
    assert.match(log.join("\n"), /accepts the .* token of (octocat|helper)/);
  });
}

Deno.test("an installation's token may name its app, which is shown as not verified", async () => {
  const { seed } = TOKENS["app-installation"];
  await using host = await startHost(READABLE_INSTALLATION, seed);
  const { found } = await audit(host, READABLE_INSTALLATION);
  assert.deepEqual(found!.app, { id: APP.id, idVerified: false, slug: "helper", owner: null });
  assert.equal(found!.expiresAt, "2030-01-01T01:00:00.000Z");
});

Deno.test("an installation on a whole account counts all of its repositories", async () => {
  const installation = { ...INSTALLATION, repositories: "all" as const };
  const { text } = TOKENS["app-installation"];
  await using host = await startHost(text, { kind: "app-installation", app: APP, installation });
  const { found } = await audit(host, text);
  assert.deepEqual(found!.installation, { repositories: 3, selection: "all" });
});

Deno.test("a refresh token is not sent anywhere", async () => {
  await using host = await startHost(REFRESH_TOKEN, undefined);
  const { found, error } = await audit(host, REFRESH_TOKEN);
  assert.equal(error, undefined);
  assert.deepEqual([found!.valid, found!.reason, found!.tokenType], [
    null,
    "refresh-token",
    "app-refresh",
  ]);
  assert.deepEqual(host.received, []);
});

for (const [tokenType, { text }] of Object.entries(TOKENS)) {
  Deno.test(`a token of type ${tokenType} that the platform does not know is a result`, async () => {
    await using host = await startHost(text, undefined);
    const { found, error } = await audit(host, text);
    assert.equal(error, undefined);
    assert.deepEqual([found!.valid, found!.reason, found!.identity], [
      false,
      "bad-credentials",
      null,
    ]);
    assert.equal(host.received.length, 1, "nothing more is asked");
  });
}

Deno.test("a token that has ended is a result; one that says so itself is called expired", async () => {
  for (
    const [text, seed, reason] of [
      [TOKENS.classic.text, { ...TOKENS.classic.seed, expiresAt: "2029-01-01" }, "bad-credentials"],
      [signedToken({ exp: 1_000_000_000 }), undefined, "expired"],
    ] as const
  ) {
    await using host = await startHost(text, seed);
    const { found, error } = await audit(host, text);
    assert.equal(error, undefined);
    assert.deepEqual([found!.valid, found!.reason], [false, reason]);
  }
});

Deno.test("a suspended account and a suspended installation are not valid", async () => {
  const installation = { ...INSTALLATION, suspended: true };
  for (
    const [text, seed] of [
      [TOKENS.classic.text, { ...TOKENS.classic.seed, suspended: true }],
      [TOKENS["app-installation"].text, { kind: "app-installation", app: APP, installation }],
    ] as const
  ) {
    await using host = await startHost(text, seed);
    const { found, error } = await audit(host, text);
    assert.equal(error, undefined);
    assert.deepEqual([found!.valid, found!.reason], [false, "suspended"]);
  }
});

Deno.test("a token that lacks single sign-on is valid, with the organisations left out", async () => {
  const { text, seed } = TOKENS.classic;
  await using host = await startHost(text, { ...seed, unauthorized: ["octo-org"] });
  const { found, log } = await audit(host, text);
  const [{ id }] = await host.call("fixture", "GET", "/user/orgs") as [{ id: number }];
  assert.equal(found!.valid, true);
  assert.deepEqual(found!.sso, { required: false, organizations: [String(id)] });
  assert.match(log.join("\n"), /single sign-on/);
});

Deno.test("a call that single sign-on refuses shows a valid token and the organisation", async () => {
  const { text, seed } = TOKENS.classic;
  await using host = await startHost(text, seed);
  host.failNext("/user", 403, {
    headers: { "x-github-sso": "required; url=https://github.com/orgs/octo-org/sso?a=SECRET" },
  });
  const { found, log } = await audit(host, text);
  assert.equal(found!.valid, true);
  assert.deepEqual(found!.sso, { required: true, organizations: ["octo-org"] });
  assert.ok(!JSON.stringify([found, log]).includes("SECRET"));
});

Deno.test("an enterprise server is named with its version, and needs no limits", async () => {
  for (const name of ["classic", "app-installation"] as const) {
    const { text, seed } = TOKENS[name];
    await using host = await startHost(text, seed);
    host.limits.enabled = false;
    const { found, error } = await audit(host, text, { baseUrl: `${host.url}/api/v3` });
    assert.equal(error, undefined);
    assert.match(`${found!.enterpriseVersion}`, /^3\./);
    assert.equal(found!.rateLimit, null);
    assert.equal((found!.identity as { login: string }).login, FOUND[name].identity.login);
  }
});

for (
  const [what, plan, words] of [
    [
      "a used-up limit",
      (host: CodeHost) => host.limits.set("octocat", "core", { used: 5000 }),
      /rate limit is used up until/,
    ],
    [
      "a limit on bursts",
      (host: CodeHost) => host.limits.slowDown({ retryAfter: 60 }),
      /rate limit is used up until/,
    ],
    ["an outage", (host: CodeHost) => host.failNext("/user", 503, {}, 2), /answered 503/],
    [
      "an answer that was lost",
      (host: CodeHost) => host.loseNext("/user", "before", 2),
      /no answer/,
    ],
    [
      "a refusal that says nothing of the token",
      (host: CodeHost) => host.failNext("/user", 403),
      /may not do this/,
    ],
  ] as const
) {
  Deno.test(`${what} is not a finding: the run fails and nothing is written`, async () => {
    const { text, seed } = TOKENS.classic;
    await using host = await startHost(text, seed);
    plan(host);
    const { found, error } = await audit(host, text);
    assert.equal(found, undefined);
    assert.match(error!.message, /^the account of the token: /);
    assert.match(error!.message, words);
  });
}

Deno.test("an address without an API is told apart from an invalid token", async () => {
  const { text, seed } = TOKENS.classic;
  await using host = await startHost(text, seed);
  const { found, error } = await audit(host, text, { baseUrl: `${host.url}/nothing` });
  assert.equal(found, undefined);
  assert.match(error!.message, /is not the address of an API/);
  host.violations.splice(0);
});

Deno.test("what is not asked about the token itself may be refused", async () => {
  const { text, seed } = TOKENS["app-installation"];
  await using host = await startHost(text, seed);
  host.failNext("/installation/repositories", 403, { message: "Not for this server" });
  host.answerNext("/graphql", () => Response.json({ message: "Not Found" }, { status: 404 }));
  const { found, error } = await audit(host, text);
  assert.equal(error, undefined);
  assert.deepEqual([found!.valid, found!.identity, found!.app, found!.installation], [
    true,
    null,
    null,
    null,
  ]);
});

Deno.test("a cancelled audit ends as cancelled and writes nothing", async () => {
  const { text, seed } = TOKENS.classic;
  await using host = await startHost(text, seed);
  const controller = new AbortController();
  host.answerNext("/user", () => {
    controller.abort();
    return new Response(null, { status: 503 });
  });
  const { written, error } = await runAll(model, "audit", {}, {
    globalArgs: { token: text },
    env: { GITHUB_API_URL: host.url },
    signal: controller.signal,
  });
  assert.equal(error?.name, "AbortError");
  assert.deepEqual(written, []);
});

Deno.test("a token from a file is audited as one from the argument, and the audit says so", async () => {
  const { text, seed } = TOKENS.classic;
  await using host = await startHost(text, seed);
  const tokenFile = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(tokenFile, `${text}\n`);
    const { written } = await runAll(model, "audit", {}, {
      globalArgs: { tokenFile },
      env: { GITHUB_API_URL: host.url },
    });
    const { source, hashedToken: hash } = written[0]!.data;
    assert.deepEqual([source, hash], ["file", await hashedToken(text)]);
  } finally {
    await Deno.remove(tokenFile);
  }
});

Deno.test("without a token, or with two, nothing is requested", async () => {
  const { text, seed } = TOKENS.classic;
  await using host = await startHost(text, seed);
  for (const globalArgs of [{}, { token: text, tokenFile: "/run/token" }]) {
    const { error } = await runAll(model, "audit", {}, {
      globalArgs,
      env: { GITHUB_API_URL: host.url },
    });
    assert.match(error!.message, /: give (the argument token or tokenFile|one of them)/);
  }
  assert.deepEqual(host.received, []);
});
