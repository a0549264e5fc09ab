import assert from "node:assert/strict";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { violations } from "./testing/web/audit.ts";
import { PASSWORD } from "./testing/web/browse.ts";
import { needsBrowser, openBrowser, openContext } from "./testing/web/browser.ts";
import { startSmtp } from "@svc/fakes/smtp";
import { type ServedRegistry, serveRegistry } from "./testing/web/serve.ts";

/** A browser's page whose device has an authenticator, as WebAuthn's automation makes it. */
async function pageWithAuthenticator(
  context: BrowserContext,
  { isUserVerified = true, hasResidentKey = true } = {},
) {
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey,
      hasUserVerification: isUserVerified,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return { page, device, authenticatorId };
}

const credentialsOf = async (device: CDPSession, authenticatorId: string) =>
  (await device.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

async function signUp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel("Username").fill("ada");
  await page.getByLabel("E-mail address").fill("ada@example.org");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/`);
}

/** The session is proved no more, and the server's time goes on. */
function later({ registry }: ServedRegistry, minutes: number): void {
  registry.clock.now = new Date(registry.clock.now.getTime() + minutes * 60_000);
}

Deno.test({
  ...needsBrowser("passkeys in a browser"),
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    const browser = await openBrowser();
    try {
      await test.step(
        "add one, sign in with it, prove with it, rename and remove it",
        () => usePasskey(browser),
      );
      await test.step(
        "an authenticator that verifies nobody adds none",
        () => touchOnly(browser),
      );
      await test.step(
        "a security key that lists no accounts signs in behind the password",
        () => listsNoAccounts(browser),
      );
      await test.step(
        "without scripts a recovery code signs in, and the page says so",
        () => withoutScripts(browser),
      );
      await test.step(
        "what a stolen password and recovery code did is undone by the owner",
        () => undoRecovery(browser),
      );
      await test.step(
        "an address that browsers take no passkeys at says why and offers none",
        () => elsewhere(browser),
      );
    } finally {
      await browser.close();
    }
  },
});

async function usePasskey(browser: Browser): Promise<void> {
  await using served = await serveRegistry();
  const { url } = served;
  const context = await openContext(browser);
  const { page, device, authenticatorId } = await pageWithAuthenticator(context);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await signUp(page, url);

  await page.goto(`${url}/account/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of the passkey").fill("Work laptop");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByText("The passkey was added.").waitFor();
  assert.match(await page.locator("pre").innerText(), /^([A-Z2-7]{4}(-[A-Z2-7]{4}){3}\n?){10}$/);
  await assertAccessible(page);
  const [credential] = await credentialsOf(device, authenticatorId);
  assert.equal(credential!.isResidentCredential, true);
  assert.equal(credential!.rpId, "localhost");

  // The same authenticator again: the browser refuses, and the page says why.
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByText("has a passkey of your account already").waitFor();
  errors.length = 0;

  // Alone, from the sign-in page, and back to where one came from.
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${url}/sign-in?return_to=/account/security`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(`${url}/account/security`);
  await page.getByText("Work laptop", { exact: true }).waitFor();

  // As the second step behind the password.
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${url}/sign-in?return_to=/account/security`);
  await page.getByLabel("E-mail address or username").fill("ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Recovery code").waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(`${url}/account/security`);

  await page.locator("summary", { hasText: "Rename" }).click();
  await page.getByLabel("New name").fill("Old laptop");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByText("The passkey was renamed.").waitFor();
  await page.getByText("Old laptop", { exact: true }).waitFor();

  // Ten minutes on, removing asks for a proof first.
  later(served, 11);
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("The passkey was removed.").waitFor();
  assert.equal(await page.getByText("Old laptop").count(), 0);
  await page.getByText("Your password alone signs in.").waitFor();

  // The authenticator has it still; the registry does not take it.
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${url}/sign-in`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("The passkey was not accepted").waitFor();
  assert.deepEqual(errors.filter((text) => !/status of 401/.test(text)), []);
  await context.close();
}

async function touchOnly(browser: Browser): Promise<void> {
  await using served = await serveRegistry();
  const context = await openContext(browser);
  const { page, device, authenticatorId } = await pageWithAuthenticator(context, {
    isUserVerified: false,
  });
  await signUp(page, served.url);
  await page.goto(`${served.url}/account/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByText("It was cancelled or took too long.").waitFor();
  await assertAccessible(page);
  assert.deepEqual(await credentialsOf(device, authenticatorId), []);
  assert.equal(await passkeys(served), 0);
  await context.close();
}

