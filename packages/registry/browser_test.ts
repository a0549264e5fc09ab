import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { makeOperator } from "./testing/operator.ts";
import { violations } from "./testing/web/audit.ts";
import { PASSWORD } from "./testing/web/browse.ts";
import { needsBrowser, openBrowser, openContext } from "./testing/web/browser.ts";
import { addressOf, beginGrant, fillRegistry } from "./testing/web/filled.ts";
import { type PageVisit, visitsOf } from "./testing/web/page_list.ts";
import { SAMPLE_CLIENT } from "./testing/web/sample_client.ts";
import { type ServedRegistry, serveRegistry } from "./testing/web/serve.ts";
import { mountedPages } from "./testing/web/weigh_all.ts";
import { PAGE_BUDGET } from "./testing/web/weight.ts";

/** Each colour and each width once. */
const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const;

/** Extensions beside the first: a few show all that cards can be, and are audited sooner. */
const COPIES = 5;

/** Pages that are audited at the same time. */
const AT_ONCE = 4;

/** A registry that listens, a browser, and what `ada` who owns all in it is known by. */
interface Stage {
  served: ServedRegistry;
  browser: Browser;
}

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
  await page.waitForURL(`${url}/`);
}

async function cookieHeader(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}

Deno.test({
  ...needsBrowser("the pages in a browser"),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    await using served = await serveRegistry({
      environment: { SVC_PLANS: "on" },
      clientPackage: SAMPLE_CLIENT,
    });
    const browser = await openBrowser();
    try {
      const member = await openContext(browser);
      await signUp(await member.newPage(), served.url, "ada");
      await fillRegistry(served.registry, await cookieHeader(member), COPIES);
      const stage = { served, browser };
      await test.step(
        "find an extension, copy its command, approve a device",
        () => findCopyApprove(stage, member),
      );
      await test.step(
        "without scripts: sign up, sign out and in, search, narrow, sort, comment",
        () => useWithoutScripts(stage),
      );
      await test.step(
        "every page is accessible, fits its window and loads little in four looks",
        () => auditAll(stage, member),
      );
    } finally {
      await browser.close();
    }
  },
});

async function findCopyApprove({ served }: Stage, member: BrowserContext): Promise<void> {
  await member.grantPermissions(["clipboard-read", "clipboard-write"], { origin: served.url });
  const page = await member.newPage();
  const complained = complaints(page, served);
  await page.goto(served.url);
  await page.getByRole("searchbox").fill("repo insight");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "@ada/repo-insight", exact: true }).click();
  await page.waitForURL(`${served.url}/extensions/@ada/repo-insight`);
  await page.getByRole("img", { name: /^Score \d+ percent, grade [A-F]/ }).waitFor();
  await page.getByRole("button", { name: /the install command/ }).click();
  await page.getByText("Copied").waitFor();
  assert.equal(
    await page.evaluate("navigator.clipboard.readText()"),
    "svc extension pull @ada/repo-insight",
  );

  const grant = await beginGrant(served.registry);
  await page.goto(`${served.url}/device`);
  await page.getByLabel("Code").fill(grant.user_code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
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
  await page.close();
}

async function useWithoutScripts({ served, browser }: Stage): Promise<void> {
  const context = await openContext(browser, { javaScriptEnabled: false });
  const page = await context.newPage();
  await signUp(page, served.url, "bob");
  await page.getByRole("heading", { name: "Your first steps" }).waitFor();
  await page.getByRole("button", { name: "Hide the first steps" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Your first steps" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "bob", exact: true }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail address or username").fill("bob");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "bob", exact: true }).waitFor();

  await page.goto(served.url);
  await page.getByRole("searchbox").fill("insight");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("heading", { name: "Results for “insight”" }).waitFor();
  await page.getByRole("navigation", { name: "Filters" })
    .getByRole("link", { name: "daily", exact: true }).click();
  await page.getByRole("link", { name: "Remove the filter daily" }).waitFor();
  await page.getByRole("link", { name: "Pulls", exact: true }).click();
  assert.equal(new URL(page.url()).search, "?q=insight&sort=pulls&label=daily");
  await page.setViewportSize({ width: 390, height: 850 });
  await page.getByText("Filters (1)").click();
  await page.getByRole("link", { name: "Behavior types", exact: true }).click();
  await page.getByRole("link", { name: "Remove all filters" }).waitFor();

  await page.goto(`${served.url}/lab/1`);
  await page.getByRole("textbox", { name: /comment/i }).fill("No script was needed.");
  await page.getByRole("button", { name: /comment/i }).first().click();
  await page.getByText("No script was needed.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
  await context.close();
}

/** Audits every visit as its reader, several at once. */
async function auditAll({ served, browser }: Stage, member: BrowserContext): Promise<void> {
  const newcomer = await openContext(browser);
  await signUp(await newcomer.newPage(), served.url, "cleo");
  const operator = await openContext(browser);
  await signUp(await operator.newPage(), served.url, "oscar");
  const oscar = { cookie: await cookieHeader(operator), password: PASSWORD, username: "oscar" };
  await makeOperator(served.registry, oscar);
  await served.registry.request("/api/v1/reports", {
    method: "POST",
    headers: {
      cookie: oscar.cookie,
      origin: served.url,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      extension: "@ada/repo-insight",
      category: "malware",
      text: `It sends keys away.\n${"\u202e"}${"x".repeat(300)}`,
    }),
  });
  const contexts = { member, newcomer, operator, stranger: await openContext(browser) };
  const left = visitsOf(mountedPages(served.registry));
  const wrong: string[] = [];
  const audit = async () => {
    // A page of its own for each visit would be a process of its own.
    const watched: { [as in PageVisit["as"]]?: WatchedPage } = {};
    for (let visit = left.shift(); visit !== undefined; visit = left.shift()) {
      const { as } = visit;
      watched[as] ??= watchedPage(await contexts[as].newPage(), served);
      wrong.push(...await auditPage(served, watched[as], visit));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, audit));
  assert.deepEqual(wrong, []);
}

/** A page, and what it has done since it was sent somewhere last. */
interface WatchedPage {
  page: Page;
  complained: string[];
  requests: Set<string>;
}

function watchedPage(page: Page, served: ServedRegistry): WatchedPage {
  const complained = complaints(page, served);
  const requests = new Set<string>();
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.redirectedFrom() === null) requests.clear();
    requests.add(request.url());
  });
  return { page, complained, requests };
}

/** What is wrong with a page, in all looks. */
async function auditPage(
  served: ServedRegistry,
  { page, complained, requests }: WatchedPage,
  { path, as, long = false }: PageVisit,
): Promise<string[]> {
  const wrong: string[] = [];
  const label = `${path} for a ${as}`;
  const looks = long ? LOOKS.slice(0, 1) : LOOKS;
  complained.length = 0;
  await look(page, looks[0]!);
  await page.goto(served.url + await addressOf(served.registry, path));
  if (path === "{consent}") await page.waitForURL(/oauth\/consent/);
  else if (requests.size > PAGE_BUDGET.requests) wrong.push(`${requests.size} requests`);
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
  for (const [index, one] of looks.entries()) {
    await look(page, one);
    wrong.push(...complained, ...await violations(page, index > 0));
    if (wrong.length > 0) {
      return wrong.map((said) => `${label} ${one.colorScheme} ${one.width}: ${said}`);
    }
  }
  return [];
}

async function look(page: Page, { colorScheme, width }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 850 });
}
