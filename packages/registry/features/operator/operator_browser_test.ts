import assert from "node:assert/strict";
import { makeOperator } from "../../testing/operator.ts";
import { PASSWORD } from "../../testing/web/browse.ts";
import { needsBrowser, openBrowser, openContext } from "../../testing/web/browser.ts";
import { fillRegistry } from "../../testing/web/filled.ts";
import { serveRegistry } from "../../testing/web/serve.ts";

const NAME = "@ada/repo-insight";
const HOSTILE =
  '</blockquote><script>document.title = "owned"</script>\n<form action="https://evil.example">' +
  "\u202e<button name=act value=takedown>";

Deno.test({
  ...needsBrowser("an operator decides about a report on a phone, without scripts"),
  async fn() {
    await using served = await serveRegistry();
    const { registry, url } = served;
    await using browser = await openBrowser();
    const signUp = async (username: string) => {
      const context = await openContext(browser, { javaScriptEnabled: false });
      const page = await context.newPage();
      await page.setViewportSize({ width: 390, height: 850 });
      await page.goto(`${url}/sign-up`);
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("E-mail address").fill(`${username}@example.org`);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.waitForURL(`${url}/`);
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join(
        "; ",
      );
      return { page, cookie, username, password: PASSWORD };
    };
    const ada = await signUp("ada");
    await fillRegistry(registry, ada.cookie, 0);
    const oscar = await signUp("oscar");
    assert.equal((await oscar.page.goto(`${url}/operator`))!.status(), 404);
    const { code } = await makeOperator(registry, oscar);
    const sent = await registry.request("/api/v1/reports", {
      method: "POST",
      headers: { cookie: ada.cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify({ extension: NAME, category: "spam", text: HOSTILE }),
    });
    assert.equal(sent.status, 200);
    registry.clock.now = new Date(registry.clock.now.getTime() + 11 * 60_000);

    const { page } = oscar;
    const report = page.getByRole("article");
    await page.goto(`${url}/operator`);
    assert.ok((await report.textContent())!.includes(HOSTILE.replace("\u202e", "\\u202e")));
    assert.equal(await page.getByRole("button", { name: "Take down" }).count(), 2, "ours alone");
    await report.getByLabel("Category").selectOption("malware");
    await report.getByLabel("Public note").fill("It sends the environment away.");
    await report.getByRole("button", { name: "Quarantine" }).click();
    // A cookie alone decides nothing: the page asks for the code, and goes on with the form.
    await page.getByLabel(/code/i).fill(code());
    await page.getByRole("button", { name: /confirm|continue/i }).click();
    await page.getByText("It is in quarantine.").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 850 });
        const shots = Deno.env.get("SVC_TEST_SCREENSHOTS");
        if (shots) {
          await page.screenshot({ path: `${shots}/${colorScheme}-${width}.png`, fullPage: true });
        }
        const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.ok(Number(wide) <= 0, `${wide} px too wide at ${width}`);
      }
    }

    const seen = await ada.page.goto(`${url}/extensions/${NAME}`);
    assert.equal(seen!.status(), 200);
    await ada.page.getByText("In quarantine", { exact: true }).waitFor();
    await ada.page.getByText("It sends the environment away.").waitFor();
    const stranger = await (await openContext(browser)).newPage();
    assert.equal((await stranger.goto(`${url}/extensions/${NAME}`))!.status(), 403);

    await page.getByRole("button", { name: `Release ${NAME}` }).click();
    await page.getByText("It was released.").waitFor();
    await report.getByLabel("Public note").fill("It stays.");
    await report.getByRole("button", { name: "Close the report" }).click();
    await page.getByText("The report is closed.").waitFor();
    await page.getByText("There are no open reports.").waitFor();
    assert.equal((await stranger.goto(`${url}/extensions/${NAME}`))!.status(), 200);
  },
});
