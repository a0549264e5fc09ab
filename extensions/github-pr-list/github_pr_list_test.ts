import assert from "node:assert/strict";
import { type CodeHost, startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import { testNeeding } from "../../e2e/requirement.ts";
import { run, type Variables } from "../testing/run.ts";
import { model } from "./github_pr_list.ts";

const PULLS = "/repos/octocat/hello-world/pulls";

/** The story's repository, with two more pull requests: four in all, one of them merged. */
async function start(): Promise<CodeHost> {
  const host = await startStory();
  const repo = "/repos/octocat/hello-world";
  const main = await host.call(STORY_TOKEN, "GET", `${repo}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  for (const branch of ["wave", "bow"]) {
    const ref = `refs/heads/${branch}`;
    await host.call(STORY_TOKEN, "POST", `${repo}/git/refs`, { ref, sha: main.object.sha });
    const content = btoa(`# ${branch}\n`);
    await host.call(STORY_TOKEN, "PUT", `${repo}/contents/${branch}.md`, {
      message: `Add ${branch}`,
      content,
      branch,
    });
    await host.call(STORY_TOKEN, "POST", PULLS, {
      title: `Add ${branch}`,
      head: branch,
      base: "main",
    });
  }
  return host;
}

const globals = { owner: "octocat", repo: "hello-world" };

/** Lists through the real gh, and gives what was written. */
async function list(host: CodeHost, given: {
  args?: Record<string, unknown>;
  globalArgs?: Record<string, unknown>;
  env?: Variables;
}) {
  const { env } = await host.gh(STORY_TOKEN);
  const [written] = await run(model, "list", given.args ?? {}, {
    globalArgs: { ...globals, ...given.globalArgs },
    env: { ...env, ...given.env },
  });
  return written!;
}

const titles = (data: Record<string, unknown>) =>
  (data.pullRequests as { title: string }[]).map((pull) => pull.title);

const asked = (host: CodeHost, from: number) =>
  host.received.slice(from).filter(({ path }) => path.startsWith(PULLS)).map(({ path }) => path);

testNeeding(
  ["gh"],
  "list writes the open pull requests, the most recently updated first",
  async () => {
    await using host = await start();
    const { spec, name, data } = await list(host, {});
    assert.deepEqual([spec, name], ["result", "result.octocat~hello-world"]);
    assert.deepEqual([data.repo, data.state, data.since], ["octocat/hello-world", "open", null]);
    assert.deepEqual(titles(data).sort(), ["Add bow", "Add translate", "Add wave"]);
    assert.equal(data.truncated, false);
    const wave = (data.pullRequests as Record<string, unknown>[]).find(({ head }) =>
      head === "wave"
    )!;
    assert.deepEqual([wave.state, wave.draft, wave.author, wave.base], [
      "open",
      false,
      "octocat",
      "main",
    ]);
    const times = (data.pullRequests as { updatedAt: string }[]).map((pull) => pull.updatedAt);
    assert.deepEqual(times, [...times].sort().reverse());
  },
);

testNeeding(["gh"], "merged ones are the closed ones with a merge time", async () => {
  await using host = await start();
  const [open] = await host.call(STORY_TOKEN, "GET", `${PULLS}?head=octocat:bow`) as {
    number: number;
  }[];
  await host.call(STORY_TOKEN, "PATCH", `${PULLS}/${open!.number}`, { state: "closed" });
  const from = host.received.length;
  const { data } = await list(host, { globalArgs: { state: "merged" } });
  assert.deepEqual(titles(data), ["Add greet-by-name"]);
  assert.match(asked(host, from)[0]!, /state=closed/);
  const all = await list(host, { globalArgs: { state: "all" } });
  assert.equal(titles(all.data).length, 4);
});

testNeeding(
  ["gh"],
  "no more than the limit are read, and the result says that there are more",
  async () => {
    await using host = await start();
    const from = host.received.length;
    const { data } = await list(host, { globalArgs: { limit: 2 } });
    assert.equal(titles(data).length, 2);
    assert.equal(data.truncated, true);
    assert.equal(asked(host, from).length, 1);
    const exact = await list(host, { globalArgs: { limit: 3 } });
    assert.equal(exact.data.truncated, false);
  },
);

testNeeding(["gh"], "reading stops at the first pull request that was updated before", async () => {
  await using host = await start();
  const pulls = await host.call(STORY_TOKEN, "GET", PULLS) as Record<string, unknown>[];
  const days = ["2026-11-22T08:00:00Z", "2026-11-20T08:00:00Z", "2026-11-10T08:00:00Z"];
  const page = pulls.map((pull, index) => ({ ...pull, updated_at: days[index] }));
  const link = `<${host.url}${PULLS}?page=2>; rel="next"`;
  host.answerNext(PULLS, () => Response.json(page, { headers: { link } }));
  const from = host.received.length;
  const { data } = await list(host, { args: { since: "2026-11-20" } });
  assert.deepEqual(
    titles(data),
    page.slice(0, 2).map((pull) => (pull as { title?: string }).title),
  );
  assert.deepEqual([data.since, data.truncated], ["2026-11-20T00:00:00.000Z", false]);
  assert.equal(asked(host, from).length, 1, "the next page was not asked for");
});

testNeeding(["gh"], "sinceDays is the same, counted from now", async () => {
  await using host = await start();
  const { data } = await list(host, { args: { sinceDays: 1 } });
  assert.equal(titles(data).length, 3);
  const before = Date.now() - 24 * 60 * 60 * 1000;
  assert.ok(Math.abs(Date.parse(String(data.since)) - before) < 600_000);
});

testNeeding(["gh"], "wrong arguments are refused before gh is started", async () => {
  await using host = await start();
  const from = host.received.length;
  for (const args of [{ since: "soon" }, { since: "2026-11-01", sinceDays: 1 }, { sinceDays: 0 }]) {
    await assert.rejects(list(host, { args }), /since/);
  }
  for (
    const globalArgs of [{ limit: 1001 }, { owner: "../x" }, { repo: ".." }, { repo: "a/b/c" }]
  ) {
    await assert.rejects(list(host, { globalArgs }));
  }
  assert.equal(host.received.length, from);
});

testNeeding(
  ["gh"],
  "a repository that is named in full is read, whoever the owner is",
  async () => {
    await using host = await start();
    await assert.rejects(
      list(host, { globalArgs: { owner: "hubot", repo: "octocat/none" } }),
      /the pull requests of octocat\/none: not found/,
    );
  },
);

testNeeding(["gh"], "an absent repository is named", async () => {
  await using host = await start();
  await assert.rejects(
    list(host, { globalArgs: { repo: "none" } }),
    /the pull requests of octocat\/none: not found/,
  );
});

testNeeding(["gh"], "who is not logged in is told how to log in", async () => {
  await using host = await start();
  const { env } = await host.gh(STORY_TOKEN);
  const running = run(model, "list", {}, {
    globalArgs: globals,
    env: { GH_CONFIG_DIR: env.GH_CONFIG_DIR! },
  });
  await assert.rejects(running, /gh auth login --hostname github\.com/);
});

Deno.test("without gh the program that is missing is named", async () => {
  await assert.rejects(
    run(model, "list", {}, { globalArgs: globals, env: { PATH: "/nowhere" } }),
    /the program 'gh' is missing/,
  );
});
