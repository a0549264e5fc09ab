import assert from "node:assert/strict";
import { startStage, TOKEN } from "../../../extensions/testing/stage.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const MIRROR = "@svc/github-local-mirror";
const REPO = "hello";

/** What a pull request brings along that would like to be run or followed. */
const HOSTILE = {
  ".gitattributes": "* filter=evil diff=evil\n",
  ".githooks/post-checkout": { mode: "100755", content: "#!/bin/sh\ntouch ran\n" },
  "etc": { mode: "120000", content: "/etc" },
  "Twin.txt": "1\n",
  "twin.txt": "2\n",
  "$(touch ran)": "x\n",
} as const;

/** Family G, story 7: a review in a worktree, from the sync to the removal, with GitHub gone between. */
export const worktrees: Story = {
  name:
    "G: with GitHub gone, worktrees are made, looked at, brought up and removed, and lose nothing",
  needs: [],
  async run(world, test) {
    await using stack = new AsyncDisposableStack();
    const stage = stack.use(await startStage(REPO));
    const pull = async (branch: string) => {
      const sha = await stage.push(REPO, branch, { ...HOSTILE, [`${branch}.txt`]: branch });
      const opened = { title: `Change ${branch}`, head: branch, base: "main" };
      const { number } = await stage.on<{ number: number }>(REPO, "POST", "/pulls", opened);
      return { number, sha };
    };
    const first = await pull("first");
    const second = await pull("second");
    await using person = await world.consumer({
      extensions: [MIRROR],
      env: { ...stage.api, GH_TOKEN: TOKEN },
    });
    const args = {
      owner: "octocat",
      repo: REPO,
      gitObjectPath: "mirror/objects.git",
      workspaceRoot: "mirror/work",
      artifactRoot: "mirror/artifacts",
      gitRemoteUrl: `${stage.host.url}/octocat/${REPO}.git`,
      githubToken: "${{ env.GH_TOKEN }}",
    };
    const globals = Object.entries(args).flatMap(([key, value]) => [
      ...["--global-arg", `${key}=${value}`],
    ]);
    await person.ok(["behavior", "create", MIRROR, "mirror", ...globals]);
    const work = `${person.work}/mirror/work`;
    const idOf = ({ number, sha }: typeof first) => `pr-${number}-${sha.slice(0, 12)}`;
    const worktreeId = idOf(first);

    await test.step("two people's worktrees of one pull request, after one sync", async () => {
      await ran(person, "sync");
      for (const identity of ["alice", undefined]) {
        await ran(person, "prepare_worktree", {
          prNumber: first.number,
          ...(identity === undefined ? {} : { identity }),
        });
      }
      await ran(person, "prepare_worktree", { prNumber: second.number });
      assert.equal(await Deno.readTextFile(`${work}/${worktreeId}/first.txt`), "first");
      assert.equal(await Deno.readLink(`${work}/${worktreeId}-alice/etc`), "/etc");
    });

    await test.step("a push and a merge reach the mirror, and GitHub is gone from then on", async () => {
      await stage.push(REPO, "first", { "more.txt": "more\n" });
      await stage.on(REPO, "PUT", `/pulls/${second.number}/merge`, { merge_method: "squash" });
      await ran(person, "sync");
      await stack.disposeAsync();
    });

    await test.step("a clean worktree is brought up, one with changes is told", async () => {
      await Deno.writeTextFile(`${work}/${worktreeId}-alice/notes.txt`, "look here\n");
      await ran(person, "refresh_pr_worktrees", { dryRun: false });
      assert.equal(await Deno.readTextFile(`${work}/${worktreeId}/more.txt`), "more\n");
      await ran(person, "analyze_worktrees");
      const analysis = await data(person, `worktreeanalysis.octocat~hello~${worktreeId}-alice`);
      assert.deepEqual([analysis.untracked, analysis.behind, analysis.recommendedAction], [
        1,
        1,
        "commit",
      ]);
    });

    await test.step("the merged one goes, the one with notes is refused, by force it goes", async () => {
      await ran(person, "close_merged_worktrees");
      await assert.rejects(Deno.lstat(`${work}/${idOf(second)}`), Deno.errors.NotFound);
      const notes = { worktreeId: `${worktreeId}-alice` };
      const refused = await svc(person, "remove_worktree", notes);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /1 untracked file/);
      await ran(person, "remove_worktree", { ...notes, force: true, deleteBranch: true });
      const snapshot = await data(person, `worktreesnapshot.octocat~hello~${worktreeId}-alice`);
      assert.deepEqual([snapshot.state, snapshot.reasons, snapshot.branchDeleted], [
        "removed",
        ["1 untracked file"],
        true,
      ]);
    });

    await test.step("a branch of one's own, made and removed", async () => {
      await ran(person, "create_worktree", { branch: "$(touch${IFS}ran)" });
      const [id] = (await namesIn(work)).filter((name) => name.startsWith("wt-"));
      assert.match(id!, /^wt-touch-ifs-ran-[0-9a-f]{8}$/);
      await ran(person, "remove_worktree", { worktreeId: id!, deleteBranch: true });
      assert.deepEqual(await namesIn(work), [worktreeId]);
    });

    await test.step("nothing of the tree was run", async () => {
      const found = await new Deno.Command("find", { args: [person.work, "-name", "ran"] })
        .output();
      assert.equal(new TextDecoder().decode(found.stdout), "");
    });
  },
};

const svc = (person: Person, method: string, args: object = {}) =>
  person.svc([
    ...["behavior", "run", "mirror", method],
    ...Object.entries(args).flatMap(([key, value]) => ["--input", `${key}=${value}`]),
  ]);

/** Runs a method that has to succeed. */
async function ran(person: Person, method: string, args: object = {}): Promise<void> {
  const { code, stdout, stderr } = await svc(person, method, args);
  assert.equal(code, 0, `${method}: ${stdout}${stderr}`);
}

async function data(person: Person, name: string) {
  return JSON.parse(await person.ok(["data", "get", "mirror", name, "--json"])).content;
}

async function namesIn(folder: string): Promise<string[]> {
  return await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
}
