import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { withPage } from "./process/browser.ts";
import { writeGreeting } from "./process/greeting.ts";
import { inOrder } from "./process/in_order.ts";
import { type Account, signUp } from "./process/account.ts";
import { setScene } from "./process/scene.ts";
import { createPerson } from "./process/svc.ts";
import { testNeeding } from "./requirement.ts";

/** Changes who sits at the browser. */
async function sitDown(page: Page, url: string, { cookie }: Pick<Account, "cookie">) {
  await page.context().clearCookies();
  await page.context().addCookies(
    cookie.split("; ").map((one) => {
      const [, name, value] = /^([^=]+)=(.*)$/.exec(one)!;
      return { name: name!, value: value!, url };
    }),
  );
}

testNeeding(
  ["chromium"],
  "an organisation's admin: create, invite, roles, a token for CI, settings, and a member goes",
  async (test) => {
    const step = inOrder(test);
    await using scene = await setScene();
    const { gate: { url }, person: ada, account: owner } = scene;
    const bob = await signUp(url, "bob");
    await using bobs = await createPerson(url, scene.outside.env);
    await bobs.ok(["auth", "login", "--username", "bob"], { stdin: `${bob.password}\n` });
    await using ci = await createPerson(url, scene.outside.env);

    /** Where a command leads that only a browser can do. */
    const pageOf = async (...args: string[]) => {
      const { code, stdout, stderr } = await ada.svc(["collective", ...args, "--json"]);
      assert.equal(code, 4, stderr);
      return (JSON.parse(stdout) as { url: string }).url;
    };

    await withPage(async (page) => {
      const settings = `${url}/collectives/acme/settings`;

      await step("the collective is created on the page that the command names", async () => {
        await sitDown(page, url, owner);
        await page.goto(await pageOf("create", "acme", "--name", "Acme Tools"));
        await page.click("button:has-text('Create collective')");
        await page.waitForURL(`${url}/collectives/acme`);
      });

      await step("bob is invited, accepts from the inbox, and becomes an admin", async () => {
        await page.goto(await pageOf("invite", "acme", "bob"));
        await page.click("button:text-is('Invite')");
        await page.waitForSelector("text=The invitation is open.");
        await sitDown(page, url, bob);
        await page.goto(`${url}/notifications`);
        await page.click("button:has-text('Accept')");
        await page.waitForURL(`${url}/collectives/acme`);
        await sitDown(page, url, owner);
        await page.goto(await pageOf("role", "acme", "bob", "admin"));
        await page.click("button:has-text('Change')");
        await page.waitForSelector("text=The role is changed.");
        const { members } = JSON.parse(await ada.ok(["collective", "members", "acme", "--json"]));
        assert.deepEqual(
          members.map(({ username, role }: Record<string, string>) => `${username} ${role}`),
          ["ada owner", "bob admin"],
        );
      });

      let token = "";
      await step("bob makes a token on the page; CI pushes with it, and does no more", async () => {
        await sitDown(page, url, bob);
        await page.goto(`${settings}/tokens`);
        await page.fill("input[name=name]", "ci");
        await page.check("input[value='extensions:push']");
        await page.click("button:has-text('Create token')");
        token = await page.innerText("#new-token");
        const env = { SVC_API_KEY: token };
        const manifest = await writeGreeting(ci.work, "@acme/greeting", "2026.11.21.1");
        await ci.ok(["extension", "push", manifest, "--yes", "--no-check"], { env });
        const refused = await ci.svc(["collective", "members", "acme", "--json"], { env });
        assert.match(refused.stderr, /requires the collective:read scope/);
      });

      await step("settings are changed by a key and by the page", async () => {
        await bobs.ok(["collective", "edit", "acme", "--description", "Build tools."]);
        await page.goto(`${settings}/general`);
        assert.equal(await page.inputValue("input[name=description]"), "Build tools.");
        await page.check("input[name=private]");
        await page.click("button:has-text('Save changes')");
        await page.waitForSelector("text=The settings are saved.");
        const view = JSON.parse(await ada.ok(["collective", "view", "acme", "--json"]));
        assert.deepEqual([view.private, view.description], [true, "Build tools."]);
      });

      await step(
        "bob is removed: their key and their browser see the collective no more",
        async () => {
          await sitDown(page, url, owner);
          await page.goto(await pageOf("remove", "acme", "bob"));
          await page.click("button:has-text('Remove')");
          await page.waitForSelector("text=The member is removed.");
          const gone = await bobs.svc(["collective", "view", "acme", "--json"]);
          assert.equal(JSON.parse(gone.stderr).code, "not_found");
          await sitDown(page, url, bob);
          assert.equal((await page.goto(`${settings}/tokens`))?.status(), 404);
          // The token is the collective's own: it goes on until somebody revokes it.
          const whoami = await ci.ok(["auth", "whoami"], { env: { SVC_API_KEY: token } });
          assert.match(whoami, /^Collective token: acme/);
        },
      );
    });
  },
);
