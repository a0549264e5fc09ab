import assert from "node:assert/strict";
import { wrongWithEvidence } from "@svc/core/approval";
import type { StagedDetails } from "@svc/core/wire";
import type { Browser, Page } from "playwright-core";
import { send } from "./features/identity/testing.ts";
import { violations } from "./testing/web/audit.ts";
import { PASSWORD } from "./testing/web/browse.ts";
import { needsBrowser, openBrowser, openContext } from "./testing/web/browser.ts";
import { publish } from "./testing/web/publish.ts";
import { serveRegistry } from "./testing/web/serve.ts";

const EXTENSION = {
  name: "@ada/repo-insight",
  description: "Lists repositories",
  readme: "# Insight\n",
};

Deno.test({
  ...needsBrowser("approval of a staged version in a browser"),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const browser = await openBrowser();
    try {
      await approveAndReject(browser);
    } finally {
      await browser.close();
    }
  },
});

async function approveAndReject(browser: Browser): Promise<void> {
  await using served = await serveRegistry();
  const { url, registry } = served;
  const context = await openContext(browser);
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await signUp(page, url);
  await page.goto(`${url}/account/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByText("The passkey was added.").waitFor();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await publish(registry, cookie, { ...EXTENSION, version: "2026.11.20.1" });
  for (const n of [2, 3]) {
    await publish(registry, cookie, {
      ...EXTENSION,
      version: `2026.11.20.${n}`,
      permissions: { net: ["api.example.org"] },
      readme: "# Insight, again\n",
    }, "stage");
  }

  // As on a phone: nothing wider than the screen, and the decision below what it is about.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/collectives/ada`);
  await page.getByRole("link", { name: "Staged versions (2)" }).click();
  await assertFits(page);
  await page.getByRole("link", { name: "@ada/repo-insight 2026.11.20.2" }).click();
  await page.getByText("api.example.org").first().waitFor();
  await assertFits(page);
  const [change, button] = await Promise.all([
    page.getByText("Insight, again").boundingBox(),
    page.getByRole("button", { name: "Approve with a passkey" }).boundingBox(),
  ]);
  assert.ok(change!.y < button!.y);
  await page.getByRole("button", { name: "Approve with a passkey" }).click();
  await page.getByText("It is published.").waitFor();
  await assertFits(page);
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const { body } = await send(registry, `GET /api/v1/staged/${id}`, { cookie });
  const { name, version, channel, checksum, decisions: [decision] } = body as StagedDetails;
  const { evidence } = decision!;
  const decided = {
    decision: "approve",
    origin: url,
    id,
    name,
    version,
    channel,
    checksum,
  } as const;
  assert.equal(await wrongWithEvidence(evidence!, decided), undefined);
  const bytes = (Object.values(evidence!) as (string | object)[])
    .reduce((sum, one) => sum + (typeof one === "string" ? one.length : 0), 0);
  assert.ok(bytes < 2_000, `${bytes} characters of evidence`);

  await page.goto(`${url}/collectives/ada/staged`);
  await page.getByRole("link", { name: "@ada/repo-insight 2026.11.20.3" }).click();
  await page.getByLabel("Reason, if you reject it").first().fill("too early");
  await page.getByRole("button", { name: "Reject with a passkey" }).click();
  await page.getByText("It is rejected.").waitFor();
  await page.getByText("too early").first().waitFor();
  await page.goto(`${url}/collectives/ada/settings/approval`);
  await assertFits(page);
  assert.deepEqual(errors, []);
  await context.close();
}

async function signUp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel("Username").fill("ada");
  await page.getByLabel("E-mail address").fill("ada@example.org");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/`);
}

async function assertFits(page: Page): Promise<void> {
  const wide = await page.evaluate("document.documentElement.scrollWidth");
  assert.ok(Number(wide) <= 390, `${page.url()} is ${wide} pixels wide`);
  assert.deepEqual(await violations(page), [], page.url());
}
