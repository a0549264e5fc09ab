import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import { runAll, type Written } from "../testing/run.ts";
import { model } from "./github_stack_status.ts";
import type { PullRequestStatus } from "./outputs/pr_status.ts";
import type { StackStatus } from "./outputs/stack_status.ts";

const REPO = "octocat/hello-world";
const NOW = "2026-11-22T10:00:00.000Z";

/** A code host with a repository of octocat's, and the behavior's data. */
interface Scene {
  host: CodeHost;
  folder: string;
  call(method: string, path: string, body?: object, token?: string): Promise<unknown>;
  /** Opens a pull request on a new branch with a commit; gives its number. */
  open(branch: string, base: string, more?: { title?: string; token?: string }): Promise<number>;
  fetch(args: object, own?: { repo?: string }, token?: string): Promise<Ran>;
  render(args: object, own?: { repo?: string }): Promise<Ran>;
}

interface Ran {
  written: Written[];
  error: Error | undefined;
  log: string[];
  stacks: StackStatus[];
  pulls: PullRequestStatus[];
}

function scene(name: string, body: (scene: Scene) => Promise<void>): void {
  Deno.test(name, async () => {
    await using host = await startCodeHost({
      tokens: { "octocat-token": "octocat", "hubot-token": "hubot" },
      repositories: [{ owner: "octocat", name: "hello-world" }],
    });
    const folder = await Deno.realPath(await Deno.makeTempDir());
    try {
      await body(sceneOn(host, folder));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

function sceneOn(host: CodeHost, folder: string): Scene {
  const data = new Map<string, Record<string, unknown>>();
  const specs = new Map<string, string>();
  const call: Scene["call"] = (method, path, body, token = "octocat-token") =>
    host.call(token, method, `/repos/${REPO}${path}`, body);
  const run = async (
    method: string,
    args: object,
    own: { repo?: string },
    token = "octocat-token",
  ): Promise<Ran> => {
    const log: string[] = [];
    const { written, error } = await runAll(model, method, { ...args }, {
      env: { GITHUB_API_URL: host.url, GH_TOKEN: token },
      globalArgs: own,
      data,
      log: (line) => log.push(line),
      context: {
        repoDir: folder,
        definition: { name: "stack" },
        readModelData: (name: string, spec: string) => {
          assert.equal(name, "stack");
          const kept = [...data].filter(([resource]) => specs.get(resource) === spec);
          return Promise.resolve(kept.map(([name, attributes]) => ({ name, attributes })));
        },
      },
    });
    for (const { name, spec } of written) specs.set(name, spec);
    const of = (spec: string) => written.filter((one) => one.spec === spec).map((one) => one.data);
    return {
      written,
      error,
      log,
      stacks: of("stackStatus") as unknown as StackStatus[],
      pulls: of("prStatus") as unknown as PullRequestStatus[],
    };
  };
  return {
    host,
    folder,
    call,
    async open(branch, base, { title = `Add ${branch}`, token } = {}) {
      const { object } = await call("GET", `/git/ref/heads/${base}`) as { object: { sha: string } };
      await call("POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: object.sha });
      const file = { message: `Add ${branch}`, content: btoa(branch), branch };
      await call("PUT", `/contents/${branch}.md`, file);
      const { number } = await call("POST", "/pulls", { title, head: branch, base }, token) as {
        number: number;
      };
      return number;
    },
    fetch: (args, own = { repo: REPO }, token) => run("fetch", args, own, token),
    render: (args, own = { repo: REPO }) => run("renderHtml", args, own),
  };
}

/** Opens a stack of five; its numbers from base to tip. */
async function five({ open }: Scene): Promise<number[]> {
  const numbers: number[] = [];
  for (const [branch, base] of [["a", "main"], ["b", "a"], ["c", "b"], ["d", "c"], ["e", "d"]]) {
    numbers.push(await open(branch!, base!));
  }
  return numbers;
}

const numbersOf = (stack: StackStatus | undefined) => stack?.prs.map(({ number }) => number);

scene("a stack of five named in the wrong order is put base to tip", async (scene) => {
  const [a, b, c, d, e] = await five(scene);
  const named = `#${c} #${a} #${e} #${b} #${d}`;
  const { stacks, pulls, written, error } = await scene.fetch({ stack: named, nowIso: NOW });
  assert.equal(error, undefined);
  assert.equal(stacks[0]?.ordered, true);
  assert.deepEqual(numbersOf(stacks[0]), [a, b, c, d, e]);
  assert.equal(stacks[0]?.fetchedAt, NOW);
  assert.equal(pulls.length, 5);
  const [status] = written.filter(({ spec }) => spec === "stackStatus");
  assert.equal(status?.name, `stackstatus.octocat~hello-world~${[a, b, c, d, e].join("-")}`);
  assert.ok(written.some(({ name }) => name === `prstatus.octocat~hello-world~${a}`));
});

scene("a forked stack keeps the order in which it was named and lists each line", async (scene) => {
  const a = await scene.open("a", "main");
  const b = await scene.open("b", "a");
  const c = await scene.open("c", "a");
  const { stacks } = await scene.fetch({ stack: `#${c} #${a} #${b}` });
  assert.equal(stacks[0]?.ordered, false);
  assert.deepEqual(numbersOf(stacks[0]), [c, a, b]);
  assert.deepEqual(stacks[0]?.branches, [
    { base: "main", numbers: [a, c] },
    { base: "main", numbers: [a, b] },
  ]);
});

scene(
  "without a stack, those of one's own open pull requests are read, with what they stand on",
  async (scene) => {
    const { open, call } = scene;
    await call("PUT", "/collaborators/hubot", { permission: "push" });
    const theirs = await open("theirs", "main", { token: "hubot-token" });
    const mine = await open("mine", "theirs");
    await open("on-mine", "mine", { token: "hubot-token" });
    const alone = await open("alone", "main");
    await open("unrelated", "main", { token: "hubot-token" });
    const { stacks, pulls } = await scene.fetch({});
    assert.deepEqual(stacks.map(numbersOf), [[theirs, mine], [alone]]);
    assert.equal(pulls.length, 3);
  },
);

scene("somebody without open pull requests has no stack, which is not a failure", async (scene) => {
  await scene.open("a", "main");
  const { written, error, log } = await scene.fetch({}, { repo: REPO }, "hubot-token");
  assert.equal(error, undefined);
  assert.deepEqual(written, []);
  assert.ok(log.some((line) => /no open pull request of yours/.test(line)));
});

scene("a pull request's status tells reviews, checks and conflicts", async (scene) => {
  const { open, call } = scene;
  await call("PUT", "/collaborators/hubot", { permission: "push" });
  const number = await open("a", "main");
  const pull = await call("GET", `/pulls/${number}`) as { head: { sha: string } };
  const run = (name: string, more: object) =>
    call("POST", "/check-runs", { name, head_sha: pull.head.sha, ...more });
  await run("unit", { status: "completed", conclusion: "failure" });
  await run("lint", { status: "completed", conclusion: "success" });
  await run("build", { status: "in_progress" });
  await call("POST", `/statuses/${pull.head.sha}`, { state: "success", context: "deploy" });
  await call(
    "POST",
    `/pulls/${number}/reviews`,
    { event: "REQUEST_CHANGES", body: "No" },
    "hubot-token",
  );
  await call("PUT", "/contents/a.md", { message: "conflict", content: btoa("other") });
  const { pulls } = await scene.fetch({ stack: `#${number}` });
  const [status] = pulls;
  assert.equal(status?.reviewDecision, "changes-requested");
  assert.deepEqual(status.reviewers, [{ login: "hubot", state: "changes-requested" }]);
  assert.deepEqual(status.checks, {
    state: "failure",
    passed: 2,
    failed: 1,
    pending: 1,
    skipped: 0,
    failing: ["unit"],
  });
  assert.equal(status.mergeable, false);
  await call("POST", `/pulls/${number}/requested_reviewers`, { reviewers: ["hubot"] });
  const [again] = (await scene.fetch({ stack: `#${number}` })).pulls;
  assert.equal(again?.reviewDecision, "review-required");
  assert.deepEqual(again.pendingReviewers, ["hubot"]);
});

scene(
  "a pull request from a fork carries nothing, whatever its branch is called",
  async (scene) => {
    const { host, call, open } = scene;
    const below = await open("a", "main");
    const above = await open("b", "a");
    await call("POST", "/forks", undefined, "hubot-token");
    const fork = (method: string, path: string, body?: object) =>
      host.call("hubot-token", method, `/repos/hubot/hello-world${path}`, body);
    const file = { message: "x", content: btoa("x"), branch: "a" };
    await fork("PUT", "/contents/x.md", file);
    const { number } = await call(
      "POST",
      "/pulls",
      { title: "From a fork", head: "hubot:a", base: "main" },
      "hubot-token",
    ) as { number: number };
    const { stacks } = await scene.fetch({ stack: `#${number} #${above}` });
    assert.equal(stacks[0]?.ordered, false);
    const own = await scene.fetch({ stack: `#${above} #${below}` });
    assert.deepEqual(numbersOf(own.stacks[0]), [below, above]);
  },
);

scene(
  "a stack with a pull request that cannot be read is not written; the others are",
  async (scene) => {
    const number = await scene.open("a", "main");
    const { written, error } = await scene.fetch({ stack: `#${number} #99` });
    assert.deepEqual(written.map(({ spec }) => spec), ["prStatus"]);
    assert.match(`${error?.message}`, /1 of 2 failed\. .*\n {2}#99 \(not_found\)/);
  },
);

scene(
  "the repository comes from the addresses, the argument or the behavior, and they must agree",
  async (scene) => {
    const number = await scene.open("a", "main");
    const address = `https://github.com/${REPO}/pull/${number}`;
    assert.equal((await scene.fetch({ stack: address }, {})).pulls.length, 1);
    assert.equal((await scene.fetch({ stack: `#${number}`, repo: REPO }, {})).pulls.length, 1);
    const none = await scene.fetch({ stack: `#${number}` }, {});
    assert.match(`${none.error?.message}`, /There is no repository: give the argument 'repo'/);
    const other = await scene.fetch({ stack: "https://github.com/o/other/pull/1" });
    assert.match(`${other.error?.message}`, /in o\/other, but the given repository is/);
  },
);

scene("the page is made of stored data alone, and written whole", async (scene) => {
  const [a, b, c, d, e] = await five(scene);
  await scene.fetch({ stack: `#${a} #${b} #${c} #${d} #${e}`, nowIso: NOW });
  const before = scene.host.received.length;
  const { written, error } = await scene.render({ outFile: "stacks/five.html" });
  assert.equal(error, undefined);
  assert.equal(scene.host.received.length, before);
  const [page] = written;
  assert.equal(page?.name, `stackhtml.octocat~hello-world~${[a, b, c, d, e].join("-")}`);
  assert.deepEqual(page.data.numbers, [a, b, c, d, e]);
  const file = await Deno.readTextFile(`${scene.folder}/stacks/five.html`);
  assert.equal(file, page.data.html);
  assert.equal(page.data.bytes, new TextEncoder().encode(file).length);
  assert.deepEqual([...Deno.readDirSync(`${scene.folder}/stacks`)].map(({ name }) => name), [
    "five.html",
  ]);
});

scene(
  "the stack fetched last is shown, or the one that is named in whatever order",
  async (scene) => {
    const a = await scene.open("a", "main");
    const b = await scene.open("b", "a");
    await scene.fetch({ stack: `#${a} #${b}`, nowIso: "2026-11-22T10:00:00Z" });
    await scene.fetch({ stack: `#${b}`, nowIso: "2026-11-22T11:00:00Z" });
    const numbers = async (args: object) => (await scene.render(args)).written[0]?.data.numbers;
    assert.deepEqual(await numbers({}), [b]);
    assert.deepEqual(await numbers({ stack: `#${b} #${a}` }), [a, b]);
    const absent = await scene.render({ stack: "#7" });
    assert.match(`${absent.error?.message}`, /#7 is not stored: run the method 'fetch'/);
  },
);

scene("without any stored stack it is said what to run", async (scene) => {
  const { error } = await scene.render({});
  assert.match(`${error?.message}`, /No stack is stored: run the method 'fetch' first/);
});

scene("an outFile that is not a page, leaves its folder or is a link is refused", async (scene) => {
  const number = await scene.open("a", "main");
  await scene.fetch({ stack: `#${number}` });
  await Deno.mkdir(`${scene.folder}/stacks`);
  await Deno.writeTextFile(`${scene.folder}/theirs.html`, "theirs");
  await Deno.symlink(`${scene.folder}/theirs.html`, `${scene.folder}/stacks/link.html`);
  for (
    const [outFile, reason] of [
      ["stacks/x.ts", /must be the path of an \.html file/],
      ["../x.html", /without '\.\.'/],
      ["stacks/link.html", /is a symbolic link/],
    ] as const
  ) {
    const { error, written } = await scene.render({ outFile });
    assert.match(`${error?.message}`, reason);
    assert.deepEqual(written, []);
  }
  assert.equal(await Deno.readTextFile(`${scene.folder}/theirs.html`), "theirs");
});
