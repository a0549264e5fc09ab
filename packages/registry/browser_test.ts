import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { assertAccessible } from "./testing/web/audit.ts";
import { PASSWORD } from "./testing/web/browse.ts";
import { needsBrowser, openBrowser } from "./testing/web/browser.ts";
import { publish } from "./testing/web/publish.ts";
import { type ServedRegistry, serveRegistry } from "./testing/web/serve.ts";

/** Each colour and each width once; a page has no style that depends on both. */
const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const;

const README = `# Insight

A table, a list, a long line of code and a picture that is not there.

| Method | What it writes | Arguments | Notes |
|---|---|---|---|
| \`list_repos\` | \`repos\` | none | every repository the token can see |

\`\`\`ts
const response = await context.fetch("https://api.example.org/a/very/long/address/that/scrolls?with=${
  "x".repeat(60)
}"); // comment
\`\`\`

- [a link](https://example.org/)
- ![a picture](relative.png)
- ![a plan](https://elsewhere.example/plan.png)
- [![a badge](https://elsewhere.example/badge.svg)](https://elsewhere.example/)
`;

/**
 * What a page complains about: scripts or styles the policy blocked, faults in scripts. And what it
 * asks of other sites, which then know who reads it.
 */
function complaints(page: Page, { url }: ServedRegistry): string[] {
  const lines: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) lines.push(`loads ${request.url()}`);
  });
  page.on("pageerror", (error) => lines.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && /policy|refused|script/i.test(message.text())) {
      lines.push(message.text());
    }
  });
  return lines;
}

