import assert from "node:assert/strict";
import { type Stage, startStage, STRANGER, TOKEN } from "../../../extensions/testing/stage.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const LEDGER = "@svc/github-project-activity";
const REPO = "hello";
const DAYS = 60 * 24 * 60 * 60;

/** Family H, story 8: the stale round trip, own events and artifacts, and what a public report hides. */
export const ledgerReports: Story = {
  name: "H: stale work is classified and cleared; private events are absent from public reports",
  needs: [],
  async run(world, test) {
    await using stack = new AsyncDisposableStack();
    const stage = stack.use(await startStage(REPO));
    const numbers = await longAgo(stage);
    await using person = await world.consumer({
      extensions: [LEDGER],
      env: { ...stage.api, GH_TOKEN: TOKEN },
    });
    await person.ok([
      ...["behavior", "create", LEDGER, "ledger"],
      ...["--global-arg", "githubToken=${{ env.GH_TOKEN }}"],
      ...["--global-arg", "owner=octocat", "--global-arg", `repo=${REPO}`],
      ...["--global-arg", "includePrivateEvents=false"],
    ]);
    await run(person, "sync_github_file_inventory");
    await run(person, "sync_github_prs");
    await run(person, "sync_github_pr_by_number", { prNumber: numbers.merged });
    await run(person, "sync_github_issues", { includeComments: true });

    await test.step("what nobody is active on is classified, and no label is changed", async () => {
      stage.took();
      const candidates = [`issue-${numbers.issue}`, `pr-${numbers.open}`]
        .map((subject) => `activityevent.octocat~hello~stale~${subject}`);
      assert.deepEqual(await run(person, "classify_stale_candidates"), candidates);
      assert.deepEqual(stage.took(true), []);
    });

    await test.step("a comment of a person clears it, and of nothing else", async () => {
      await comment(stage, numbers.issue, "I still see this");
      await run(person, "sync_github_issues", { includeComments: true });
      const cleared = await run(person, "clear_stale_candidates");
      assert.deepEqual(cleared, [`activityevent.octocat~hello~stale~issue-${numbers.issue}`]);
      const briefing = await report(person, "briefing");
      assert.deepEqual(briefing.json.stale.map(({ number }: { number: number }) => number), [
        numbers.open,
      ]);
    });

    // From here on everything is made of stored data.
    await stack.disposeAsync();

    await test.step("an event is recorded under its id, another content is refused", async () => {
      const about = { subjectType: "pr", subjectNumber: numbers.open };
      const events = {
        open: { ...about, eventType: "decision", summary: "kept open", visibility: "public" },
        hushed: { ...about, eventType: "hushed", summary: "hushed plan", tags: ["hushed"] },
      };
      for (const [id, event] of Object.entries(events)) {
        const [name] = await run(person, "record_activity", { id, event });
        assert.equal(name, `activityevent.octocat~hello~recorded~${id}`);
      }
      const other = { id: "open", event: { ...events.open, summary: "closed" } };
      const { code, stderr } = await svcRun(person, "record_activity", other);
      assert.equal(code, 1);
      assert.match(stderr, /is already recorded, with another summary.*\(conflict\)/s);
    });

    await test.step("an artifact is a file and its index", async () => {
      const args = {
        name: "hushed notes.md",
        contentType: "text/markdown",
        content: "# Hushed\n".repeat(300_000),
        subjectType: "pr",
        subjectNumber: numbers.open,
        description: "hushed description",
      };
      const file = (await run(person, "record_artifact", args))
        .find((name) => name.startsWith("artifact."))!;
      const { contentType, size } = await item(person, file);
      assert.deepEqual([contentType, size], ["text/markdown", args.content.length]);
    });

    await test.step("private events are in no public page or report, its tags and sources included", async () => {
      const prNumber = numbers.open;
      const [hidden] = await run(person, "render_pr_report", { prNumber, includePrivate: true });
      assert.match(JSON.stringify(await item(person, hidden!)), /hushed plan/);
      const [shown] = await run(person, "render_pr_report", { prNumber });
      assert.deepEqual([shown, hidden], [
        `prreport.octocat~hello~${prNumber}`,
        `prreport.octocat~hello~${prNumber}~private`,
      ]);
      const page = JSON.stringify(await item(person, shown!));
      assert.match(page, /kept open/);
      assert.doesNotMatch(page, /hushed|private\b(?!":|Events)/i);
      for (const name of ["pr-review", "briefing", "heatmap"]) {
        const { markdown, json } = await report(person, name);
        assert.doesNotMatch(markdown + JSON.stringify(json), /hushed/i, name);
      }
      assert.equal((await report(person, "pr-review")).json.prReport, shown);
    });

    await test.step("the heatmap knows what landed", async () => {
      const { json, markdown } = await report(person, "heatmap");
      assert.deepEqual(json.hottest.map(({ path }: { path: string }) => path), ["src/landed.ts"]);
      assert.match(markdown, /src\/landed\.ts/);
    });

    await test.step("a run of a benchmark is recorded", async () => {
      await person.ok(["behavior", "create", `${LEDGER}/benchmark`, "benchmarks"]);
      const given = {
        benchmarkName: "sync",
        scenario: "small",
        mode: "cold",
        startedAt: "2026-11-22T08:00:00Z",
      };
      const finishedAt = "2026-11-22T08:00:09Z";
      const args = { finishedAt, run: given };
      const [name] = await run(person, "record_benchmark_run", args, "benchmarks");
      const { content } = await item(person, name!, "benchmarks");
      assert.equal(content.durationMs, 9000);
    });
  },
};

/** Makes what has been lying there for two months: an open and a merged pull request, and an issue. */
async function longAgo(stage: Stage) {
  const { clock } = stage.host;
  clock.advance(-DAYS);
  await stage.push(REPO, "topic", { "src/topic.ts": "export {};\n" });
  await stage.push(REPO, "landed", { "src/landed.ts": "export {};\n" });
  const pull = async (head: string) => {
    const body = { title: `Add ${head}`, head, base: "main" };
    return (await stage.on<{ number: number }>(REPO, "POST", "/pulls", body)).number;
  };
  const [open, merged] = [await pull("topic"), await pull("landed")];
  await stage.on(REPO, "PUT", `/pulls/${merged}/merge`);
  const { number: issue } = await stage.on<{ number: number }>(REPO, "POST", "/issues", {
    title: "A bug",
  });
  await comment(stage, issue, "Me, too");
  clock.advance(DAYS);
  return { open, merged, issue };
}

const comment = (stage: Stage, number: number, body: string) =>
  stage.host.call(STRANGER, "POST", `/repos/octocat/${REPO}/issues/${number}/comments`, { body });

/** Runs a method with arguments from a file, as those of an artifact are too long for a command. */
async function svcRun(person: Person, method: string, args: object = {}, behavior = "ledger") {
  const file = `${person.home}/arguments.json`;
  await Deno.writeTextFile(file, JSON.stringify(args));
  return await person.svc(["behavior", "run", behavior, method, "--input-file", file, "--json"]);
}

/** As {@link svcRun}, and gives the names of what it wrote. */
async function run(
  person: Person,
  method: string,
  args: object = {},
  behavior = "ledger",
): Promise<string[]> {
  const { code, stdout, stderr } = await svcRun(person, method, args, behavior);
  assert.equal(code, 0, `${method}: ${stderr}`);
  return (JSON.parse(stdout).dataArtifacts as { name: string }[]).map(({ name }) => name).sort();
}

/** A data item with its content and tags. */
async function item(person: Person, name: string, behavior = "ledger") {
  return JSON.parse(await person.ok(["data", "get", behavior, name, "--json"]));
}

/** What a report said last. */
async function report(person: Person, name: string) {
  const args = ["report", "get", `${LEDGER}/${name}`, "--behavior", "ledger", "--json"];
  return JSON.parse(await person.ok(args));
}
