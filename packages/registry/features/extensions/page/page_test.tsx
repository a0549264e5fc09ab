import assert from "node:assert/strict";
import { renderDocument } from "../../../platform/web/layout/render.ts";
import type { SafeHtml } from "../../../platform/web/markdown/safe_html.ts";
import { HOSTILE_TEXT } from "../../../testing/web/hostile.ts";
import {
  FRAME,
  NOW,
  SAMPLE_CONTENTS,
  SAMPLE_VERSIONS,
  sampleInfo,
  sampleScorecard,
} from "../../../testing/web/sample.ts";
import { ExtensionPage, type ExtensionPageProps } from "./page.tsx";

function render(changes: Partial<ExtensionPageProps> = {}): Promise<string> {
  return renderDocument(
    <ExtensionPage
      {...FRAME}
      info={sampleInfo()}
      scorecard={sampleScorecard()}
      contents={SAMPLE_CONTENTS}
      readme={"<p>Read me.</p>" as SafeHtml}
      releaseNotes={undefined}
      versions={SAMPLE_VERSIONS}
      versionTotal={3}
      now={NOW}
      {...changes}
    />,
  );
}

Deno.test("the ten factors stand with their points, each lost one with what to do and where", async () => {
  const html = await render({
    scorecard: sampleScorecard({ "fast-check": "failed", "repository-verified": "notRun" }),
  });
  assert.equal(html.match(/<li class="factor"/g)?.length, 10);
  assert.match(html, /Score 78 percent, grade B: 11 of 14 points/);
  const lost = html.slice(html.indexOf('id="factor-fast-check"'));
  assert.match(lost, /^[^]*?Not passed:[^]*?Give each export listed here an explicit type\./);
  assert.match(lost, /^[^]*?models\/insight\.ts:12/);
  const open = html.slice(html.indexOf('id="factor-repository-verified"'));
  assert.match(open, /^[^]*?Not checked yet:/);
});

Deno.test("the ring has one segment a point, lost and unchecked ones apart", async () => {
  const html = await render({
    scorecard: sampleScorecard({ "fast-check": "failed", "repository-verified": "error" }),
  });
  assert.equal(html.match(/ring-point/g)?.length, 14);
  assert.equal(html.match(/ring-lost/g)?.length, 1);
  assert.equal(html.match(/ring-open/g)?.length, 2);
});

Deno.test("a behavior type shows global arguments, methods with arguments, and data written (spec 2.7)", async () => {
  const html = await render();
  assert.match(html, /Global arguments of @acme\/repo-insight/);
  assert.match(html, /<code>owner<\/code><\/th><td><code>string<\/code><\/td><td>yes<\/td>/);
  assert.match(html, /&quot;open&quot; \| &quot;closed&quot; \| &quot;all&quot;/);
  assert.match(html, /Arguments of list_prs/);
  assert.match(html, /<code>string\[\]<\/code><\/td><td>no<\/td>/);
  assert.match(html, /<code>repos<\/code>/);
  assert.match(html, /Repositories of the owner\. <span class="quiet">Kept: infinite/);
});

Deno.test("a descriptor with a megabyte of arguments makes a page of a usual size, which says so", async () => {
  const contents = structuredClone(SAMPLE_CONTENTS);
  contents.models[0]!.methods[0]!.arguments = {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 30_000 }, (_, index) => [`argument${index}`, { type: "string" }]),
    ),
  };
  const html = await render({ contents });
  assert.ok(html.length < 500_000);
  assert.match(html, /argument1900</);
  assert.match(html, /28\d\d\d more methods, arguments, outputs or reports are not shown here/);
});

Deno.test("permissions are said in plain words", async () => {
  const html = await render();
  assert.match(html, /Connect to[^]*api\.github\.com[^]*the host in the variable GITHUB_API_URL/);
  assert.match(html, /Start the programs[^]*gh/);
  const none = await render({ contents: { ...SAMPLE_CONTENTS, permissions: {} } });
  assert.match(none, /Asks for nothing/);
});

