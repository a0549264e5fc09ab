import assert from "node:assert/strict";
import { type CodeHost, startCodeHost, startExamples } from "@svc/fakes/codehost";
import { runAll, type RunOptions } from "../testing/run.ts";
import { createTimer } from "../testing/timer.ts";
import { model as issue } from "./issue.ts";
import { model as member } from "./member.ts";
import { watchPrRun } from "./methods/pr_run.ts";
import { model as prRun } from "./pr_run.ts";
import { model as pull } from "./pull.ts";
import { model as repo } from "./repo.ts";

const TOKEN = "token-of-octocat";
const OTHER = "token-of-mallory";

const start = () =>
  startCodeHost({
    tokens: { [TOKEN]: "octocat", [OTHER]: "mallory", "token-of-mona": "mona" },
    organizations: [{
      login: "acme",
      members: [{ login: "octocat", role: "admin" }, { login: "mona", role: "member" }],
    }],
    repositories: [
      { owner: "octocat", name: "site", description: "The site" },
      { owner: "octocat", name: "tools" },
      { owner: "acme", name: "site" },
    ],
  });

type AnyModel = typeof issue | typeof member | typeof pull | typeof repo | typeof prRun;

/** Runs a method with the owner's token; gives what it wrote and the lines of its log. */
async function run(
  host: CodeHost,
  model: AnyModel,
  method: string,
  args: object,
  globals: Record<string, unknown> = { token: TOKEN },
  more: RunOptions = {},
) {
  const log: string[] = [];
  const { written, error } = await runAll(model, method, { ...args }, {
    env: { GITHUB_API_URL: host.url },
    globalArgs: globals,
    log: (line) => void log.push(line),
    ...more,
  });
  if (error !== undefined) throw error;
  return { written, log };
}

const names = (written: { name: string }[]) => written.map((one) => one.name);

async function addIssue(host: CodeHost, where: string, title: string, more: object = {}) {
  const made = await host.call(TOKEN, "POST", `/repos/${where}/issues`, { title, ...more });
  return (made as { number: number }).number;
}

