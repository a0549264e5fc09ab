import assert from "node:assert/strict";
import { type Stage, startStage, STRANGER, TOKEN } from "../../../extensions/testing/stage.ts";
import { ownFilesWith } from "../../process/own_files.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const LEDGER = "@svc/github-project-activity";
const REPO = "hello";

/** What is fetched and synchronised, with the arguments of each. */
const METHODS: Readonly<Record<string, object>> = {
  sync_github_issues: { includeComments: true, includeTimeline: true },
  sync_github_prs: { includePatchArtifacts: true },
};

/** Family H, story 8: what was fetched is read in without a network, and gives the same documents. */
export const activityLedger: Story = {
  name: "H: answers that were fetched are read in with GitHub gone, and give what a sync gives",
  needs: [],
  async run(world, test) {
    await using stack = new AsyncDisposableStack();
    const stage = stack.use(await startStage(REPO));
    await tell(stage);
    await using person = await world.consumer({
      extensions: [LEDGER],
      env: { ...stage.api, GH_TOKEN: TOKEN },
    });
    for (const behavior of ["live", "replayed"]) {
      await person.ok([
        ...["behavior", "create", LEDGER, behavior],
        ...["--global-arg", "githubToken=${{ env.GH_TOKEN }}"],
        ...["--global-arg", "owner=octocat", "--global-arg", `repo=${REPO}`],
      ]);
    }
    const written = new Map<string, string[]>();
    for (const [method, args] of Object.entries(METHODS)) {
      await test.step(`${method}, and a recording of it`, async () => {
        written.set(method, await run(person, "live", method, args));
        const answers = await run(person, "replayed", "fetch_from_github", {
          scenario: method,
          sourceMethod: method,
          methodArgs: args,
        });
        assert.ok(answers.length > 1);
        assert.ok(answers.every((name) => name.startsWith("rawgithubapiresponse.octocat~hello~")));
      });
    }

    await stack.disposeAsync();
    const { code, stderr } = await person.svc(["behavior", "run", "live", "sync_github_repo"]);
    assert.equal(code, 1, "GitHub is gone");
    assert.match(stderr, /no answer/);

    for (const method of Object.keys(METHODS)) {
      await test.step(`${method} from its recording`, async () => {
        const names = await run(person, "replayed", "ingest_fetched_data", { scenario: method });
        // svc takes the token out of what is written, so a live sync writes such a comment again.
        assert.ok(new Set(written.get(method)).isSupersetOf(new Set(names)), names.join());
      });
    }
    await test.step("all documents are the same", async () => {
      for (const name of new Set([...written.values()].flat())) {
        if (name.startsWith("artifact.")) continue;
        assert.deepEqual(
          await content(person, "replayed", name),
          await content(person, "live", name),
        );
      }
    });
    await test.step("the token is in none of their files", async () => {
      const halves = [TOKEN.slice(0, 20), TOKEN.slice(-20)];
      const holds = (text: string) => halves.some((half) => text.includes(half));
      assert.deepEqual(await ownFilesWith(person, holds), []);
    });
  },
};

/** Makes something of everything. */
async function tell(stage: Stage): Promise<void> {
  await stage.push(REPO, "topic", { "src/topic.ts": "export {};\n", "docs/é #1.md": "x" });
  const { number } = await stage.on<{ number: number }>(REPO, "POST", "/pulls", {
    title: "Add \u001b[31mtopic\u202e <script>",
    head: "topic",
    base: "main",
    body: "Fixes #2",
  });
  const stranger = (path: string, body: object) =>
    stage.host.call(STRANGER, "POST", `/repos/octocat/${REPO}${path}`, body);
  await stranger(`/issues/${number}/comments`, { body: "Looks good" });
  await stranger(`/pulls/${number}/reviews`, { event: "APPROVE", body: "Fine" });
  const bug = await stage.on<{ number: number }>(REPO, "POST", "/issues", {
    title: "A bug",
    labels: ["bug"],
  });
  await stranger(`/issues/${bug.number}/comments`, { body: `My log has ${TOKEN} in it` });
}

/** Runs a method and gives the names of what it wrote. */
async function run(
  person: Person,
  behavior: string,
  method: string,
  args: object,
): Promise<string[]> {
  const input = Object.entries(args).flatMap(([name, value]) => [
    "--input",
    `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`,
  ]);
  const result = await person.ok(["behavior", "run", behavior, method, ...input, "--json"]);
  return (JSON.parse(result).dataArtifacts as { name: string }[]).map(({ name }) => name).sort();
}

/** A document without the times it was read, which no two runs share. */
async function content(person: Person, behavior: string, name: string): Promise<unknown> {
  const { content } = JSON.parse(await person.ok(["data", "get", behavior, name, "--json"]));
  return { ...content, fetchedAt: null };
}
