import assert from "node:assert/strict";
import { signedUp, visitor } from "../../../../testing/web/browse.ts";
import { publish } from "../../../../testing/web/publish.ts";
import { testRegistry } from "../../../../testing.ts";

const NAME = "@ada/repo-insight";
const [FIRST, SECOND] = ["2026.11.20.1", "2026.11.20.2"];
const AT = `/extensions/${NAME}/${SECOND}`;

Deno.test("a comparison says permissions first, then dependencies, then each file's lines", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const base = { name: NAME, description: "Lists repositories.", readme: "# Insight\n" };
  await publish(registry, ada.cookie(), {
    ...base,
    version: FIRST,
    permissions: { net: ["api.github.com"], run: ["gh"] },
    files: { "files/old.md": "moved\n", "files/gone.md": "gone\n" },
  });
  await publish(registry, ada.cookie(), {
    ...base,
    version: SECOND,
    permissions: { net: ["api.github.com"], env: ["HOME"] },
    dependencies: ["@ada/common"],
    grafts: ["@other/tool"],
    readme: "# Insight\n\n<script>alert(1)</script>\n",
    files: { "files/new.md": "moved\n" },
  });
  const nobody = visitor(registry);
  assert.equal((await nobody.get(`${AT}/diff`)).location, `${AT}/diff/${FIRST}`);
  assert.equal((await nobody.get(`${AT}/diff?from=${SECOND}`)).location, `${AT}/diff/${SECOND}`);
  assert.equal((await nobody.get(`/extensions/${NAME}/${FIRST}/diff`)).status, 404);

  const { html } = await nobody.get(`${AT}/diff/${FIRST}`);
  const permissions = html.slice(
    html.indexOf('id="permissions"'),
    html.indexOf("Dependencies</h3"),
  );
  assert.match(permissions, /Added[^]*variables[^]*HOME[^]*Removed[^]*programs[^]*gh/);
  const graft = /Act on behaviors[^]*sees the arguments, secrets and data of its behaviors/;
  assert.match(permissions.slice(0, permissions.indexOf("Removed")), graft);
  assert.doesNotMatch(permissions, /api\.github\.com/);
  const rest = html.slice(html.indexOf("Dependencies</h3"));
  assert.match(rest, /@ada\/common[^]*added[^]*Files<\/h3>/);
  assert.match(rest, /<ins>\+&lt;script&gt;alert\(1\)&lt;\/script&gt;\n<\/ins>/);
  assert.match(rest, /new\.md[^]*renamed[^]*Was <code>files\/old\.md<\/code>/);
  assert.match(rest, /gone\.md<\/code> <span class="chip chip-removed">/);
  assert.doesNotMatch(html, /<script>/);

  for (const page of [`/extensions/${NAME}`, AT]) {
    assert.match((await nobody.get(page)).html, graft, page);
  }
  const cards = (await nobody.get("/search")).html;
  assert.match(cards, /acts on 1 type of others/);

  const one = (await nobody.get(`${AT}/diff/${FIRST}/files/README.md`)).html;
  assert.match(one, /1 file changed\./);
  assert.doesNotMatch(one, /gone\.md/);
  const same = (await nobody.get(`${AT}/diff/${SECOND}`)).html;
  assert.equal(same.match(/No changes\./g)?.length, 2);
  for (const page of [`/extensions/${NAME}`, AT, `${AT}/files`]) {
    assert.ok((await nobody.get(page)).html.includes(`href="${AT}/diff/${FIRST}"`), page);
  }
  const list = (await nobody.get(`/extensions/${NAME}/versions`)).html;
  assert.equal(list.match(/href="[^"]*\/diff"/g)?.join(), `href="${AT}/diff"`);
});
