import assert from "node:assert/strict";
import { signedUp, visitor } from "../../../testing/web/browse.ts";
import { publish } from "../../../testing/web/publish.ts";
import { testRegistry } from "../../../testing.ts";

const NAME = "@ada/repo-insight";
const PAGE = `/extensions/${NAME}`;
const [FIRST, SECOND] = ["2026.11.20.1", "2026.11.20.2"];

const publication = (version: string, name = NAME, dependencies: string[] = []) => ({
  name,
  version,
  description: `About ${name}`,
  readme: "# Insight\n",
  dependencies,
});

Deno.test("each tab and each version has its address; a yanked version says why everywhere", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await publish(registry, ada.cookie(), publication(FIRST));
  await publish(registry, ada.cookie(), publication(SECOND));
  const reason = "It <b>leaks</b>.";
  const yank = { name: NAME, action: "yank-version", version: FIRST, reason };
  assert.equal((await ada.post("/extensions", yank)).status, 303);
  const nobody = visitor(registry);

  const versions = (await nobody.get(`${PAGE}/versions`)).html;
  assert.match(versions, /<h2>2 versions<\/h2>/);
  assert.match(versions, /yanked[^]*It &lt;b&gt;leaks&lt;\/b&gt;\./);
  const yanked = (await nobody.get(`${PAGE}/${FIRST}`)).html;
  assert.match(yanked, /This version was yanked[^]*It &lt;b&gt;leaks&lt;\/b&gt;\./);
  assert.match(yanked, /The newest version is <a href="\/extensions\/@ada\/repo-insight\/2026/);
  const { status, html } = await nobody.get(`${PAGE}/${SECOND}`);
  assert.equal(status, 200);
  assert.doesNotMatch(html, /This version was yanked/);
  for (const part of [/Permissions/, /Score: \d+ of 14/, /Release notes/, />ada<\/a>/]) {
    assert.match(html, part);
  }
  const stored = await registry.request(
    `/api/v1/extensions/${encodeURIComponent(NAME)}@${SECOND}/checksum`,
  );
  assert.ok(html.includes((await stored.json()).checksum));
  assert.match(html, /curl -fsSL &#39;http[^ ]*@ada\/repo-insight@2026\.11\.20\.2\/download/);
  assert.match((await nobody.get(`${PAGE}/score`)).html, /Dependency audit/);

  assert.equal((await nobody.get(`${PAGE}/2026.01.01.1`)).status, 404);
  assert.equal((await nobody.get(`${PAGE}/${SECOND}/diff/${FIRST}/manifest.yaml`)).status, 200);
  assert.equal((await nobody.get(`${PAGE}/${SECOND}/diff/${FIRST}/none.md`)).status, 404);
  const issues = await nobody.get(`${PAGE}/issues`);
  assert.equal(issues.location, "/lab?extension=%40ada%2Frepo-insight");
  assert.equal((await nobody.get("/extensions/@ada/none/issues")).status, 404);
  assert.equal((await nobody.get("/extensions?q=in+sight")).location, "/search?q=in+sight");
  assert.equal((await nobody.get(`${PAGE}/${SECOND}/nothing`)).status, 404);
  assert.equal((await nobody.get(`${PAGE}/versions?page=x`)).status, 200);
  assert.match((await nobody.get(`${PAGE}/versions?page=9`)).html, /past the end/);

  assert.match((await ada.get(`${PAGE}/settings`)).html, /id="manage"/);
  assert.equal((await nobody.get(`${PAGE}/settings`)).status, 303);
  const eve = await signedUp(registry, "eve");
  assert.equal((await eve.get(`${PAGE}/settings`)).status, 403);

  await registry.services.db.updateTable("extension_version")
    .set({ taken_down_at: "2026-11-21T00:00:00.000Z", takedown_reason: "A court said so." })
    .where("version", "=", FIRST).execute();
  for (const part of ["", "/files", "/files/manifest.yaml", "/raw/manifest.yaml", "/diff"]) {
    const { status, html } = await ada.get(`${PAGE}/${FIRST}${part}`);
    assert.equal(status, 410, part);
    assert.match(html, /A court said so/);
  }
  assert.equal((await ada.get(`${PAGE}/${SECOND}/diff/${FIRST}`)).status, 410);
  const scorecard = `/api/v1/extensions/${encodeURIComponent(NAME)}/scorecard?version=${FIRST}`;
  assert.equal((await registry.request(scorecard)).status, 410);
});

Deno.test("a name that is as long as names may be keeps its tabs", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const name = `@ada/${"a".repeat(190)}`;
  await publish(registry, ada.cookie(), publication(FIRST, name));
  assert.equal((await visitor(registry).get(`/extensions/${name}/dependencies`)).status, 200);
});

Deno.test("an extension that is called like another one's tab keeps its address", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await publish(registry, ada.cookie(), publication(FIRST));
  const tab = `${PAGE}/score`;
  assert.match((await visitor(registry).get(tab)).html, /<title>Score · @ada\/repo-insight · svc/);
  for (const part of ["score", "issues"]) {
    await publish(registry, ada.cookie(), publication(FIRST, `${NAME}/${part}`));
    const { html } = await visitor(registry).get(`${PAGE}/${part}`);
    assert.ok(html.includes(`<title>@ada/repo-insight/${part} · svc`), part);
  }
});

Deno.test("dependents are counted and listed as far as the visitor may see them", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await ada.post("/account/collectives", { slug: "acme", name: "" });
  await publish(registry, ada.cookie(), publication(FIRST));
  await publish(registry, ada.cookie(), publication(FIRST, "@ada/open", [`${NAME}@${FIRST}`]));
  await publish(registry, ada.cookie(), publication(FIRST, "@acme/secret", [NAME]));
  await registry.services.db.updateTable("collective").set({ private: 1 })
    .where("slug", "=", "acme").execute();
  const seen = async (who = visitor(registry)) => (await who.get(`${PAGE}/dependencies`)).html;
  const outside = await seen();
  assert.match(outside, /Needed by 1 extension<[^]*@ada\/open/);
  assert.doesNotMatch(outside, /secret/);
  assert.match(await seen(ada), /Needed by 2 extensions<[^]*@acme\/secret[^]*@ada\/open/);

  await publish(registry, ada.cookie(), publication(SECOND, "@ada/open"));
  assert.match(await seen(), /Extensions that need it<\/h2><p class="quiet">None/);
  const undone = { name: "@ada/open", action: "yank-version", version: SECOND, reason: "Early." };
  await ada.post("/extensions", undone);
  assert.match(await seen(), /Needed by 1 extension</);
});
