// What a host, or whoever answers in its place, could do to a ledger that believes it.
import assert from "node:assert/strict";
import { HOSTILE_TEXTS } from "../../testing/hostile_text.ts";
import { startApi } from "../../testing/api.ts";
import { type Ledger, ledgerOf, type Scene, startScene } from "../testing/scene.ts";

const HERE = "/repos/octocat/hello";

/** Runs a method while the host answers one path with something else, as often as it is asked. */
async function lied(
  scene: Scene,
  [method, args]: readonly [string, Record<string, unknown>],
  path: string,
  answer: () => Response,
): Promise<{ error: Error & { code?: string }; ledger: Ledger }> {
  const ledger = ledgerOf();
  let lies = true;
  scene.stage.host.answerNext(path, () => lies ? answer() : Response.json({}), 20);
  const { error } = await scene.run(ledger, method, args);
  lies = false;
  scene.stage.host.violations.length = 0;
  assert.ok(error, `${method} believed ${path}`);
  return { error, ledger };
}

/** What each method asks first or needs, and an answer of the wrong shape. */
const WRONG: [string, Record<string, unknown>, string, unknown][] = [
  ["sync_github_repo", {}, HERE, { id: "1" }],
  ["sync_github_repo", {}, HERE, []],
  ["sync_github_file_inventory", {}, `${HERE}/git/ref/`, { object: { sha: "../../etc" } }],
  ["sync_github_file_inventory", {}, `${HERE}/git/trees/`, { tree: {}, truncated: false }],
  ["sync_github_fork_index", {}, `${HERE}/forks`, [{ id: 1, full_name: "../x/y" }]],
  ["sync_github_issues", {}, `${HERE}/issues`, [{ number: -1 }]],
  ["sync_github_issues", {}, `${HERE}/issues`, { message: "hello" }],
  ["sync_github_prs", {}, `${HERE}/pulls`, [{ number: 1e300, state: "open" }]],
  ["sync_github_pr_by_number", { prNumber: 1 }, `${HERE}/pulls/1`, { number: 1 }],
  ["sync_github_pr_by_number", { prNumber: 1 }, `${HERE}/pulls/1/reviews`, [{ id: 1 }]],
  ["sync_github_pr_by_number", { prNumber: 1 }, `${HERE}/pulls/1/files`, [{ filename: "" }]],
  ["sync_github_pr_by_number", { prNumber: 1 }, `${HERE}/issues/1/timeline`, [{ event: 7 }]],
  ["sync_github_recent_activity", {}, `${HERE}/issues`, [null]],
  ["sync_github_pr_by_number", { prNumber: 1 }, `${HERE}/issues/1/timeline`, { message: "x" }],
  ["sync_github_pr_by_number", { prNumber: 1 }, `${HERE}/commits/`, {
    total_count: 1,
    check_runs: [{}],
  }],
  ["sync_github_pr_by_number", { prNumber: 1 }, `${HERE}/commits/`, { statuses: [7] }],
  ["sync_github_backfill", {}, `${HERE}/issues`, [{}]],
];

Deno.test("an answer of another shape fails the run by name, and nothing is made of it", async (test) => {
  for (const [method, args, path, body] of WRONG) {
    await test.step(`${method}: ${path} ${JSON.stringify(body)}`, async () => {
      // Kept from the next step, whose paths may begin the same.
      await using own = await startScene();
      await own.open("topic");
      const { error, ledger } = await lied(own, [method, args], path, () => Response.json(body));
      assert.equal(error.code, "unavailable");
      assert.match(error.message, /octocat\/hello/);
      assert.match(error.message, /the answer is not what the API describes|is not a list/);
      const text = JSON.stringify([...ledger.data]);
      assert.ok(!text.includes("../"), text);
    });
  }
});

Deno.test("an answer about another pull request is not stored under this one's number", async () => {
  await using scene = await startScene();
  const [one, two] = [await scene.open("one"), await scene.open("two")];
  const other = await scene.on<object>("GET", `/pulls/${two}`);
  const { error, ledger } = await lied(
    scene,
    ["sync_github_pr_by_number", { prNumber: one }],
    `${HERE}/pulls/${one}`,
    () => Response.json(other),
  );
  assert.match(error.message, /the answer is about #2/);
  assert.deepEqual([...ledger.data.keys()], []);
});

Deno.test("a list that leads in a circle or to another host ends, and the token stays", async () => {
  await using scene = await startScene();
  await using elsewhere = startApi(() => Response.json([]));
  const { url } = scene.stage.host;
  for (
    const [method, path] of [
      ["sync_github_prs", `${HERE}/pulls`],
      ["sync_github_issues", `${HERE}/issues`],
      ["sync_github_fork_index", `${HERE}/forks`],
    ] as const
  ) {
    const circle = () => {
      const link = `<${url}${path}?page=2>; rel="next"`;
      return Response.json([], { headers: { link } });
    };
    const round = await lied(scene, [method, {}], path, circle);
    assert.match(round.error.message, /links back to an earlier page/, method);
    const away = () => Response.json([], { headers: { link: `<${elsewhere.url}/x>; rel="next"` } });
    await using fresh = await startScene();
    const out = await lied(fresh, [method, {}], path, away);
    assert.equal(out.error.code, "moved", method);
  }
  assert.deepEqual(elsewhere.received, []);
});

Deno.test("a page of HTML is not an answer", async () => {
  await using scene = await startScene();
  const { error } = await lied(
    scene,
    ["sync_github_issues", {}],
    `${HERE}/issues`,
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
  );
  assert.equal(error.code, "wrong_base_url");
});

Deno.test("texts of strangers are stored as they are and never end in a name", async () => {
  await using scene = await startScene();
  const texts = Object.values(HOSTILE_TEXTS);
  const numbers: number[] = [];
  for (const text of texts) numbers.push(await scene.issue(`x${text}`.slice(0, 250), text));
  const last = numbers.at(-1)!;
  for (const text of texts) await scene.on("POST", `/issues/${last}/comments`, { body: text });
  const ledger = ledgerOf();
  const { error } = await scene.run(ledger, "sync_github_issues", { includeComments: true });
  assert.equal(error, undefined);
  for (const [index, number] of numbers.entries()) {
    const { body } = ledger.data.get(`issuesnapshot.octocat~hello~${number}`)!;
    assert.equal(body, texts[index]!.replaceAll("\0", "").toWellFormed());
  }
  const { events } = ledger.data.get(`activityevent.octocat~hello~issue-${last}`)! as {
    events: unknown[];
  };
  assert.equal(events.length, texts.length);
  for (const name of ledger.data.keys()) assert.match(name, /^[a-z]+\.octocat~hello~[a-z0-9-]+$/);
});
