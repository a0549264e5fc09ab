import assert from "node:assert/strict";
import { assertAccessible } from "../../registry/testing/web/audit.ts";
import { needsBrowser, openBrowser, openContext } from "../../registry/testing/web/browser.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { servedSite } from "./testing/site.ts";

/** Each colour and each width once. */
const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const;

Deno.test({
  ...needsBrowser(
    "pages: a person signs in, sees a log grow while the run is in progress, and signs out",
  ),
  async fn() {
    await using browser = await openBrowser();
    for (const { colorScheme, width } of LOOKS) {
      await using greeter = await busyGreeter();
      await using site = await servedSite(greeter.repository);
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
      assert.match(await page.locator("dl").innerText(), /running/);
      await assertAccessible(page, "a run in progress");
      await greeter.letGo();
      await page.getByText("It wrote").waitFor();
      assert.match(await page.locator("dl").innerText(), /succeeded/);
      await page.getByRole("link", { name: "main" }).click();
      await page.getByText(`hold-${width}`).waitFor();
      for (
        const path of ["/", "/behaviors/hello", "/runs", "/reports", "/schedules", "/behaviors/x"]
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