async function addPull(host: CodeHost, where: string, branch: string) {
  const at = `/repos/${where}`;
  const main = await host.call(TOKEN, "GET", `${at}/git/ref/heads/main`);
  const { sha } = (main as { object: { sha: string } }).object;
  await host.call(TOKEN, "POST", `${at}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const put = { message: branch, content: btoa(branch), branch };
  const answer = await host.call(TOKEN, "PUT", `${at}/contents/${branch}.md`, put);
  const wish = { title: branch, head: branch, base: "main" };
  const made = await host.call(TOKEN, "POST", `${at}/pulls`, wish);
  const { commit } = answer as { commit: { sha: string } };
  return { number: (made as { number: number }).number, sha: commit.sha };
}

Deno.test("issue.list writes one document an issue, without pull requests", async () => {
  await using host = await start();
  await addIssue(host, "octocat/site", "Slow");
  await addPull(host, "octocat/site", "fix");
  const { written } = await run(host, issue, "list", { repo: "octocat/site" });
  assert.deepEqual(names(written), ["issue.octocat~site~1"]);
  assert.deepEqual([written[0]?.data.title, written[0]?.data.repo], ["Slow", "octocat/site"]);
});

Deno.test("issue.list: all of the labels have to be there; open is the default state", async () => {
  await using host = await start();
  await addIssue(host, "octocat/site", "One", { labels: ["bug"] });
  await addIssue(host, "octocat/site", "Both", { labels: ["bug", "urgent"] });
  const closed = await addIssue(host, "octocat/site", "Closed", { labels: ["bug", "urgent"] });
  await host.call(TOKEN, "PATCH", `/repos/octocat/site/issues/${closed}`, { state: "closed" });
  const args = { repo: "octocat/site", labels: "bug,urgent" };
  const { written } = await run(host, issue, "list", args);
  assert.deepEqual(written.map((one) => one.data.title), ["Both"]);
});

Deno.test("the owner is the argument, else the behavior's owner, else its organisation", async () => {
  await using host = await start();
  for (const where of ["octocat/site", "acme/site"]) await addIssue(host, where, where);
  const list = async (args: object, globals: object) => {
    const { written } = await run(host, issue, "list", { repo: "site", ...args }, {
      token: TOKEN,
      ...globals,
    });
    return written[0]?.data.repo;
  };
  assert.equal(await list({ owner: "acme" }, { owner: "octocat" }), "acme/site");
  assert.equal(await list({}, { owner: "octocat", org: "acme" }), "octocat/site");
  assert.equal(await list({}, { org: "acme" }), "acme/site");
  await assert.rejects(list({}, {}), /'site' is not a repository/);
  for (const owner of ["octocat", "acme"]) {
    assert.equal(await list({ repo: "acme/site", owner }, {}), "acme/site");
    assert.equal(await list({ repo: "acme/site" }, { owner, org: owner }), "acme/site");
  }
});

Deno.test("issue.search stays in the repository, and finds closed ones unless a state is given", async () => {
  await using host = await start();
  await addIssue(host, "octocat/site", "Leak here");
  await addIssue(host, "acme/site", "Leak there");
  const closed = await addIssue(host, "octocat/site", "Old leak");
  await host.call(TOKEN, "PATCH", `/repos/octocat/site/issues/${closed}`, { state: "closed" });
  const titles = async (args: object) =>
    (await run(host, issue, "search", { query: "leak", ...args })).written
      .map((one) => one.data.title).sort();
  assert.deepEqual(await titles({}), ["Leak here", "Leak there", "Old leak"]);
  assert.deepEqual(await titles({ repo: "octocat/site" }), ["Leak here", "Old leak"]);
  assert.deepEqual(await titles({ owner: "acme" }), ["Leak there"]);
  assert.deepEqual(await titles({ repo: "octocat/site", state: "open" }), ["Leak here"]);
});

Deno.test("issue.search finds the issue of the platform's published example", async () => {
  await using examples = await startExamples("published");
  const env = { GITHUB_API_URL: examples.url };
  const globalArgs = { token: TOKEN };
  const { written, error } = await runAll(issue, "search", { query: "windows" }, {
    env,
    globalArgs,
  });
  assert.equal(error, undefined);
  assert.deepEqual(names(written), ["issue.batterseapower~pinyin-toolkit~132"]);
});

Deno.test("issue.search drops what the platform gives from another repository", async () => {
  await using host = await start();
  await addIssue(host, "acme/site", "Leak there");
  const query = "q=leak+repo%3Aacme%2Fsite&per_page=100";
  const other = await host.call(TOKEN, "GET", `/search/issues?${query}`);
  host.answerNext("/search/issues", () => Response.json(other));
  const { written } = await run(host, issue, "search", { query: "leak", repo: "octocat/site" });
  assert.deepEqual(written, []);
});

Deno.test("a list that was cut at the limit says so in the log", async () => {
  await using host = await start();
  for (let count = 0; count < 4; count++) await addIssue(host, "octocat/site", `Leak ${count}`);
  const { written, log } = await run(host, issue, "search", { query: "leak", limit: 3 });
  assert.equal(written.length, 3);
  assert.equal(log.at(-1), "there are more than these 3");
});

for (const limit of [0, 1001]) {
  Deno.test(`a limit of ${limit} is refused before anything is sent`, async () => {
    await using host = await start();
    await assert.rejects(run(host, issue, "search", { query: "x", limit }));
    assert.deepEqual(host.received, []);
  });
}

Deno.test("json chooses between a table and JSON in the log; data is written either way", async () => {
  await using host = await start();
  await addIssue(host, "octocat/site", "Slow \u001b[31mpage\u202e");
  const list = (json: boolean) => run(host, issue, "list", { repo: "octocat/site", json });
  const table = await list(false);
  assert.deepEqual(table.log, [
    "REPO          NUMBER  STATE  AUTHOR   TITLE",
    "octocat/site  #1      open   octocat  Slow page",
  ]);
  const json = await list(true);
  assert.equal(json.log.length, 1);
  const [shown] = JSON.parse(json.log[0]!);
  assert.equal(shown.number, 1);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(json.log[0]!, /[\u0000-\u001f\u202e]/);
  assert.equal(json.written[0]?.data.title, "Slow \u001b[31mpage\u202e");
});

Deno.test("member.list: a member sees everybody, others see public ones, and scope says which", async () => {
  await using host = await start();
  const list = async (token: string, args: object = {}) =>
    (await run(host, member, "list", args, { token, org: "acme" })).written
      .map(({ data }) => `${data.login} ${data.scope} ${data.role}`).sort();
  assert.deepEqual(await list(TOKEN), ["mona all null", "octocat all null"]);
  assert.deepEqual(await list(TOKEN, { role: "admin" }), ["octocat all admin"]);
  assert.deepEqual(await list(OTHER), []);
  await host.call(TOKEN, "PUT", "/orgs/acme/public_members/octocat");
  assert.deepEqual(await list(OTHER), ["octocat public null"]);
});

Deno.test("without any organisation the error names the argument and the global argument", async () => {
  await using host = await start();
  await assert.rejects(
    run(host, member, "list", {}),
    /no organisation was given\. Give the argument org, .*--global-arg org=NAME/,
  );
});

Deno.test("pull.list: open is the default, merged ones are told apart from closed ones", async () => {
  await using host = await start();
  await addPull(host, "octocat/site", "open");
  const merged = await addPull(host, "octocat/site", "merged");
  await host.call(TOKEN, "PUT", `/repos/octocat/site/pulls/${merged.number}/merge`, {});
  const list = async (args: object) =>
    (await run(host, pull, "list", { repo: "octocat/site", ...args })).written
      .map(({ data }) => `${data.title} ${data.state}`).sort();
  assert.deepEqual(await list({}), ["open open"]);
  assert.deepEqual(await list({ state: "merged" }), ["merged merged"]);
  assert.deepEqual(await list({ state: "all" }), ["merged merged", "open open"]);
});

Deno.test("repo: list, listForUser and get name each document after its repository", async () => {
  await using host = await start();
  const written = async (method: string, args: object) =>
    names((await run(host, repo, method, args)).written).sort();
  assert.deepEqual(await written("list", { org: "acme" }), ["repo.acme~site"]);
  assert.deepEqual(await written("listForUser", { username: "octocat" }), [
    "repo.octocat~site",
    "repo.octocat~tools",
  ]);
  assert.deepEqual(await written("listForUser", {}), ["repo.octocat~site", "repo.octocat~tools"]);
  assert.deepEqual(await written("get", { repo: "octocat/site" }), ["repo.octocat~site"]);
});

Deno.test("repo.listForUser refuses private ones of somebody else, which the platform ignores", async () => {
  await using host = await start();
  const args = { username: "octocat", type: "private" };
  await assert.rejects(run(host, repo, "listForUser", args), /With a username write owner/);
});

Deno.test("repo.searchCode finds files by text, path and language", async () => {
  await using host = await start();
  for (const [path, text] of [["src/a.ts", "needle();"], ["docs/b.md", "A needle."]] as const) {
    await host.call(TOKEN, "PUT", `/repos/octocat/site/contents/${path}`, {
      message: path,
      content: btoa(text),
    });
  }
  const paths = async (args: object) =>
    (await run(host, repo, "searchCode", { query: "needle", ...args })).written
      .map(({ data }) => data.path).sort();
  assert.deepEqual(await paths({ repo: "octocat/site" }), ["docs/b.md", "src/a.ts"]);
  assert.deepEqual(await paths({ repo: "octocat/site", path: "src" }), ["src/a.ts"]);
  assert.deepEqual(await paths({ owner: "octocat", language: "markdown" }), ["docs/b.md"]);
  assert.deepEqual(await paths({ org: "acme" }), []);
});

const CI = {
  workflow: "CI",
  title: "Fix",
  branch: "fix",
  event: "push",
  createdAt: "2026-11-22T00:00:00Z",
};

const RUN_GLOBALS = { owner: "octocat", repo: "site" };

Deno.test("pr-run.pr writes the runs of the head, and what they say together", async () => {
  await using host = await start();
  const { number, sha } = await addPull(host, "octocat/site", "fix");
  host.actions.add("octocat/site", { ...CI, sha, status: "completed", conclusion: "failure" });
  host.actions.add("octocat/site", { ...CI, sha, status: "completed", conclusion: "success" });
  const other = { sha: "0".repeat(40), status: "in_progress", conclusion: null } as const;
  host.actions.add("octocat/site", { ...CI, ...other });
  const { written } = await run(host, prRun, "pr", { pr: number }, {
    ...RUN_GLOBALS,
    token: TOKEN,
  });
  assert.deepEqual(names(written), [`prRun.octocat~site~${number}`]);
  const { state, runs, headSha } = written[0]!.data as
    & { state: string; runs: object[] }
    & Record<
      string,
      unknown
    >;
  assert.deepEqual([state, runs.length, headSha], ["failed", 2, sha]);
});

Deno.test("pr-run finds its token in GH_TOKEN when the behavior has none", async () => {
  await using host = await start();
  const { number } = await addPull(host, "octocat/site", "fix");
  const env = { GITHUB_API_URL: host.url, GH_TOKEN: TOKEN };
  const { written } = await run(host, prRun, "pr", { pr: number }, RUN_GLOBALS, { env });
  assert.equal(written[0]?.data.state, "no-runs");
});

/** Watches with a timer of the test; gives the state and the waits in seconds. */
async function watched(
  host: CodeHost,
  pr: number,
  meanwhile: (waits: number) => void | Promise<void> = () => {},
  interval = 3,
) {
  const timer = createTimer();
  timer.meanwhile = meanwhile;
  const { watch } = prRun.methods;
  const model = {
    ...prRun,
    methods: {
      ...prRun.methods,
      watch: {
        ...watch,
        execute: (...[args, context]: Parameters<typeof watch.execute>) =>
          watchPrRun.execute(args, context, timer),
      },
    },
  };
  const globals = { ...RUN_GLOBALS, token: TOKEN };
  const { written } = await run(host, model, "watch", { pr, interval }, globals);
  return [written[0]?.data.state, timer.waits.length];
}

Deno.test("pr-run.watch waits until no run is under way", async () => {
  await using host = await start();
  const { number, sha } = await addPull(host, "octocat/site", "fix");
  const run = { ...CI, sha, status: "queued", conclusion: null } as const;
  const id = host.actions.add("octocat/site", run);
  const end = (waits: number) => {
    const status = waits === 1 ? "in_progress" : "completed";
    const conclusion = waits === 1 ? null : "success";
    host.actions.change("octocat/site", id, { status, conclusion });
  };
  assert.deepEqual(await watched(host, number, end), ["passed", 2]);
});

Deno.test("pr-run.watch ends without runs after a minute, and when the head moves or it is closed", async () => {
  await using host = await start();
  const first = await addPull(host, "octocat/site", "fix");
  assert.deepEqual(await watched(host, first.number), ["no-runs", 20]);
  const under = { ...CI, status: "in_progress", conclusion: null } as const;
  host.actions.add("octocat/site", { ...under, sha: first.sha });
  const push = async () => {
    const put = { message: "x", content: btoa("x"), branch: "fix" };
    await host.call(TOKEN, "PUT", "/repos/octocat/site/contents/x.md", put);
  };
  assert.deepEqual(await watched(host, first.number, push), ["head-moved", 1]);
  const second = await addPull(host, "octocat/site", "next");
  host.actions.add("octocat/site", { ...under, sha: second.sha });
  const close = async () => {
    const path = `/repos/octocat/site/pulls/${second.number}`;
    await host.call(TOKEN, "PATCH", path, { state: "closed" });
  };
  assert.deepEqual(await watched(host, second.number, close), ["closed", 1]);
});

Deno.test("pr-run.watch gives up after 50 minutes; an interval under 3 s is refused", async () => {
  await using host = await start();
  const { number, sha } = await addPull(host, "octocat/site", "fix");
  const under = { ...CI, sha, status: "in_progress", conclusion: null } as const;
  host.actions.add("octocat/site", under);
  assert.deepEqual(await watched(host, number, () => {}, 600), ["timed-out", 5]);
  await assert.rejects(
    run(host, prRun, "watch", { pr: number, interval: 2 }, { ...RUN_GLOBALS, token: TOKEN }),
  );
});