async function listsNoAccounts(browser: Browser): Promise<void> {
  await using served = await serveRegistry();
  const { url } = served;
  const context = await openContext(browser);
  const { page, device, authenticatorId } = await pageWithAuthenticator(context, {
    hasResidentKey: false,
  });
  await signUp(page, url);
  await page.goto(`${url}/account/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByText("The passkey was added.").waitFor();
  const [credential] = await credentialsOf(device, authenticatorId);
  assert.equal(credential!.isResidentCredential, false);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${url}/sign-in?return_to=/account/security`);
  await page.getByLabel("E-mail address or username").fill("ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(`${url}/account/security`);
  await page.getByText(/last used/).waitFor();
  await context.close();
}

async function withoutScripts(browser: Browser): Promise<void> {
  await using served = await serveRegistry();
  const { url } = served;
  const context = await openContext(browser);
  const { page } = await pageWithAuthenticator(context);
  await signUp(page, url);
  await page.goto(`${url}/account/security`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create the passkey" }).click();
  const [code] = (await page.locator("pre").innerText()).split("\n");
  await context.close();

  const plain = await openContext(browser, { javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto(`${url}/sign-in?return_to=/account/security`);
  assert.equal(await bare.getByRole("button", { name: /passkey/ }).count(), 0);
  await bare.getByText("Passkeys need scripts").waitFor();
  await bare.getByLabel("E-mail address or username").fill("ada");
  await bare.getByLabel("Password").fill(PASSWORD);
  await bare.getByRole("button", { name: "Sign in", exact: true }).click();
  await bare.getByText("or a recovery code").waitFor();
  await bare.getByLabel("Recovery code").fill(code!);
  await bare.getByRole("button", { name: "Sign in" }).click();
  await bare.waitForURL(`${url}/account/security`);
  await bare.getByText("9 of 10 left.").waitFor();
  await plain.close();
}

async function undoRecovery(browser: Browser): Promise<void> {
  await using smtp = await startSmtp();
  await using served = await serveRegistry({
    environment: {
      SVC_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SVC_MAIL_FROM: "svc@registry.test",
    },
  });
  const { registry, url } = served;
  const [owner, thief] = [await openContext(browser), await openContext(browser)];
  const { page: own } = await pageWithAuthenticator(owner);
  await signUp(own, url);
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  await own.goto(`${url}/account/security`);
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await own.getByRole("button", { name: "Create the passkey" }).click();
  const [code] = (await own.locator("pre").innerText()).split("\n");

  later(served, 60);
  const { page } = await pageWithAuthenticator(thief);
  await page.goto(`${url}/sign-in?return_to=/account/security`);
  await page.getByLabel("E-mail address or username").fill("ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Recovery code").fill(code!);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${url}/account/security`);
  await page.getByText(/on hold until/).first().waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByText("The passkey was added.").waitFor();
  await page.goto(`${url}/account/keys`);
  await page.locator("summary", { hasText: "Create a key" }).click();
  await page.getByLabel("Name of the key").fill("stolen");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText(/on hold until/).first().waitFor();

  await registry.work();
  const links = smtp.taken.flatMap(({ parsed }) => parsed.text?.match(/http\S*hold\S*/g) ?? []);
  await own.goto(links.at(-1)!);
  await own.getByRole("button", { name: "Undo it and sign everybody out" }).click();
  await own.getByText("The recovery was undone, and everybody was signed out.").waitFor();
  await page.goto(`${url}/account/security`);
  await page.waitForURL(/\/sign-in/);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("The passkey was not accepted.").waitFor();

  await own.goto(`${url}/sign-in?return_to=/account/keys`);
  await own.getByRole("button", { name: "Sign in with a passkey" }).click();
  await own.waitForURL(`${url}/account/keys`);
  await own.locator("summary", { hasText: "Create a key" }).click();
  await own.getByLabel("Name of the key").fill("new laptop");
  await own.getByRole("button", { name: "Create key" }).click();
  await own.getByText("Your new key. It is shown only now.").waitFor();
  for (const context of [owner, thief]) await context.close();
}

async function elsewhere(browser: Browser): Promise<void> {
  await using served = await serveRegistry({ host: "127.0.0.1" });
  const context = await openContext(browser);
  const { page } = await pageWithAuthenticator(context);
  await signUp(page, served.url);
  await page.goto(`${served.url}/account/security`);
  await page.getByText("Browsers offer passkeys on https only").waitFor();
  assert.equal(await page.getByRole("button", { name: /passkey/ }).count(), 0);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${served.url}/sign-in`);
  assert.equal(await page.getByRole("button", { name: /passkey/ }).count(), 0);
  await context.close();
}

/** Pages behind a form are in no list of addresses that are audited. */
async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await violations(page), []);
}

async function passkeys({ registry }: ServedRegistry): Promise<number> {
  return (await registry.services.db.selectFrom("passkey").select("id").execute()).length;
}
