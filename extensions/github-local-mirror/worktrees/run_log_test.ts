import assert from "node:assert/strict";
import { startGround } from "./testing/ground.ts";
import { tellRun } from "./run_log.ts";

/** What a method tells the person who runs it. */
async function linesOf(
  ground: Awaited<ReturnType<typeof startGround>>,
  method: string,
  args: object = {},
): Promise<string[]> {
  const lines: string[] = [];
  await ground.run(method, args, { log: (line) => lines.push(line) });
  return lines;
}

Deno.test("who prepares a worktree is told where it is, each time", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const [made] = await linesOf(ground, "prepare_worktree", { prNumber: 12 });
  const { path, branch } = await ground.prepare(12);
  assert.match(made!, new RegExp(`created: ${path}, on branch ${branch}$`));
  const [found] = await linesOf(ground, "prepare_worktree", { prNumber: 12 });
  assert.match(found!, new RegExp(`already exists: ${path}, on branch ${branch}$`));
});

Deno.test("of each worktree it is told what to do, and of a dry run that nothing was done", async () => {
  await using ground = await startGround();
  assert.match((await linesOf(ground, "analyze_worktrees")).join("\n"), /there is no worktree/);
  assert.match((await linesOf(ground, "close_merged_worktrees")).join("\n"), /nothing to do/);
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  const [idle] = await linesOf(ground, "analyze_worktrees");
  assert.match(idle!, new RegExp(`${worktreeId}: nothing to do`));
  await Deno.writeTextFile(`${path}/README.md`, "mine\n");
  const [dirty] = await linesOf(ground, "analyze_worktrees");
  assert.match(dirty!, new RegExp(`${worktreeId}: commit, .+`));
  const refreshed = await linesOf(ground, "refresh_pr_worktrees", { dryRun: true });
  assert.match(refreshed.at(-1)!, /nothing was changed; run again with dryRun=false to do it/);
  await Deno.writeTextFile(`${path}/README.md`, "hello\n");
  const [removed] = await linesOf(ground, "remove_worktree", { worktreeId });
  assert.match(removed!, new RegExp(`removed ${worktreeId}`));
});

Deno.test("a run over worktrees is stored under its time, without signs to escape", async () => {
  await using ground = await startGround();
  const [run] = await ground.run("close_merged_worktrees");
  assert.match(run!.name, /^worktreecleanuprun\.octocat~hello~\d{4}-\d\d-\d\dt[\d-]+\.\d{3}z$/);
});

Deno.test("of very many worktrees the first 20 are told, and how many more there are", () => {
  const lines: string[] = [];
  const results = Array.from({ length: 22 }, (_, at) => ({
    worktreeId: `pr-${at}`,
    prNumber: at,
    outcome: "removed",
    before: null,
    after: null,
    reasons: at === 0 ? ["one", "two"] : [],
    error: null,
  }));
  const run = { repo: "a/b", startedAt: "", finishedAt: "", counts: {}, complete: true, results };
  tellRun({ tell: (line) => lines.push(line) }, { ...run, dryRun: false });
  assert.deepEqual([lines[0], lines[1], lines.length, lines.at(-1)], [
    "pr-0: removed, one; two",
    "pr-1: removed",
    21,
    "and 2 more",
  ]);
});
