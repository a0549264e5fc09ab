import assert from "node:assert/strict";
import { renderDocument } from "../../platform/web/layout/render.ts";
import { FRAME, NOW, sampleEntry } from "../../testing/web/sample.ts";
import { HomePage } from "./page.tsx";
import { homeLists } from "./route.tsx";

const named = (name: string, pullCount = 0, deprecatedAt: string | null = null) =>
  sampleEntry({ id: name, name, pullCount, deprecatedAt });

const render = (total: number) =>
  renderDocument(
    <HomePage
      {...FRAME}
      lists={{ popular: [], newest: [sampleEntry()], updated: [], total }}
      steps={undefined}
      lines={{ install: undefined, login: "svc auth login" }}
      example={undefined}
      now={NOW}
    />,
  );

Deno.test("the home page says how many extensions there are, and what to do without any", async () => {
  assert.match(await render(1), /See the one extension/);
  assert.match(await render(1200), /See all 1,200 extensions/);
  assert.match(await render(0), /Nothing is published yet/);
});

Deno.test("the home page leaves out a list that has nothing of its own", async () => {
  const html = await render(1);
  assert.match(html, /id="newest"/);
  assert.doesNotMatch(html, /id="popular"|id="updated"/);
});

Deno.test("an extension stands in one list of the home page, a deprecated one in none", () => {
  const entries = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name, n) =>
    named(`@x/${name}`, n < 6 ? 9 - n : 0, n === 1 ? "2026-11-21T00:00:00.000Z" : null)
  );
  const { popular, newest, updated } = homeLists(entries, entries.toReversed(), entries);
  const names = (list: typeof popular) => list.map(({ name }) => name.slice(3)).join("");
  assert.deepEqual([names(popular), names(newest), names(updated)], ["acdef", "hg", ""]);
});

Deno.test("what nobody pulled is not popular", () => {
  const { popular, newest } = homeLists([named("@x/a")], [named("@x/a")], [named("@x/a")]);
  assert.deepEqual([popular.length, newest.length], [0, 1]);
});
