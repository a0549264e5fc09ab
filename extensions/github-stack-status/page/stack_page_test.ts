import assert from "node:assert/strict";
import { withPage } from "../../../e2e/process/browser.ts";
import { testNeeding } from "../../../e2e/requirement.ts";
import type { PullRequestStatus } from "../outputs/pr_status.ts";
import type { StackStatus } from "../outputs/stack_status.ts";
import { MOST_BYTES, stackPage } from "./stack_page.ts";

const pull = (number: number, more: Partial<PullRequestStatus> = {}): PullRequestStatus => ({
  repo: "octocat/hello-world",
  number,
  title: `Change ${number}`,
  author: "octocat",
  head: `step-${number}`,
  base: number === 1 ? "main" : `step-${number - 1}`,
  headSha: "0".repeat(40),
  state: "open",
  draft: false,
  reviewDecision: null,
  reviewers: [],
  pendingReviewers: [],
  checks: { state: "none", passed: 0, failed: 0, pending: 0, skipped: 0, failing: [] },
  mergeable: true,
  url: `https://github.com/octocat/hello-world/pull/${number}`,
  mergedAt: null,
  fetchedAt: "2026-11-22T10:00:00.000Z",
  ...more,
});

const stack = (prs: PullRequestStatus[], more: Partial<StackStatus> = {}): StackStatus => ({
  repo: "octocat/hello-world",
  ordered: true,
  prs,
  branches: [],
  fetchedAt: "2026-11-22T10:00:00.000Z",
  ...more,
});

Deno.test("the page shows each pull request base to tip, with what its reviews and checks say", () => {
  const html = stackPage(stack([
    pull(1, { state: "merged", mergedAt: "2026-11-21T00:00:00Z" }),
    pull(2, {
      reviewDecision: "changes-requested",
      reviewers: [{ login: "hubot", state: "changes-requested" }],
      checks: {
        state: "failure",
        passed: 1,
        failed: 1,
        pending: 0,
        skipped: 0,
        failing: ["unit tests"],
      },
      mergeable: false,
    }),
    pull(3, { draft: true, pendingReviewers: ["team:core"], reviewDecision: "review-required" }),
  ]));
  for (
    const text of [
      ...["Stack of 3 in octocat/hello-world", "2026-11-22 10:00 UTC", "Merged", "Draft"],
      ...["Changes requested", "hubot changes requested", "1 of 2 failed", "unit tests"],
      ...["Conflicts with its base", "Waiting for review", "team:core asked"],
    ]
  ) assert.ok(html.includes(text), text);
  const at = [1, 2, 3].map((number) => html.indexOf(`>#${number} Change`));
  assert.deepEqual(at.toSorted((one, other) => one - other), at);
});

