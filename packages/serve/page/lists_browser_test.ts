import assert from "node:assert/strict";
import { createDefinition } from "@svc/runtime/definitions";
import { needsBrowser, openBrowser, openContext } from "../../registry/testing/web/browser.ts";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository, type TestRepository } from "../../runtime/testing/repository.ts";
import { LONGEST_NAME } from "../names/name.ts";
import { openServeState } from "../open.ts";
import { addSchedule } from "../schedules/mod.ts";
import { githubDelivery } from "../testing/deliveries.ts";
import { noteRun } from "../testing/noted_run.ts";
import { addWebhook, newHookSecret } from "../webhooks/mod.ts";
import { assertGoodLooks, tabTo, type } from "./testing/keyboard.ts";
import { servedSite } from "./testing/site.ts";

/** A name as long as one may be, in one word: of a behavior, and of what an operator makes. */
const long = (name: string) => name.padEnd(64, "x");
const own = (name: string) => name.padEnd(LONGEST_NAME, "x");

/** A hundred behaviors in four folders, every tenth with a name as long as allowed. */
async function hundred(): Promise<TestRepository> {
  const greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  const { path } = await createDefinition(repository, { type: "@acme/greeter", name: "made" });
  const text = await Deno.readTextFile(path);
  const id = /id: (\S+)/.exec(text)![1]!;
  for (let count = 0; count < 98; count++) {
    const folder = `${repository.root}/behaviors/${
      count % 4 === 0 ? long("team") : `t${count % 4}`
    }`;
    await Deno.mkdir(folder, { recursive: true });
    const name = count % 10 === 0 ? long(`b${count}-`) : `b${count}`;
    await Deno.writeTextFile(
      `${folder}/${count}.yaml`,
      text.replaceAll(id, crypto.randomUUID()).replace(/name: made/, `name: ${name}`),
    );
  }
  await greeter.greet();
  return greeter;
}

Deno.test({
  ...needsBrowser(
    "pages: by the keyboard alone a person finds a run and a behavior of a hundred, and works with schedules and webhooks",
  ),
  async fn() {
    await using greeter = await hundred();
    await using site = await servedSite(greeter.repository);
    using state = await openServeState(greeter.repository);
    const now = new Date();
    const about = { behavior: "hello", method: "greet", settings: {}, by: long("ada@") };
    for (const name of ["nightly", own("schedule-")]) {
      addSchedule(state, {
        ...{ ...about, name, inputs: { name: "Ada" }, cron: "0 3 * * *", timeZone: "Asia/Tokyo" },
        ...{ overlap: "skip", catchUp: false },
      }, now);
    }
    const secret = newHookSecret("github");
    for (const name of ["deploy", own("hook-")]) {
      addWebhook(state, {
        ...{ ...about, name, inputs: {}, mapping: { values: { name: "body.name" } } },
        ...{ scheme: "github", secret, maxBytes: 1000 },
      }, now);
    }
    for (const body of ['{"name": "Ada"}', "{"]) {
      const { headers } = githubDelivery("deploy", body, { secret });
      await (await fetch(`${site.url}/hooks/deploy`, { method: "POST", headers, body })).text();
    }
    const error = JSON.stringify({ error: `It broke: ${"y".repeat(300)}`, code: "run_failed" });
    for (let count = 0; count < 60; count++) {
      const at = new Date(now.getTime() - (60 - count) * 3_600_000).toISOString();
      const behavior = count % 10 === 0 ? long(`b${count}-`) : `b${count}`;
      noteRun(state, {
        ...{ at, behavior, initiated_by: count % 7 === 0 ? `token:${own("t")}` : "user:ada" },
        ...count === 58
          ? { status: "queued" }
          : count === 50
          ? { status: "running" }
          : count % 5 === 0
          ? { status: "failed", error, took: 90_000 }
          : { took: 1000 + count * 100 },
      });
    }
    await using browser = await openBrowser();
    const context = await openContext(browser);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
    const open = async (path: string) => {
      await page.goto(site.url + path);
      await page.waitForURL(site.url + path);
    };
    const press = (key: string) => page.keyboard.press(key);

    await page.goto(`${site.url}/runs`);
    await assertGoodLooks(page, "sign-in");
    await type(page, "Token", site.token("ada", { allow: ["*"] }));
    await press("Enter");
    await page.waitForURL(`${site.url}/runs`);
    await assertGoodLooks(page, "runs");
    // At the least width the longest name leaves room for the status of its run.
    const [name, status] = await page.locator("tr:has-text('b50-') td").all();
    assert.ok((await name!.boundingBox())!.width < 200 && await status!.isVisible());
    assert.ok((await status!.boundingBox())!.x < 300);
    await type(page, "Behavior", "b57");
    await press("Enter");
    await page.waitForURL(/behavior=b57/);
    await assertGoodLooks(page, "runs-filtered");
    await tabTo(page, "b57 greet");
    await press("Enter");
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
    await assertGoodLooks(page, "run-noted");

    await open("/behaviors");
    await assertGoodLooks(page, "behaviors");
    // The whole list can be passed over, and each behavior reached without that.
    await type(page, "Part of a name or type", "b97");
    await press("Enter");
    await page.waitForURL(/query=b97/);
    await tabTo(page, "b97");
    await press("Enter");
    await page.waitForURL(`${site.url}/behaviors/b97`);
    await open(`/behaviors/${long("b90-")}`);
    await assertGoodLooks(page, "behavior-long");
    await tabTo(page, "Run greet");
    await press("Enter");
    await page.waitForURL(/\/methods\/greet$/);
    await assertGoodLooks(page, "form-long");

    await open("/");
    await assertGoodLooks(page, "home");
    await type(page, "Your time zone", "Asia/Kolkata");
    await press("Enter");
    await page.waitForURL(/zone=Asia/);
    await page.getByText(/ 23:30 /).first().waitFor();
    await tabTo(page, "nightly");
    await press("Enter");
    await page.waitForURL(`${site.url}/schedules/nightly`);
    await page.getByText(/ 23:30 /).first().waitFor();
    await assertGoodLooks(page, "schedule");
    await open("/schedules");
    await assertGoodLooks(page, "schedules");
    await tabTo(page, "Pause nightly");
    await press("Enter");
    await page.getByText("paused").waitFor();
    await tabTo(page, "Resume nightly");
    await press("Enter");
    await page.getByRole("button", { name: "Pause nightly" }).waitFor();
    await tabTo(page, "Run now nightly");
    await press("Enter");
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
    await page.getByText("Change inputs").waitFor();
    await assertGoodLooks(page, "run-of-schedule");

    await open("/webhooks");
    await tabTo(page, page.locator("summary").first());
    await press("Enter");
    await page.getByText("malformed_body").first().waitFor();
    await assertGoodLooks(page, "webhooks");
    await tabTo(page, page.locator("details[open]").getByText("started a run"));
    await press("Enter");
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);

    await open("/reports");
    await assertGoodLooks(page, "reports");
    await open("/behaviors/hello/data/main");
    await assertGoodLooks(page, "data");
    await open("/nowhere");
    await assertGoodLooks(page, "nowhere");
    // Past all links of the head by one key.
    await press("Tab");
    await press("Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "content");
    assert.deepEqual(complaints.filter((one) => !/40[04]/.test(one)), []);
    await context.close();
  },
});
