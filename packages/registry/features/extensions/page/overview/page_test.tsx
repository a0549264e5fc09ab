import type { ExtensionInfo } from "@svc/core/wire";
import assert from "node:assert/strict";
import { renderDocument } from "../../../../platform/web/layout/render.ts";
import type { SafeHtml } from "../../../../platform/web/markdown/safe_html.ts";
import {
  FRAME,
  NOW,
  SAMPLE_CONTENTS,
  sampleInfo,
  sampleScorecard,
} from "../../../../testing/web/sample.ts";
import { ExtensionShell } from "../frame/shell.tsx";
import type { ExtensionView } from "../frame/view.ts";
import { ExtensionPage, type ExtensionPageProps } from "./route.tsx";

type Changes = Partial<Omit<ExtensionPageProps, "view">> & { info?: ExtensionInfo };

function render({ info = sampleInfo(), ...changes }: Changes = {}): Promise<string> {
  return renderDocument(
    <ExtensionPage
      view={sampleView(info)}
      scorecard={sampleScorecard()}
      contents={SAMPLE_CONTENTS}
      readme={"<p>Read me.</p>" as SafeHtml}
      publishedAt={undefined}
      shown="2026.11.20.3"
      before={undefined}
      pulls={{ weeks: [], unknownBefore: false }}
      versions={[]}
      versionTotal={3}
      lines={{ install: undefined, login: "svc auth login" }}
      {...changes}
    />,
  );
}

function sampleView(info: ExtensionInfo): ExtensionView {
  return { ...FRAME, info, role: undefined, now: NOW };
}

Deno.test("what nobody can pull shows no command to pull it", async () => {
  const command = /id="install"/;
  assert.match(await render(), command);
  const yanked = { yankedAt: NOW.toISOString(), yankReason: "It leaks" };
  const restriction = {
    kind: "quarantine",
    at: yanked.yankedAt,
    category: null,
    note: null,
  } as const;
  for (
    const [info, chip] of [
      [sampleInfo(yanked), "yanked"],
      [sampleInfo({ ...yanked, restriction }), "in quarantine"],
    ] as const
  ) {
    const html = await render({ info });
    assert.doesNotMatch(html, command);
    assert.equal(/chip-bad">([^<]*)</.exec(html)?.[1], chip);
  }
});

Deno.test("the ring has one segment a point, lost and unchecked ones apart", async () => {
  const html = await render({
    scorecard: sampleScorecard({ "fast-check": "failed", "repository-verified": "error" }),
  });
  assert.equal(html.match(/ring-point/g)?.length, 14);
  assert.equal(html.match(/ring-lost/g)?.length, 1);
  assert.equal(html.match(/ring-open/g)?.length, 2);
  assert.match(html, /2 of 14 points could not be checked<\/span><\/a>/);
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
  assert.match(none, /No permissions: no network/);
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

Deno.test("an address in the reason of a deprecation is a link, and nothing else in it is", async () => {
  const linked = async (deprecationReason: string) => {
    const info = sampleInfo({ deprecatedAt: "2026-11-20T00:00:00.000Z", deprecationReason });
    const html = await render({ info });
    const notice = html.slice(html.indexOf("is deprecated"));
    return notice.slice(notice.indexOf("<bdi>") + "<bdi>".length, notice.indexOf("</bdi>"));
  };
  assert.equal(
    await linked("Moved (see https://example.com/a/MOVE.md)."),
    'Moved (see <a href="https://example.com/a/MOVE.md" rel="nofollow noopener ugc">' +
      "example.com/a/MOVE.md</a>).",
  );
  for (
    const plain of ["http://example.com", "javascript:alert(1)", "https://", "//example.com/x"]
  ) {
    assert.equal(await linked(plain), plain);
  }
  const hostile = await linked('https://example.com/"onclick="x https://e.com/<script>');
  assert.doesNotMatch(hostile, /"onclick|<script/);
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
  assert.match(without, /Score 100 percent, grade A: 14 of 14 points/);
});

Deno.test("a repository counts as confirmed only while the verified address is the current one", async () => {
  assert.match(await render(), /Public, confirmed by its host/);
  const moved = await render({
    info: sampleInfo({ repositoryVerifiedUrl: "https://github.com/acme/other" }),
  });
  assert.match(moved, /Not confirmed as a public repository/);
});

Deno.test("a repository or homepage that is not a web address is shown, never linked", async () => {
  const html = await render({
    info: sampleInfo({ repository: "javascript:alert(1)", homepageUrl: "data:text/html,x" }),
  });
  assert.doesNotMatch(html, /href="(javascript|data):/);
  assert.match(html, /javascript:alert\(1\)/);
});

Deno.test("permissions come before the README in the order of the page, which is a phone's", async () => {
  const html = await render();
  assert.ok(html.indexOf('id="permissions"') < html.indexOf('id="readme"'));
  assert.ok(html.indexOf("svc extension pull") < html.indexOf('id="permissions"'));
});

Deno.test("the tab of the settings shows to the extension's people only", async () => {
  const settings = /href="\/extensions\/@acme\/repo-insight\/settings"/;
  assert.doesNotMatch(await render(), settings);
  const view = { ...sampleView(sampleInfo()), role: "member" as const };
  const page = <ExtensionShell view={view} tab="settings" title="Settings" />;
  assert.match(await renderDocument(page), settings);
});

Deno.test("pulls by week: one bar a week at the right edge, in words and as a table; nothing where unknown", async () => {
  const pulls = {
    weeks: [
      { week: "2026-11-09", pulls: 1 },
      { week: "2026-11-16", pulls: 0 },
      { week: "2026-11-23", pulls: 1200 },
    ],
    unknownBefore: true,
  };
  const html = await render({ pulls });
  assert.match(html, /aria-label="1,201 pulls since 2026-11-09, at most 1,200 in a week"/);
  assert.match(html, /1,200 this week, 1,201 since 2026-11-09\. Weeks before that are not known/);
  const bars = [
    ...html.matchAll(
      /<rect class="(bar[a-z-]*)" x="(\d+)" y="[\d.]+" width="6" height="([\d.]+)">/g,
    ),
  ];
  assert.deepEqual(bars.map(([, ...bar]) => bar), [
    ["bar", "185", "2.0"],
    ["bar-none", "193", "1.0"],
    ["bar", "201", "48.0"],
  ]);
  assert.match(html, /<title>Week of 2026-11-09: 1 pull<\/title>/);
  assert.match(html, /<th scope="row">2026-11-16<\/th><td>0<\/td>/);
  assert.doesNotMatch(await render({ pulls: { ...pulls, unknownBefore: false } }), /not known/);
  assert.doesNotMatch(await render({ pulls: { weeks: [], unknownBefore: true } }), /Pulls by week/);
  const one = { weeks: [{ week: "2026-11-23", pulls: 3 }], unknownBefore: false };
  const first = await render({ pulls: one });
  assert.match(first, /3 this week, 3 since 2026-11-23/);
  assert.doesNotMatch(first, /aria-label="3 pulls|As a table/);
});
