import assert from "node:assert/strict";
import { testNeeding } from "../requirement.ts";
import { type Account, createCollective, signUp } from "../process/account.ts";
import { withPage } from "../process/browser.ts";
import { readUntil } from "../process/read_until.ts";
import { foundBelow, foundIn, needlesOf } from "../process/search.ts";
import { startServer } from "../process/server.ts";
import { type ServingProcess, startServing } from "../process/serving.ts";
import { createPerson, type Person } from "../process/svc.ts";

const OAUTH = ["--auth-mode", "oauth", "--allowed-collectives", "acme"];

interface Registry extends AsyncDisposable {
  registry: string;
  ada: Account;
  key: string;
}

interface Team extends Registry {
  operator: Person;
}

async function post(url: string, path: string, cookie: string, body: object) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, cookie },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

/** A registry process, the collective `acme` of ada, and a token of it. */
async function registry(): Promise<Registry> {
  const server = await startServer();
  const { url } = server;
  const ada = await signUp(url, "ada");
  await createCollective(url, ada, "acme");
  const { key } = await post(url, "/api/v1/collectives/acme/api-tokens", ada.cookie, {
    name: "serve",
    scopes: ["serve:*", "oauth:manage"],
  });
  return { registry: url, ada, key, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

// One for all: each server registers an OAuth client of its own there.
let shared: Promise<Registry> | undefined;
Deno.test.afterAll(async () => await (await shared)?.[Symbol.asyncDispose]());

/** An operator of their own, with the token of the registry that all share. */
async function team(): Promise<Team> {
  const all = await (shared ??= registry());
  const operator = await createPerson(all.registry, { SVC_API_KEY: all.key });
  await operator.ok(["init"]);
  return { ...all, operator, [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose]() };
}

async function serverLogin({ registry, ada }: Team, serving: ServingProcess) {
  const laptop = await createPerson(registry);
  const child = laptop.start(["auth", "server-login", "--server", serving.url, "--no-browser"]);
  const { text, rest } = await readUntil(child.stderr, /code: \S+/);
  const userCode = /code: (\S+)/.exec(text)![1]!;
  await fetch(`${registry}/api/auth/device?user_code=${userCode}`, {
    headers: { cookie: ada.cookie },
  }).then((answer) => answer.body?.cancel());
  await post(registry, "/api/auth/device/approve", ada.cookie, { userCode });
  const [{ code }, said] = [
    await child.status,
    await new Response(child.stdout).text(),
    await rest,
  ];
  assert.equal(code, 0, `${text}${said}`);
  return laptop;
}

Deno.test("svc serve registers itself, and 'svc auth server-login' gets a token that works after a restart", async () => {
  await using all = await team();
  const { operator } = all;
  let token: string;
  let url: string;
  {
    await using serving = await startServing(operator, OAUTH);
    await using laptop = await serverLogin(all, serving);
    const servers = JSON.parse(
      await Deno.readTextFile(`${laptop.home}/.config/svc/servers.json`),
    );
    token = JSON.stringify(servers).match(/oauth-[0-9a-f]{8}\.[0-9a-f]{64}/)![0];
    url = serving.url;
    const me = await fetch(`${url}/api/v1/whoami`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal((await me.json()).name, "ada");
    await serving.stop();
    const needles = needlesOf({ token, key: all.key });
    assert.deepEqual(foundIn(new TextEncoder().encode(await serving.log), needles), []);
    for (const folder of [operator.work, operator.home]) {
      assert.deepEqual(await foundBelow(folder, needles), [], "only its hash is kept");
    }
  }
  await using again = await startServing(operator, OAUTH);
  const me = await fetch(`${again.url}/api/v1/whoami`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(me.status, 200, await me.text());
  await again.stop();
  await using tokens = await startServing(operator);
  const none = await fetch(`${tokens.url}/api/v1/whoami`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(none.status, 401, "in token mode nobody asks the registry about people any more");
  await none.body?.cancel();
  assert.deepEqual(await (await fetch(`${tokens.url}/auth/info`)).json(), { mode: "token" });
});

testNeeding(
  ["chromium"],
  "in a browser: from the server to the registry, sign in, allow, and back with a session",
  async () => {
    await using all = await team();
    await using serving = await startServing(all.operator, OAUTH);
    await withPage(async (page) => {
      await page.goto(`${serving.url}/auth/login?return_to=/api/v1/whoami`);
      assert.ok(page.url().startsWith(`${all.registry}/sign-in`), page.url());
      const signInAtRegistry = async () => {
        await page.getByLabel("E-mail address or username").fill("ada");
        await page.getByLabel("Password").fill(all.ada.password);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
      };
      await signInAtRegistry();
      await page.getByRole("heading", { name: /^Allow .*svc serve on/ }).waitFor();
      await page.getByText("your role in each").waitFor();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.waitForURL(`${serving.url}/api/v1/whoami`);
      assert.match(await page.content(), /"name":\s*"ada"/);
      const cookies = (await page.context().cookies(serving.url))
        .filter(({ name }) => name.startsWith("svc_"));
      assert.deepEqual(
        cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite]),
        [[true, "Lax"]],
      );
      assert.equal(await page.evaluate("document.cookie"), "");
      // Signed in at the registry and allowed before: no question is asked again.
      await page.context().clearCookies({ name: cookies[0]!.name });
      await page.goto(`${serving.url}/api/v1/whoami`);
      assert.match(await page.content(), /not_authenticated/);
      await page.goto(`${serving.url}/auth/login?return_to=//evil.example/`);
      await page.waitForURL((url) => url.origin === serving.url && url.pathname === "/");
      await page.goto(`${serving.url}/api/v1/whoami`);
      assert.match(await page.content(), /"name":\s*"ada"/);
      await page.evaluate("fetch('/auth/logout', { method: 'POST' }).then(() => {})");
      await page.goto(`${serving.url}/api/v1/whoami`);
      assert.match(await page.content(), /not_authenticated/);
      // Allowed before, and signed out at both.
      await page.context().clearCookies();
      await page.goto(`${serving.url}/auth/login?return_to=/api/v1/whoami`);
      await signInAtRegistry();
      await page.waitForURL(`${serving.url}/api/v1/whoami`);
      assert.match(await page.content(), /"name":\s*"ada"/);
    });
  },
);

Deno.test("what cannot work is refused at the start, with what to do", async () => {
  await using all = await team();
  const { operator } = all;
  const cases: [string[], Record<string, string>, RegExp][] = [
    [["--auth-mode", "oauth"], {}, /Nobody could sign in.*--allowed-collectives/s],
    [["--allowed-users", "ada"], {}, /--auth-mode oauth/],
    [[...OAUTH.slice(0, 3), "acme:king"], {}, /member, admin, owner/],
    [[...OAUTH, "--oauth-provider", "http://registry.example.org"], {}, /https:\/\/<host>/],
    [[...OAUTH, "--oauth-client-id", "x"], {}, /SVC_SERVE_OAUTH_CLIENT_SECRET/],
    [
      [...OAUTH, "--oauth-client-id", "x"],
      { SVC_SERVE_OAUTH_CLIENT_SECRET: "y" },
      /does not know this server's OAuth client/,
    ],
  ];
  for (const [args, env, expected] of cases) {
    const { code, stderr } = await operator.svc(["serve", "--port", "0", ...args], { env });
    assert.notEqual(code, 0, args.join(" "));
    assert.match(stderr, expected);
    assert.ok(!stderr.includes(all.key));
  }
});
