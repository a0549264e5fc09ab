import assert from "node:assert/strict";
import { signedUp, visitor } from "../../../../testing/web/browse.ts";
import { publish } from "../../../../testing/web/publish.ts";
import { loggingRegistry } from "../../../registry_log/testing.ts";
import { testRegistry } from "../../../../testing.ts";

const NAME = "@ada/repo-insight";
const [FIRST, SECOND, THIRD] = ["2026.11.20.1", "2026.11.20.2", "2026.11.20.3"];

Deno.test("a version's page has its own README and permissions, and what changed since the one before", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const base = { name: NAME, description: "Lists repositories." };
  await publish(registry, ada.cookie(), {
    ...base,
    version: FIRST,
    permissions: { net: ["first.example"], run: ["gh"] },
    readme: "# Insight\n\nThe first text, with <script>alert(1)</script>.\n",
  });
  await publish(registry, ada.cookie(), {
    ...base,
    version: SECOND,
    permissions: { net: ["first.example", "second.example"] },
    readme: "# Insight\n\nThe second text.\n",
  });
  await publish(registry, ada.cookie(), {
    ...base,
    version: THIRD,
    permissions: { net: ["first.example", "second.example"] },
    readme: "# Insight\n\nThe second text.\n",
  });
  const nobody = visitor(registry);
  const pageOf = async (version: string) => {
    const { status, html } = await nobody.get(`/extensions/${NAME}/${version}`);
    assert.equal(status, 200);
    const part = (id: string) =>
      new RegExp(`<section[^>]*aria-labelledby="${id}"[^>]*>([^]*?)</section>`).exec(html)?.[1];
    return {
      readme: part("readme-title")!,
      permissions: part("permissions-title")!,
      changed: part("changed-title"),
    };
  };

  const first = await pageOf(FIRST);
  assert.match(first.readme, /The first text/);
  assert.doesNotMatch(first.readme, /second text|<script>/);
  assert.match(first.permissions, /first\.example[^]*gh/);
  assert.doesNotMatch(first.permissions, /second\.example/);
  assert.equal(first.changed, undefined, "there is none before it");

  const second = await pageOf(SECOND);
  assert.match(second.readme, /The second text/);
  assert.match(second.changed!, new RegExp(`since ${FIRST}`.replaceAll(".", "\\.")));
  assert.match(second.changed!, /Added[^]*second\.example[^]*Removed[^]*gh/);
  assert.doesNotMatch(second.changed!, /first\.example/);

  assert.match((await pageOf(THIRD)).changed!, /No changes\./);
});

Deno.test("a version's page has its place in the registry's log, where there is one", async () => {
  await using registry = await loggingRegistry();
  const ada = await signedUp(registry, "ada");
  await publish(registry, ada.cookie(), {
    name: NAME,
    version: FIRST,
    description: "Lists.",
    readme: "# R",
  });
  const page = await (await registry.request(`/extensions/${NAME}/${FIRST}`)).text();
  assert.match(page, /Recorded in.{0,80}<a href="\/docs\/transparency-log">registry log 0<\/a>/s);
});
