import assert from "node:assert/strict";
import { startCodeHost } from "../host.ts";
import type { CodeHostSeed } from "../host_shape.ts";
import type { App, Installation } from "../state/mod.ts";

const APP: App = { id: 42, slug: "helper", clientId: "Iv23liTEST", owner: "octocat" };
const ON_ONE: Installation = { id: 7, account: "octocat", repositories: ["octocat/one"] };

const SEED: CodeHostSeed = {
  tokens: {
    classic: { kind: "classic", login: "octocat", scopes: ["repo", "read:org"] },
    oauth: { kind: "oauth-app", login: "octocat", scopes: ["gist"], clientId: "0123456789abcdef" },
    fine: {
      kind: "fine-grained",
      login: "octocat",
      expiresAt: "2030-01-02T03:04:05Z",
      lacks: { "POST /repos/{owner}/{repo}/issues": "issues=write" },
    },
    user: { kind: "app-user", login: "octocat", app: APP, installations: [ON_ONE] },
    bot: { kind: "app-installation", app: APP, installation: ON_ONE },
    asleep: { kind: "app-installation", app: APP, installation: { ...ON_ONE, suspended: true } },
    app: { kind: "app", app: APP },
    suspended: { kind: "classic", login: "hubot", scopes: [], suspended: true },
    outside: { kind: "classic", login: "octocat", scopes: ["repo"], unauthorized: ["octo-org"] },
  },
  repositories: [
    { owner: "octocat", name: "one", private: true },
    { owner: "octocat", name: "two" },
    { owner: "octo-org", name: "three" },
  ],
  organizations: [{ login: "octo-org", members: [{ login: "octocat", role: "admin" }] }],
};

/** Starts a host and gives what asks it: status, headers and body of an answer. */
async function startAsking() {
  const host = await startCodeHost(SEED);
  const ask = async (token: string | null, request: string, body?: object) => {
    const [method = "", path = ""] = request.split(" ");
    const answer = await fetch(host.url + path, {
      method,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  return { host, ask, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

Deno.test("each kind of token gets the headers that the platform sends with it", async () => {
  await using asking = await startAsking();
  const told: Record<string, unknown> = {};
  for (const token of ["classic", "oauth", "fine", "user"]) {
    const { headers } = await asking.ask(token, "GET /user");
    told[token] = [
      headers.get("x-oauth-scopes"),
      headers.get("x-oauth-client-id"),
      headers.get("github-authentication-token-expiration"),
    ];
  }
  assert.deepEqual(told, {
    classic: ["repo, read:org", null, null],
    oauth: ["gist", "0123456789abcdef", null],
    fine: [null, null, "2030-01-02 03:04:05 UTC"],
    user: ["", "Iv23liTEST", null],
  });
});

Deno.test("an installation is no user, reaches its repositories and acts as the app's bot", async () => {
  await using asking = await startAsking();
  const user = await asking.ask("bot", "GET /user");
  assert.deepEqual([user.status, user.body.message], [
    403,
    "Resource not accessible by integration",
  ]);
  const { body } = await asking.ask("bot", "GET /installation/repositories");
  assert.deepEqual(
    [body.total_count, body.repository_selection, body.repositories[0].full_name],
    [1, "selected", "octocat/one"],
  );
  const viewer = await asking.ask("bot", "POST /graphql", {
    query: "{ viewer { login databaseId } }",
  });
  assert.equal(viewer.body.data.viewer.login, "helper[bot]");
  const issue = await asking.ask("bot", "POST /repos/octocat/one/issues", { title: "By the bot" });
  assert.deepEqual([issue.status, issue.body.user.login], [201, "helper[bot]"]);
});

Deno.test("apps are told about themselves, and other tokens are told why not", async () => {
  await using asking = await startAsking();
  const app = (await asking.ask("app", "GET /app")).body;
  assert.deepEqual([app.slug, app.client_id, app.owner.login], ["helper", "Iv23liTEST", "octocat"]);
  const { body } = await asking.ask("user", "GET /user/installations");
  assert.deepEqual([body.installations[0].app_slug, body.installations[0].app_id], ["helper", 42]);
  for (
    const [token, path, status] of [
      ["classic", "/app", 401],
      ["classic", "/installation/repositories", 403],
      ["bot", "/user/installations", 403],
      ["app", "/user", 401],
    ] as const
  ) assert.equal((await asking.ask(token, `GET ${path}`)).status, status, `${token} ${path}`);
});

Deno.test("a token that lacks a permission is told which is accepted", async () => {
  await using asking = await startAsking();
  const { status, headers } = await asking.ask("fine", "POST /repos/octocat/two/issues", {
    title: "Not allowed",
  });
  assert.deepEqual([status, headers.get("x-accepted-github-permissions")], [403, "issues=write"]);
});

Deno.test("suspended accounts and installations are refused whatever they ask", async () => {
  await using asking = await startAsking();
  for (const token of ["suspended", "asleep"]) {
    const { status, body } = await asking.ask(token, "GET /repos/octocat/two");
    assert.equal(status, 403);
    assert.match(body.message, /suspended/);
  }
});

Deno.test("single sign-on closes the organization and shortens what spans several", async () => {
  await using asking = await startAsking();
  const closed = await asking.ask("outside", "GET /repos/octo-org/three");
  assert.equal(closed.status, 403);
  assert.match(closed.headers.get("x-github-sso")!, /^required; url=https:.*\/orgs\/octo-org\/sso/);
  const spanning = await asking.ask("outside", "GET /user");
  const [{ id }] = (await asking.ask("classic", "GET /user/orgs")).body;
  assert.deepEqual(
    [spanning.status, spanning.headers.get("x-github-sso")],
    [200, `partial-results; organizations=${id}`],
  );
  assert.equal((await asking.ask("outside", "GET /repos/octocat/two")).status, 200);
});

Deno.test("a token that has ended, was revoked or is unknown is 401", async () => {
  await using asking = await startAsking();
  const { clock, tokens } = asking.host;
  clock.set("2030-01-02T03:04:04Z");
  assert.equal((await asking.ask("fine", "GET /user")).status, 200);
  clock.advance(1);
  const { status, body } = await asking.ask("fine", "GET /user");
  assert.deepEqual([status, body.message], [401, "Bad credentials"]);
  tokens.revoke("classic");
  assert.equal((await asking.ask("classic", "GET /user")).status, 401);
  tokens.set("classic", "octocat");
  assert.equal((await asking.ask("classic", "GET /user")).status, 200);
  assert.equal((await asking.ask("nobody's", "GET /user")).status, 401);
});

Deno.test("a token is also taken as the password of a client of git", async () => {
  await using asking = await startAsking();
  const basic = (text: string) => ({ headers: { authorization: `Basic ${btoa(text)}` } });
  for (const [text, status] of [["x-access-token:classic", 200], ["classic:x", 401]] as const) {
    const answer = await fetch(`${asking.host.url}/user`, basic(text));
    await answer.body?.cancel();
    assert.equal(answer.status, status);
  }
});
