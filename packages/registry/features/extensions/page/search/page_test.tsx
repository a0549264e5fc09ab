import assert from "node:assert/strict";
import type { SearchEntry, SearchFacets } from "@svc/core/wire";
import { renderDocument } from "../../../../platform/web/layout/render.ts";
import { HOSTILE_TEXT } from "../../../../testing/web/hostile.ts";
import { FRAME, NOW, sampleEntry } from "../../../../testing/web/sample.ts";
import { FIRST, type SearchInput } from "./input.ts";
import { SearchPage, type Suggestion } from "./route.tsx";

const FACETS: SearchFacets = {
  exact: true,
  label: [{ value: "git", count: 1200 }, { value: "ci", count: 3 }],
  contentType: [{ value: "models", count: 7 }],
  collective: [{ value: "acme", count: 7 }],
  platform: [],
};

async function render(
  input: Partial<SearchInput>,
  {
    total = 30,
    facets = FACETS,
    suggestions = [],
    description = "Lists git repositories.",
    corrected,
    score = sampleEntry().score,
  }: {
    score?: SearchEntry["score"];
    corrected?: string;
    total?: number;
    facets?: SearchFacets;
    suggestions?: Suggestion[];
    description?: string;
  } = {},
): Promise<string> {
  return await renderDocument(
    <SearchPage
      {...FRAME}
      input={{ ...FIRST, ...input }}
      result={{
        extensions: total === 0 ? [] : [sampleEntry({ description, score })],
        meta: { total, page: 1, perPage: 20 },
        ...(corrected === undefined ? {} : { correctedQuery: corrected }),
        facets,
      }}
      suggestions={suggestions}
      now={NOW}
    />,
  );
}

Deno.test("a result says score, pulls, version, permissions and where it matches", async () => {
  const html = await render({ q: "git" });
  for (
    const text of [
      "<b>B</b> 85%",
      "1,204 pulls",
      "2026.11.20.3",
      "<span>network: 2 hosts</span>",
      "<span>runs gh</span>",
      "<span>no files</span>",
      "Lists <mark>git</mark> repositories.",
      `href="/search?label=code-hosting"`,
    ]
  ) assert.ok(html.includes(text), text);
});

Deno.test("a result says beside its grade how many points could not be checked", async () => {
  const score = { percentage: 85, grade: "B", uncheckedPoints: 2, maxPoints: 14 };
  assert.match(await render({}, { score }), /2 of 14 points could not be checked/);
  assert.doesNotMatch(
    await render({}, { score: { ...score, uncheckedPoints: 0 } }),
    /could not be checked/,
  );
});

Deno.test("results for other words than those typed say so, and mark the words they are for", async () => {
  const html = await render({ q: "gti" }, { corrected: "git" });
  assert.match(html, /<h1>Showing results for “git”<\/h1>/);
  assert.match(html, /Nothing matches “gti” as it was typed/);
  assert.match(html, /Lists <mark>git<\/mark>/);
  assert.match(await render({ q: "git" }), /<h1>Results for “git”<\/h1>/);
});

Deno.test("orders, filters and pages are links that keep the rest of the search", async () => {
  const html = (await render({ q: "git", label: "ci", sort: "score" })).replaceAll("&amp;", "&");
  for (
    const address of [
      "/search?q=git&sort=pulls&label=ci",
      "/search?q=git&sort=score&contentType=models&label=ci",
      "/search?q=git&sort=score&label=git",
      "/search?q=git&sort=score&label=ci&page=2",
      "/search?q=git&sort=score",
    ]
  ) assert.ok(html.includes(`href="${address}"`), address);
  assert.match(html, /aria-current="true">\s*Score/);
  assert.match(html, /aria-current="true">\s*ci/);
  assert.match(html, /Filters \(1\)/);
});

Deno.test("counts that stopped early say so", async () => {
  assert.match(await render({}), />1,200</);
  assert.match(await render({}, { facets: { ...FACETS, exact: false } }), />1,200\+</);
});

Deno.test("a search that finds nothing names searches that find something", async () => {
  const nothing = { total: 0, facets: { ...FACETS, label: [], contentType: [], collective: [] } };
  assert.match(await render({ q: "zzz" }, nothing), /Try fewer, shorter or other words/);
  const html = await render({ q: "zzz git", label: "ci" }, {
    ...nothing,
    suggestions: [
      { input: { ...FIRST, q: "zzz git" }, total: 1 },
      { input: { ...FIRST, q: "git" }, total: 2000 },
    ],
  });
  assert.match(html, /href="\/search\?q=zzz\+git">“zzz git” without filters/);
  assert.match(html, /href="\/search\?q=git">“git”<\/a> <span class="quiet">2,000 extensions/);
});

for (const [attack, text] of Object.entries(HOSTILE_TEXT)) {
  Deno.test(`a search page shows text as text: ${attack}`, async () => {
    const html = await render(
      { q: text, label: text },
      {
        corrected: text,
        facets: { ...FACETS, label: [{ value: text, count: 1 }] },
        description: text,
      },
    );
    assert.doesNotMatch(html, /<script>|<img|<svg on|<animate|\sonmouseover=/);
  });
}
