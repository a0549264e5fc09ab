import assert from "node:assert/strict";
import { assertGolden, assertSameShape } from "../../../testing/page_shape.ts";
import { HOSTILE_TEXTS } from "../../../testing/hostile_text.ts";
import { report } from "../../heatmap.ts";
import type { PrFile } from "../../outputs/subjects.ts";
import { type Ledger, ledgerOf, newPr, reportContext } from "../../testing/ledger.ts";
import { heatmapReport } from "./heatmap_report.ts";

const NOW = new Date("2026-11-22T00:00:00Z");
const REPO = "octocat/Hello-World";
const ago = (days: number) => new Date(NOW.getTime() - days * 24 * 3600 * 1000).toISOString();

function inventory(ledger: Ledger, paths: string[], change: object = {}, part = 1): Ledger {
  const name = "repofilesnapshot.octocat~hello-world";
  ledger.put("repoFileSnapshot", part === 1 ? name : `${name}~${part}`, {
    repo: REPO,
    branch: "main",
    commitSha: "c".repeat(40),
    part,
    parts: 1,
    total: paths.length,
    files: paths.map((path) => ({ path, kind: "file", sha: "d".repeat(40), size: 1 })),
    fetchedAt: "",
    ...change,
  });
  return ledger;
}

const file = (path: string, change: Partial<PrFile> = {}): PrFile => ({
  path,
  previousPath: null,
  status: "modified",
  additions: 1,
  deletions: 0,
  ...change,
});

const renamed = (previousPath: string, path: string) =>
  file(path, { previousPath, status: "renamed" });

/** Files of a pull request that was merged so many days ago. */
function landed(ledger: Ledger, number: number, days: number | null, files: PrFile[], change = {}) {
  const name = `prfilesnapshot.octocat~hello-world~${number}~aaaaaaaaaaaa`;
  ledger.put("prFileSnapshot", name, {
    repo: REPO,
    number,
    headSha: "a".repeat(40),
    mergedAt: days === null ? null : ago(days),
    part: 1,
    parts: 1,
    files,
    truncated: false,
    fetchedAt: "",
    ...change,
  });
}

const made = (ledger: Ledger, globalArgs?: Record<string, unknown>) =>
  heatmapReport(reportContext(ledger, globalArgs === undefined ? {} : { globalArgs }), NOW);

Deno.test("each path falls into the bucket of the days since something landed on it", async () => {
  const days = [0, 7, 7.1, 30, 30.1, 90, 91, 180, 181, 365, 366];
  const ledger = inventory(ledgerOf(), [...days.map((_, n) => `f${n}`), "untouched"]);
  days.forEach((age, n) => landed(ledger, n + 1, age, [file(`f${n}`)]));
  const { json, markdown } = await made(ledger);
  assert.deepEqual(json.buckets.map(({ bucket, files }) => [bucket, files]), [
    ["0–7", 2],
    ["8–30", 2],
    ["31–90", 2],
    ["91–180", 2],
    ["181–365", 2],
    ["older", 1],
    ["never", 1],
  ]);
  assert.equal(json.landedPullRequests, 11);
  assert.match(markdown, /^\| never \| 1 \|$/m);
});

Deno.test("the hottest have the most landings, the coldest rest the longest", async () => {
  const ledger = inventory(ledgerOf(), ["a", "b", "c", "d"]);
  landed(ledger, 1, 40, [file("a"), file("b"), file("c")]);
  landed(ledger, 2, 30, [file("a"), file("b")]);
  landed(ledger, 3, 20, [file("b"), file("a")]);
  landed(ledger, 4, 10, [file("b")]);
  const { json } = await made(ledger);
  const shown = (paths: { path: string; landings: number }[]) =>
    paths.map(({ path, landings }) => `${path} ${landings}`);
  assert.deepEqual(shown(json.hottest), ["b 4", "a 3", "c 1"]);
  assert.deepEqual(shown(json.coldest), ["c 1", "a 3", "b 4"]);
});

Deno.test("a renamed file keeps its heat, through several names, an exchange, and a new file in its place", async () => {
  const ledger = inventory(ledgerOf(), ["end", "x", "y", "start"]);
  landed(ledger, 1, 50, [file("start"), file("x"), file("x2")]);
  landed(ledger, 2, 40, [renamed("start", "middle")]);
  landed(ledger, 3, 30, [renamed("middle", "end")]);
  landed(ledger, 4, 20, [file("start", { status: "added" })]);
  landed(ledger, 5, 10, [renamed("x", "y"), renamed("y", "x")]);
  const { json } = await made(ledger);
  assert.deepEqual(
    Object.fromEntries(json.hottest.map(({ path, landings }) => [path, landings])),
    { end: 3, y: 2, x: 1, start: 1 },
  );
});

Deno.test("what was removed and added again has lost its heat, what is gone is not shown", async () => {
  const ledger = inventory(ledgerOf(), ["a"]);
  landed(ledger, 1, 30, [file("a"), file("gone")]);
  landed(ledger, 2, 20, [file("a", { status: "removed" })]);
  landed(ledger, 3, 10, [file("a", { status: "added" })]);
  const { json } = await made(ledger);
  assert.deepEqual(json.hottest.map(({ path, landings }) => [path, landings]), [["a", 1]]);
});