async function signUp(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("E-mail address").fill(`${username}@example.org`);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/account`);
}

async function cookieHeader(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}

async function beginGrant({ registry }: ServedRegistry, clientId = "svc-cli") {
  const response = await registry.request("/api/auth/device/code", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: clientId, scope: "device:test" }),
  });
  return await response.json() as { user_code: string; device_code: string };
}

/** A collective with a token and an open invitation by address, so that its settings show all. */
async function createAcme({ registry, url }: ServedRegistry, cookie: string): Promise<void> {
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await registry.request(path, {
      method: "POST",
      headers: { cookie, origin: url },
      body: new URLSearchParams(fields),
    });
    assert.ok(response.status < 400, await response.text());
  };
  const settings = "/collectives/acme/settings";
  await post("/account/collectives", { slug: "acme", name: "Acme Tools" });
  await post(`${settings}/create-token`, { name: "robot", days: "9", scope: "collective:read" });
  await post("/account/applications", { name: "Build board", uri: "http://localhost" });
  await post(`${settings}/change-plan`, { plan: "team" });
  await post(`${settings}/invite`, { who: "a.person.with.a.long.name@example.org", role: "admin" });
}

/** An issue with a comment, and a post of the collective. */
async function talk({ registry, url }: ServedRegistry, cookie: string): Promise<void> {
  const call = async (path: string, body: unknown) => {
    const response = await registry.request(path, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, await response.text());
  };
  await call("/api/v1/lab/issues", { title: "More **columns**", body: README });
  await call("/api/v1/lab/issues/1/comments", { body: "Which `columns`?" });
  await call("/api/v1/feed", { body: "Ada writes news.", url: "https://example.org/news" });
}

/** The first step of an application that signs a person in; it ends at the consent page. */
async function authorizationPath({ registry }: ServedRegistry): Promise<string> {
  const { clientId } = await registry.services.db.selectFrom("oauthClient").select("clientId")
    .where("name", "=", "Build board").executeTakeFirstOrThrow();
  return "/api/auth/oauth2/authorize?" + new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: "http://localhost",
    scope: "openid email collectives",
    state: "a-state",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
  });
}

async function publishSample(served: ServedRegistry, cookie: string): Promise<void> {
  await publish(served.registry, cookie, {
    name: "@ada/repo-insight",
    version: "2026.11.20.3",
    description: "Lists repositories, pull requests and releases.",
    readme: README,
  });
}

Deno.test({
  ...needsBrowser("in a browser: sign up, find an extension, copy its command, approve a device"),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using served = await serveRegistry();
    const browser = await openBrowser();
    try {
      const context = await browser.newContext();
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: served.url });
      const page = await context.newPage();
      const complained = complaints(page, served);
      await signUp(page, served.url, "ada");
      await publishSample(served, await cookieHeader(context));

      await page.goto(served.url);
      await page.getByRole("searchbox").fill("repo insight");
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByRole("link", { name: "@ada/repo-insight" }).click();
      await page.waitForURL(`${served.url}/extensions/@ada/repo-insight`);
      await page.getByRole("img", { name: /^Score \d+ percent, grade [A-F]/ }).waitFor();
      await page.getByRole("button", { name: /the install command/ }).click();
      await page.getByText("Copied").waitFor();
      assert.equal(
        await page.evaluate("navigator.clipboard.readText()"),
        "svc extension pull @ada/repo-insight",
      );

      const grant = await beginGrant(served);
      await page.goto(`${served.url}/device`);
      await page.getByLabel("Code").fill(grant.user_code.toLowerCase());
      await page.getByRole("button", { name: "Go on" }).click();
      await page.getByRole("heading", { name: "Allow this device to act as you?" }).waitFor();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByRole("heading", { name: "The device is connected" }).waitFor();
      const token = await served.registry.request("/api/auth/device/token", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          grant_type: "urn:ietf:params:oauth:grant-type:device_code",
          device_code: grant.device_code,
          client_id: "svc-cli",
        }),
      });
      assert.equal(token.status, 200);
      assert.ok((await token.json()).access_token);
      assert.deepEqual(complained, []);
    } finally {
      await browser.close();
    }
  },
});

Deno.test({
  ...needsBrowser("in a browser without scripts: sign up, sign out and sign in"),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using served = await serveRegistry();
    const browser = await openBrowser();
    try {
      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await signUp(page, served.url, "ada");
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByLabel("E-mail address or username").fill("ada");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("link", { name: "ada", exact: true }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
    } finally {
      await browser.close();
    }
  },
});

Deno.test({
  ...needsBrowser(
    "every page is accessible and fits its window, light and dark, phone and desktop",
  ),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using served = await serveRegistry();
    const browser = await openBrowser();
    try {
      const first = await browser.newContext();
      await signUp(await first.newPage(), served.url, "ada");
      const cookie = await cookieHeader(first);
      await createAcme(served, cookie);
      await publishSample(served, cookie);
      await talk(served, cookie);
      const consent = await authorizationPath(served);
      const state = await first.storageState();
      const member = await browser.newContext({ storageState: state });
      const stranger = await browser.newContext();
      for (
        const [context, paths] of [[stranger, STRANGERS_PAGES], [member, [
          ...MEMBERS_PAGES,
          consent,
        ]]] as const
      ) {
        const page = await context.newPage();
        const complained = complaints(page, served);
        for (const path of paths) {
          const client = /=(svc-.*)-CODE$/.exec(path)?.[1];
          const { user_code } = client === undefined
            ? { user_code: "" }
            : await beginGrant(served, client);
          await page.goto(served.url + path.replace(/=svc-.*-CODE$/, `=${user_code}`));
          if (path === consent) await page.waitForURL(/oauth\/consent/);
          await page.evaluate(
            "for (const part of document.querySelectorAll('details')) part.open = true",
          );
          for (const { colorScheme, width } of LOOKS) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 850 });
            await assertAccessible(page, `${path} ${colorScheme} ${width}`);
          }
        }
        assert.deepEqual(complained, []);
      }
    } finally {
      await browser.close();
    }
  },
});

const STRANGERS_PAGES = [
  "/",
  "/search",
  "/search?q=nothing-like-this",
  "/extensions/@ada/repo-insight",
  "/collectives/ada",
  "/docs/tutorial",
  "/docs/reference/cli",
  "/docs/oauth",
  "/lab",
  "/lab/1",
  "/u/ada",
  "/sign-in",
  "/sign-up",
  "/no/such/page",
];

const MEMBERS_PAGES = [
  "/account",
  "/device",
  "/device?user_code=svc-cli-CODE",
  "/device?user_code=svc-serve-bootstrap-CODE",
  "/notifications",
  "/account/applications",
  "/account/profile",
  "/lab/1",
  "/collectives/acme",
  "/collectives/acme/settings",
  "/extensions/@ada/repo-insight",
];