Deno.test("of a stack that forks, each line is listed", () => {
  const branches = [{ base: "main", numbers: [1, 2] }, { base: "main", numbers: [1, 3] }];
  const html = stackPage(
    stack([pull(1), pull(3, { base: "step-1" }), pull(2)], { ordered: false, branches }),
  );
  assert.match(html, /do not form a single line/);
  assert.match(html, /← #1 ← #2/);
  assert.match(html, /← #1 ← #3/);
});

Deno.test("the same stack gives the same bytes", () => {
  assert.equal(stackPage(stack([pull(1)])), stackPage(stack([pull(1)])));
});

Deno.test("fifty pull requests of the longest texts stay below 500 KB", () => {
  const longest = (length: number) => `'"<&>`.repeat(length / 5 + 1).slice(0, length);
  const huge = Array.from({ length: 50 }, (_, index) =>
    pull(index + 1, {
      title: longest(256),
      author: "a".repeat(39),
      head: longest(255),
      base: longest(255),
      reviewers: Array.from({ length: 100 }, (_, person) => ({
        login: longest(39) + person,
        state: "changes-requested",
      })),
      checks: {
        state: "failure",
        passed: 0,
        failed: 1000,
        pending: 0,
        skipped: 0,
        failing: Array.from({ length: 1000 }, (_, check) => longest(255) + check),
      },
    }));
  const html = stackPage(stack(huge, {
    ordered: false,
    branches: huge.map((_, index) => ({
      base: longest(255),
      numbers: Array.from({ length: index + 1 }, (_, number) => 100_000_000 + number),
    })),
  }));
  const bytes = new TextEncoder().encode(html).length;
  assert.ok(bytes < MOST_BYTES, `${bytes}`);
});

/** Texts that try to run or to load something, in each place that a stranger fills. */
function hostile(address: string): StackStatus {
  const script = `</title></style></h2></a><script>fetch("${address}/script")</script>` +
    `<img src="${address}/image" onerror="fetch('${address}/error')">`;
  return stack([
    pull(1, {
      title: script,
      head: `"><svg onload=fetch('${address}/svg')>`,
      base: `'><link rel=stylesheet href=${address}/style>`,
      author: `<iframe src="${address}/frame">`,
      url: `javascript:fetch("${address}/link")`,
      reviewers: [{
        login: `<meta http-equiv="refresh" content="0;${address}/refresh">`,
        state: "approved",
      }],
      pendingReviewers: [`<base href="${address}/">`],
      checks: {
        state: "failure",
        passed: 0,
        failed: 1,
        pending: 0,
        skipped: 0,
        failing: [`<object data="${address}/object"></object>\u202e\u0007`],
      },
    }),
    pull(2, { url: `https://github.com/"onmouseover="fetch('${address}/over')` }),
  ], {
    ordered: false,
    branches: [{ base: `<script src="${address}/x"></script>`, numbers: [1] }],
  });
}

testNeeding(
  ["chromium"],
  "a hostile title runs nothing and loads nothing in a browser",
  async () => {
    const asked: string[] = [];
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => {
        asked.push(new URL(request.url).pathname);
        return new Response("alive");
      },
    );
    const address = `http://127.0.0.1:${server.addr.port}`;
    const html = stackPage(hostile(address));
    const file = await Deno.makeTempFile({ suffix: ".html" });
    try {
      await Deno.writeTextFile(file, html);
      await withPage(async (page) => {
        const requests: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        await page.goto(`file://${file}`);
        await page.locator("article").first().hover();
        for (const link of await page.locator("a").all()) await link.hover();
        assert.equal(await page.locator("script, img, svg, iframe, link, object, base").count(), 0);
        assert.equal(await page.locator("article").count(), 2);
        assert.match(await page.locator("h2").first().innerText(), /<script>fetch/);
        assert.deepEqual(requests, [`file://${file}`]);
        // Proof that a request would have been seen.
        await page.goto(`${address}/seen`);
      });
      assert.deepEqual(asked.filter((path) => path !== "/favicon.ico"), ["/seen"]);
    } finally {
      await Deno.remove(file);
    }
  },
);

testNeeding(["chromium"], "the page's policy stops a script that would get in", async () => {
  const html = stackPage(stack([pull(1)])).replace(
    "</main>",
    "<script>document.title = 'ran'</script><p style='color: red'>x</p></main>",
  );
  await withPage(async (page) => {
    await page.goto(
      `data:text/html;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(html)))}`,
    );
    assert.equal(await page.title(), "Stack of 1 in octocat/hello-world");
    const width = await page.locator("main").evaluate((main: { offsetWidth: number }) =>
      main.offsetWidth
    );
    assert.equal(width, 896);
  });
});

for (const width of [390, 1280]) {
  testNeeding(
    ["chromium"],
    `at ${width} pixels nothing reaches beyond the page's side`,
    async () => {
      const long = pull(2, {
        title: "W".repeat(256),
        head: "branch/".repeat(30),
        reviewers: [{ login: "l".repeat(39), state: "approved" }],
        checks: {
          state: "failure",
          passed: 0,
          failed: 1,
          pending: 0,
          skipped: 0,
          failing: ["c".repeat(80)],
        },
      });
      const html = stackPage(stack([pull(1), long]));
      await withPage(async (page) => {
        await page.setViewportSize({ width, height: 800 });
        await page.setContent(html);
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        assert.equal(wide, width);
      });
    },
  );
}