Deno.test("only what was merged counts, and only the head that was", async () => {
  const ledger = inventory(
    ledgerOf(
      newPr(1, { state: "open" }),
      newPr(2, { state: "merged", mergedAt: ago(5) }),
      newPr(3, {
        state: "merged",
        mergedAt: ago(5),
        head: { ref: "x", sha: "e".repeat(40), repo: null },
      }),
      newPr(4, { state: "closed" }),
    ),
    ["one", "two", "three", "four"],
  );
  landed(ledger, 1, null, [file("one")]);
  landed(ledger, 2, null, [file("two")]);
  landed(ledger, 3, 3, [file("three")]);
  landed(ledger, 4, null, [file("four")]);
  const { json } = await made(ledger);
  assert.deepEqual(json.hottest.map(({ path, lastLandedAt }) => [path, lastLandedAt]), [
    ["two", ago(5)],
  ]);
});

Deno.test("folders of two levels add up what is in them", async () => {
  const ledger = inventory(ledgerOf(), ["README.md", "src/a.ts", "src/x/b.ts", "src/x/y/c.ts"]);
  landed(ledger, 1, 40, [file("src/x/b.ts"), file("src/x/y/c.ts")]);
  landed(ledger, 2, 5, [file("src/x/y/c.ts")]);
  const { json, markdown } = await made(ledger);
  const rows = json.directories.map((
    one,
  ) => [one.directory, one.files, one.warm, one.never, one.landings, one.lastLandedAt]);
  assert.deepEqual(rows, [
    ["src", 3, 1, 1, 3, ago(5)],
    ["src/x", 2, 1, 0, 3, ago(5)],
    [".", 1, 0, 1, 0, null],
  ]);
  assert.match(markdown, /^\| `src\/x` \| 2 \| 1 \| 0 \| 3 \| 2026-11-17T00:00:00\.000Z \|$/m);
});

Deno.test("parts of the inventory belong together when they are of one commit; what lacks is said", async () => {
  const ledger = ledgerOf();
  inventory(ledger, ["a"], { parts: 3, total: 3 });
  inventory(ledger, ["b"], { parts: 3, total: 3 }, 2);
  inventory(ledger, ["c"], { parts: 3, total: 3, commitSha: "0".repeat(40) }, 3);
  const { json, markdown } = await made(ledger);
  assert.deepEqual([json.tree?.stored, json.tree?.total], [2, 3]);
  assert.match(markdown, /^1 more files are not stored: run the inventory again\.$/m);
});

Deno.test("another repository whose name begins the same is another one", async () => {
  const ledger = inventory(ledgerOf(), ["a"]);
  ledger.put("prFileSnapshot", "prfilesnapshot.octocat~hello-world2~1~aaaaaaaaaaaa", {
    ...{ repo: `${REPO}2`, number: 1, headSha: "a", mergedAt: ago(1), part: 1, parts: 1 },
    ...{ files: [file("a")], truncated: false, fetchedAt: "" },
  });
  assert.equal((await made(ledger)).json.landedPullRequests, 0);
});

Deno.test("without data it says which method to run", async () => {
  assert.match((await made(ledgerOf())).markdown, /Run `sync_github_file_inventory`/);
  assert.match((await made(inventory(ledgerOf(), ["a"]))).markdown, /Run `sync_github_backfill`/);
  assert.match((await made(ledgerOf(), {})).markdown, /set owner and repo/);
});

Deno.test("broken documents are listed, the rest is counted", async () => {
  const ledger = inventory(ledgerOf(), ["a"]);
  landed(ledger, 1, 5, [file("a")]);
  landed(ledger, 2, 5, [file("a")], { files: "all" });
  const { json, markdown } = await made(ledger);
  assert.equal(json.hottest[0]!.landings, 1);
  assert.deepEqual(json.broken.map(({ name }) => name), [
    "prfilesnapshot.octocat~hello-world~2~aaaaaaaaaaaa",
  ]);
  assert.match(markdown, /## Not readable/);
});

Deno.test("long lists are cut on the page and whole in the data", async () => {
  const paths = Array.from({ length: 230 }, (_, n) => `d${n}/f`);
  const ledger = inventory(ledgerOf(), paths);
  landed(ledger, 1, 5, paths.map((path) => file(path)));
  const { json, markdown } = await made(ledger);
  assert.deepEqual([json.directories.length, json.hottest.length], [230, 230]);
  assert.match(markdown, /^\+30 more$/m);
  assert.match(markdown, /^\+205 more$/m);
});

/** A page with this text in each place that a stranger can fill. */
async function pageOf(texts: string[]): Promise<string> {
  // The number comes first: the start of a terminal's sequence at the end would swallow it.
  const paths = texts.map((text, n) => `${n}${text}/${text}/f`);
  const ledger = inventory(ledgerOf(), paths, { branch: texts[0] });
  landed(ledger, 1, 5, paths.map((path) => file(path)));
  return (await made(ledger, {
    owner: "octocat",
    repo: "Hello-World",
    projectName: texts[0]!.slice(0, 200),
    [texts[0]!]: 1,
  })).markdown;
}

Deno.test("hostile names of files, folders and branches make the same page as plain ones", async () => {
  // A slash in a name makes another folder, which is another row.
  await assertSameShape((text) => pageOf([text.replaceAll("/", "-")]));
});

Deno.test("a page of hostile names is what was looked at once", async () => {
  const page = await pageOf(Object.values(HOSTILE_TEXTS));
  await assertGolden(new URL("../../testing/heatmap.golden.txt", import.meta.url), page);
});

Deno.test("the report is made of the stored data alone, under its name", async () => {
  const { json } = await report.execute(reportContext(inventory(ledgerOf(), ["a"])));
  assert.deepEqual([report.name, report.scope, json.repo], [
    "@svc/github-project-activity/heatmap",
    "model",
    REPO,
  ]);
});
