import assert from "node:assert/strict";
import { type Ground, startGround } from "../worktrees/testing/ground.ts";

const TREE = {
  "src/main.ts": "one\ntwo\nthree\n",
  "no end": "one\ntwo",
  "empty": "",
  "a:1": "one\ntwo\n",
  "ä ö": "one\n",
  "logo.png": "\0\n\0\n\0",
  "link": { mode: "120000", content: "/etc/passwd" },
  "lib": { mode: "160000", content: "1".repeat(40) },
} as const;

/** A mirror with pull request 1, whose head has the tree above. */
async function onPull(body: (ground: Ground, head: string) => Promise<void>): Promise<void> {
  await using ground = await startGround();
  const sha = await ground.commit("refs/heads/topic", TREE);
  await body(ground, await ground.pull(1, { sha }));
}

function analysis(headSha: string, evidenceRefs: readonly string[], change = {}) {
  return {
    prNumber: 1,
    headSha,
    generator: "reviewer 1.0",
    codePathWalkthrough: "It begins in `main`.",
    reviewAttentionMap: "Look at the loop.",
    evidenceRefs,
    ...change,
  };
}

Deno.test("an analysis of the current head is kept with the references that exist", async () => {
  await onPull(async (ground, head) => {
    const main = (await ground.git(["rev-parse", "refs/remotes/origin/main"])).trim();
    const refs = [
      "src/main.ts:1",
      "src/main.ts:3",
      "no end:2",
      "a:1:2",
      "ä ö:1",
      "logo.png:3",
      "link:1",
      main,
      main.slice(0, 10),
      "src/main.ts:3",
    ];
    const [written, ...others] = await ground.run("record_pr_analysis", analysis(head, refs));
    assert.deepEqual(others, []);
    assert.equal(written!.spec, "prAnalysisEvidence");
    assert.equal(written!.name, `pranalysisevidence.octocat~hello~1~${head.slice(0, 12)}`);
    // Each once, and commits by their full ids.
    assert.deepEqual(written!.data.evidenceRefs, refs.slice(0, 8));
    assert.equal(written!.data.headSha, head);
  });
});

Deno.test("every reference that does not exist is named, in one error, and nothing is written", async () => {
  await onPull(async (ground, head) => {
    const blob = (await ground.git(["rev-parse", `${head}:src/main.ts`])).trim();
    const wrong = [
      "src/main.ts:4",
      "src/main.ts:0",
      "src/main.ts:-1",
      "src/main.ts:1-2",
      "src/main.ts",
      "src/main.ts:99999999999999999999",
      "no end:3",
      "empty:1",
      "a:3",
      "gone.ts:1",
      "src:1",
      "lib:1",
      "/etc/passwd:1",
      "../objects.git/config:1",
      "./src/main.ts:1",
      "src/../src/main.ts:1",
      "SRC/main.ts:1",
      "",
      ":1",
      "logo.png:4",
      "README.md:2",
      "2".repeat(40),
      "2".repeat(64),
      "1".repeat(40),
      blob,
      "main",
      "HEAD:1",
      "--help:1",
    ].filter((ref) => ref !== "");
    const error = await ground.refused(
      "record_pr_analysis",
      analysis(head, ["src/main.ts:2", ...wrong]),
    );
    assert.equal(error.code, "refused");
    for (const ref of wrong) assert.ok(error.message.includes(`'${ref}'`), ref);
    assert.ok(!error.message.includes("'src/main.ts:2'"));
  });
});

Deno.test("what a stranger's reference holds acts on no terminal", async () => {
  await onPull(async (ground, head) => {
    const refs = ["\u001b[31mx\u0007:1", "a\nb:1", "a\0b:1", "x\u202ey:1", "a\nsrc/main.ts:1"];
    const { message } = await ground.refused("record_pr_analysis", analysis(head, refs));
    assert.doesNotMatch(message, /[\p{Cc}\u202a-\u202e]/u);
  });
});

Deno.test("an analysis of another head is refused with both heads, also when it was current", async () => {
  await onPull(async (ground, earlier) => {
    const head = await ground.pull(1);
    const error = await ground.refused("record_pr_analysis", analysis(earlier, []));
    assert.equal(error.code, "conflict");
    assert.match(error.message, new RegExp(`its current head is ${head}.* about ${earlier}`));
    await ground.run("record_pr_analysis", analysis(head, []));
  });
});

Deno.test("a file of the base that the head has deleted is not evidence", async () => {
  await onPull(async (ground, head) => {
    const { message } = await ground.refused("record_pr_analysis", analysis(head, ["README.md:1"]));
    assert.match(message, /'README\.md:1'/);
  });
});

Deno.test("a pull request that the mirror does not know is refused", async () => {
  await onPull(async (ground, head) => {
    const error = await ground.refused(
      "record_pr_analysis",
      analysis(head, [], { prNumber: 2 }),
    );
    assert.equal(error.code, "not_found");
    assert.match(error.message, /^octocat\/hello#2: /);
  });
});

Deno.test("texts have the length that reports can show, not one character more", async () => {
  await onPull(async (ground, head) => {
    const long = "x".repeat(100_000);
    const fits = { codePathWalkthrough: long, reviewAttentionMap: long };
    await ground.run("record_pr_analysis", analysis(head, [], fits));
    for (const name of ["codePathWalkthrough", "reviewAttentionMap"]) {
      await ground.refused("record_pr_analysis", analysis(head, [], { [name]: `${long}x` }));
    }
    const refs = Array.from({ length: 50 }, (_, n) => `${n}${"y".repeat(4_000)}:1`);
    const { message } = await ground.refused("record_pr_analysis", analysis(head, refs));
    assert.match(message, /the limit is 200000/);
    await ground.refused("record_pr_analysis", analysis(head, Array(501).fill("empty:1")));
  });
});

Deno.test("what is not a valid text is kept as what can be stored", async () => {
  await onPull(async (ground, head) => {
    const change = { codePathWalkthrough: "a\0b\ud800c" };
    const [written] = await ground.run("record_pr_analysis", analysis(head, [], change));
    assert.equal(written!.data.codePathWalkthrough, "ab\ufffdc");
  });
});
