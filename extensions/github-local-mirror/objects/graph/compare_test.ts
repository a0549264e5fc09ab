import assert from "node:assert/strict";
import { mergeBaseOf } from "../../../platform/git/commits.ts";
import { callGit, startUpstream } from "../testing/upstream.ts";
import { createComparer } from "./compare.ts";
import { loadGraph } from "./graph.ts";
import { createIds } from "./graph.ts";

/** Numbers from 0 up to `below`, the same each time. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

/** Histories of any shape: each commit has up to three of the earlier ones as parents. */
async function randomHistory(
  git: (input: string) => Promise<unknown>,
  count: number,
  seed: number,
) {
  const pick = chance(seed);
  const lines: string[] = [];
  for (let mark = 1; mark <= count; mark++) {
    const parents = new Set<number>();
    // Some begin again, most build on a recent one, some bring several together.
    const wanted = mark === 1 || pick(25) === 0
      ? 0
      : 1 + Math.floor(pick(5) / 3) + Math.floor(pick(9) / 8);
    while (parents.size < Math.min(wanted, mark - 1)) {
      parents.add(Math.max(1, mark - 1 - pick(Math.min(mark, 12))));
    }
    const [first, ...others] = parents;
    lines.push(
      `commit refs/x/${mark}`,
      `mark :${mark}`,
      // Several in one second. Where clocks go backwards, git itself lists commits of the base, too.
      `committer A <a@example.com> ${1_700_000_000 + (mark >> 2)} +0000`,
      "data 0",
      ...(first === undefined ? [] : [`from :${first}`]),
      ...others.map((other) => `merge :${other}`),
      "",
    );
  }
  await git(`${lines.join("\n")}\n`);
}

Deno.test("merge bases and commits are those that git finds, whatever the history's shape", async () => {
  await using upstream = await startUpstream();
  const objects = await upstream.open();
  await randomHistory(
    (input) => callGit(["fast-import", "--quiet"], { cwd: objects.path, input }),
    120,
    7,
  );
  const listed = await objects.git(["for-each-ref", "--format=%(objectname)", "refs/x/"]);
  const ids = listed.trim().split("\n");
  const comparer = createComparer(objects, await loadGraph(objects, ids));
  const pick = chance(11);
  let several = 0;
  for (let round = 0; round < 150; round++) {
    const [base, head] = [ids[pick(ids.length)]!, ids[pick(ids.length)]!];
    const compared = await comparer.compare(head, { sha: base, tip: ids[pick(ids.length)] });
    const all = (await objects.attempt(["merge-base", "--all", base, head])).stdout;
    const bases = new TextDecoder().decode(all).split("\n").filter((line) => line !== "");
    if (bases.length > 1) several++;
    const found = compared?.mergeBase ?? null;
    assert.ok(bases.length === 0 ? found === null : bases.includes(found!), `${base} ${head}`);
    const own = await objects.git(["rev-list", `${base}..${head}`]);
    const commits = own.split("\n").filter((line) => line !== "");
    assert.deepEqual(compared?.commits.toSorted(), commits.toSorted(), `${base} ${head}`);
    assert.equal(compared?.baseSha, base);
  }
  assert.ok(several > 0, "some of them have several merge bases");
  assert.equal(await mergeBaseOf(objects, ids[0]!, ids[0]!), ids[0]);
});

Deno.test("parents come before children, in any history", async () => {
  await using upstream = await startUpstream();
  const objects = await upstream.open();
  await randomHistory(
    (input) => callGit(["fast-import", "--quiet"], { cwd: objects.path, input }),
    80,
    3,
  );
  const listed = await objects.git(["for-each-ref", "--format=%(objectname)", "refs/x/"]);
  const ids = listed.trim().split("\n");
  const graph = await loadGraph(objects, ids);
  const comparer = createComparer(objects, graph);
  for (const head of ids) {
    const { commits } = (await comparer.compare(head, { sha: ids[0]!, tip: undefined }))!;
    const seen = new Set<string>();
    for (const commit of commits) {
      for (const parent of graph.parentsOf(graph.ids.find(commit)).map(graph.ids.at)) {
        assert.ok(seen.has(parent) || !commits.includes(parent));
      }
      seen.add(commit);
    }
  }
});

Deno.test("a head that is not there is an error, and never a head without commits", async () => {
  await using upstream = await startUpstream();
  const objects = await upstream.open();
  await randomHistory(
    (input) => callGit(["fast-import", "--quiet"], { cwd: objects.path, input }),
    3,
    1,
  );
  const listed = await objects.git(["for-each-ref", "--format=%(objectname)", "refs/x/"]);
  const [tip] = listed.split("\n");
  const comparer = createComparer(objects, await loadGraph(objects, [tip!, "f".repeat(40)]));
  for (const head of ["f".repeat(40), "not an id", ""]) {
    await assert.rejects(comparer.compare(head, { sha: null, tip }), { code: "git_failed" });
  }
  const odd = await comparer.compare(tip!, { sha: "z".repeat(40), tip: undefined });
  assert.equal(odd, undefined, "a base that is not an id is none");
});

Deno.test("ids are told apart, also when they begin the same, and the table grows", () => {
  const ids = createIds(20);
  const texts = Array.from(
    { length: 1500 },
    (_, at) => `deadbeef${at.toString(16).padStart(32, "0")}`,
  );
  const digits = (text: string) => new TextEncoder().encode(text);
  for (const [at, text] of texts.entries()) assert.equal(ids.add(digits(text)), at);
  for (const [at, text] of texts.entries()) {
    assert.equal(ids.add(digits(text)), at);
    assert.equal(ids.find(text), at);
    assert.equal(ids.at(at), text);
  }
  assert.equal(ids.size(), 1500);
  assert.equal(ids.find("f".repeat(40)), -1);
  assert.equal(ids.find("f".repeat(64)), -1);
  assert.equal(ids.find(""), -1);
});