Deno.test("yanked and deprecated are said with reason and successor", async () => {
  const html = await render({
    info: sampleInfo({
      yankedAt: "2026-11-20T00:00:00.000Z",
      yankReason: "It leaks.",
      deprecatedAt: "2026-11-20T00:00:00.000Z",
      deprecationReason: "Old.",
      supersededBy: "@acme/next",
    }),
  });
  assert.match(html, /was yanked[^]*It leaks\./);
  assert.match(html, /is deprecated[^]*Old\.[^]*href="\/extensions\/@acme\/next"/);
});

Deno.test("a reason cannot turn the direction of the sentence behind it", async () => {
  const turned = "\u202eold";
  const html = await render({
    info: sampleInfo({
      yankedAt: "2026-11-20T00:00:00.000Z",
      yankReason: turned,
      deprecatedAt: "2026-11-20T00:00:00.000Z",
      deprecationReason: turned,
    }),
  });
  assert.equal(html.split(turned).length, html.split(`<bdi>${turned}</bdi>`).length);
  assert.equal(html.split(turned).length, 3);
});

Deno.test("the Verified badge follows the record and adds no points", async () => {
  assert.match(await render(), /class="chip verified"/);
  const without = await render({ info: sampleInfo({ verified: false }) });
  assert.doesNotMatch(without, /class="chip verified"/);
  assert.match(without, /14 of 14 points/);
});

Deno.test("a repository counts as confirmed only while the verified address is the current one", async () => {
  assert.match(await render(), /Public, confirmed by its host/);
  const moved = await render({
    info: sampleInfo({ repositoryVerifiedUrl: "https://github.com/acme/other" }),
  });
  assert.match(moved, /Not confirmed as a public repository/);
});

Deno.test("a repository or homepage that is no web address is shown, never linked", async () => {
  const html = await render({
    info: sampleInfo({ repository: "javascript:alert(1)", homepageUrl: "data:text/html,x" }),
  });
  assert.doesNotMatch(html, /href="(javascript|data):/);
  assert.match(html, /javascript:alert\(1\)/);
});

for (const [name, text] of Object.entries(HOSTILE_TEXT)) {
  Deno.test(`nothing a publisher writes can become markup: ${name}`, async () => {
    const schema = { type: "object", properties: { [text]: { type: text, description: text } } };
    const html = await render({
      info: sampleInfo({
        description: text,
        license: text,
        labels: [text],
        platforms: [text],
        repository: text,
        homepageUrl: text,
        deprecatedAt: "2026-11-20T00:00:00.000Z",
        deprecationReason: text,
        supersededBy: text,
        dependencies: [text],
        author: { kind: "person", username: text, displayName: text },
      }),
      contents: {
        ...SAMPLE_CONTENTS,
        models: [{
          ...SAMPLE_CONTENTS.models[0]!,
          type: text,
          globalArguments: schema,
          methods: [{ name: text, description: text, arguments: schema }],
        }],
        reports: [{ file: "a.ts", name: text, description: text, scope: "model", labels: [] }],
        permissions: { net: [text] },
      },
      scorecard: {
        ...sampleScorecard(),
        dependencyTrust: {
          outcome: "failed",
          audited: [{
            ...sampleScorecard().dependencyTrust.audited[0]!,
            name: text,
            blockers: [text],
          }],
        },
      },
    });
    const calm = await render({ info: sampleInfo({ supersededBy: null }) });
    for (const element of ["script", "img", "svg onload", "animate", "style", "textarea"]) {
      const count = (page: string) => page.split(`<${element}`).length;
      assert.equal(count(html), count(calm), `<${element}> came in`);
    }
    assert.doesNotMatch(html.replaceAll(/"[^"]*"/g, ""), /<[^>]*\son[a-z]+=/i);
  });
}
