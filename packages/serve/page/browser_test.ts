import assert from "node:assert/strict";
import { assertAccessible } from "../../registry/testing/web/audit.ts";
import { needsBrowser, openBrowser, openContext } from "../../registry/testing/web/browser.ts";
import { openServeState } from "../open.ts";
import { addSchedule } from "../schedules/mod.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { formGreeter, SECRET } from "./testing/form_greeter.ts";
import { assertGoodLooks, LOOKS, tabTo, type } from "./testing/keyboard.ts";
import { addWebhook, newHookSecret } from "../webhooks/mod.ts";
import { servedSite } from "./testing/site.ts";

Deno.test({
  ...needsBrowser(
    "pages: a person signs in, sees a log grow while the run is in progress, and signs out",
  ),
  async fn() {
    await using browser = await openBrowser();
    for (const { colorScheme, width } of LOOKS) {
      await using greeter = await busyGreeter();
      await using site = await servedSite(greeter.repository);
      using state = await openServeState(greeter.repository);
      addSchedule(state, {
        ...{ name: "nightly", behavior: "hello", method: "greet", inputs: {}, settings: {} },
        ...{ cron: "0 3 * * *", timeZone: "UTC", overlap: "skip", catchUp: false, by: "ada" },
      }, new Date());
      addWebhook(state, {
        ...{ name: "deploy", behavior: "hello", method: "greet", inputs: {}, settings: {} },
        ...{ mapping: { values: {} }, scheme: "github", secret: newHookSecret("github") },
        ...{ maxBytes: 1000, by: "ada" },
      }, new Date());
      const token = site.token("ada", { allow: ["*"] });
      const context = await openContext(browser, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("pageerror", ({ message }) => complaints.push(message));
      page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
      await page.goto(`${site.url}/runs`);
      await assertAccessible(page, "sign in");
      await page.getByLabel("Token").fill(token);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`${site.url}/runs`);

      const run = await site.start(token, { name: `${HOLD.name}-${width}` });
      await page.goto(`${site.url}/runs/${run}`);
      await page.getByText("in progress").waitFor();
      assert.match(await page.locator("dl").first().innerText(), /running/);
      await assertAccessible(page, "a run in progress");
      await greeter.letGo();
      await page.getByText("It wrote").waitFor();
      assert.match(await page.locator("dl").first().innerText(), /succeeded/);
      await page.getByRole("link", { name: "main", exact: true }).click();
      await page.getByText(`hold-${width}`).waitFor();
      for (
        const path of [
          "/",
          "/schedules/nightly",
          "/webhooks",
          "/behaviors",
          "/behaviors/hello",
          "/runs",
          "/reports",
          "/schedules",
          "/behaviors/x",
        ]
      ) {
        await page.goto(site.url + path);
        await assertAccessible(page, path);
        const name = `${path.replaceAll("/", "_")}-${width}`;
        const folder = Deno.env.get("SVC_SCREENSHOTS");
        if (folder) await page.screenshot({ path: `${folder}/serve${name}.png`, fullPage: true });
      }
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(`${site.url}/sign-in`);
      assert.deepEqual(complaints.filter((one) => !one.includes("404")), []);
      await context.close();
    }
  },
});

Deno.test({
  ...needsBrowser(
    "pages: by the keyboard alone a person fills in a form, corrects it, reads the run, and runs it again",
  ),
  async fn() {
    await using browser = await openBrowser();
    await using greeter = await formGreeter();
    await using site = await servedSite(greeter.repository);
    const context = await openContext(browser);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
    await page.goto(`${site.url}/behaviors/hello`);
    await page.getByLabel("Token").fill(site.token("ada", { allow: ["*"] }));
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site.url}/behaviors/hello`);
    await assertGoodLooks(page, "behavior");
    await tabTo(page, "Run greet");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/methods\/greet$/);
    await assertGoodLooks(page, "form");

    await type(page, "name", "Ada");
    await type(page, "tags", "- [");
    await type(page, "token", SECRET);
    await tabTo(page, "Run");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing was run").waitFor();
    await assertGoodLooks(page, "form-refused");
    assert.equal(await page.getByLabel("name", { exact: true }).inputValue(), "Ada");
    assert.equal(await page.getByLabel("token", { exact: true }).inputValue(), "");

    await tabTo(page, "tags");
    await page.keyboard.press("Enter");
    await type(page, "token", SECRET);
    await type(page, "tags", "- one");
    await tabTo(page, "Run");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/runs\/[0-9a-f-]+$/);
    await page.getByText("Change inputs").waitFor();
    assert.match(await page.locator("pre.log").innerText(), /greeting Ada/);
    assert.equal(await page.locator(".ansi-green").first().innerText(), "greeting");
    await assertGoodLooks(page, "run");
    const wrap = page.getByLabel("Wrap long lines");
    await tabTo(page, wrap);
    await page.keyboard.press("Space");
    assert.equal(
      await page.evaluate(`getComputedStyle(document.querySelector("pre.log")).whiteSpace`),
      "pre",
    );
    await type(page, "Find in the log", "ADA");
    await page.keyboard.press("Enter");
    await page.locator("mark").first().waitFor();
    await assertGoodLooks(page, "run-find");
    await page.locator("a[href*=changes]").first().focus();
    await page.keyboard.press("Enter");
    await page.locator("pre.diff ins").first().waitFor();
    await assertGoodLooks(page, "changes");
    await page.goBack();
    await tabTo(page, "Change inputs");
    await page.keyboard.press("Enter");
    await page.waitForURL(/from=/);
    assert.match(await page.getByLabel("tags").inputValue(), /- one/);
    await assertGoodLooks(page, "form-again");
    await page.goto(`${site.url}/behaviors/hello/data/main`);
    await assertGoodLooks(page, "data");
    assert.deepEqual(complaints.filter((one) => !/40[04]/.test(one)), []);
  },
});
