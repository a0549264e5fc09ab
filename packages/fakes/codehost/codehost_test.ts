import assert from "node:assert/strict";
import { startCodeHost } from "./codehost.ts";
import { startStory, STORY_TOKEN } from "./story.ts";

const TOKENS = { t1: "octocat" };

Deno.test("a token the code host does not know is 401, as on the platform", async () => {
  await using host = await startCodeHost({ tokens: TOKENS, repositories: [] });
  await assert.rejects(host.call("other", "GET", "/user"), /GET \/user: 401/);
  assert.equal((await host.call("t1", "GET", "/user") as { login: string }).login, "octocat");
});

Deno.test("state made through the API is read back, under the front's own address", async () => {
  await using host = await startCodeHost({
    tokens: TOKENS,
    repositories: [{ owner: "octocat", name: "one" }],
  });
  await host.call("t1", "POST", "/repos/octocat/one/issues", { title: "First" });
  const issues = await host.call("t1", "GET", "/repos/octocat/one/issues") as {
    title: string;
    url: string;
  }[];
  assert.deepEqual(issues.map((issue) => issue.title), ["First"]);
  assert.ok(issues[0]!.url.startsWith(`${host.url}/repos/octocat/one/`), issues[0]!.url);
});

Deno.test("workflow runs page through Link headers that name the front", async () => {
  await using host = await startCodeHost({
    tokens: TOKENS,
    repositories: [{ owner: "octocat", name: "one" }],
  });
  for (let number = 1; number <= 3; number++) {
    host.actions.add("octocat/one", {
      workflow: "CI",
      title: `Run ${number}`,
      branch: "main",
      sha: "0".repeat(40),
      event: "push",
      status: "queued",
      conclusion: null,
      createdAt: "2026-01-01T00:00:00Z",
    });
  }
  const titles: string[] = [];
  let next: string | undefined = `${host.url}/repos/octocat/one/actions/runs?per_page=2`;
  while (next !== undefined) {
    const response: Response = await fetch(next);
    const page = await response.json();
    assert.equal(page.total_count, 3);
    titles.push(...page.workflow_runs.map((run: { display_title: string }) => run.display_title));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    assert.ok(next === undefined || next.startsWith(host.url), `${next}`);
  }
  assert.deepEqual(titles, ["Run 3", "Run 2", "Run 1"]);
});

Deno.test("workflow runs of an absent repository are 404", async () => {
  await using host = await startCodeHost({ tokens: TOKENS, repositories: [] });
  await assert.rejects(host.call("t1", "GET", "/repos/octocat/none/actions/runs"), /404/);
});

Deno.test("a planned answer is given as often as asked, then the host serves again", async () => {
  await using host = await startCodeHost({ tokens: TOKENS, repositories: [] });
  host.answerNext("/user", () => new Response(null, { status: 503 }), 2);
  await assert.rejects(host.call("t1", "GET", "/user"), /503/);
  await assert.rejects(host.call("t1", "GET", "/user"), /503/);
  await host.call("t1", "GET", "/user");
});

Deno.test("the story has something for every listing", async () => {
  await using host = await startStory();
  const count = async (path: string) => {
    const answer = await host.call(STORY_TOKEN, "GET", `/repos/octocat/hello-world${path}`);
    return (answer as unknown[]).length;
  };
  assert.equal(await count("/pulls?state=all"), 2);
  assert.equal(await count("/pulls?state=open"), 1);
  assert.equal(await count("/releases"), 1);
});

Deno.test("violations are printed, also when the test failed before and the runner hides them", async () => {
  const printed: string[] = [];
  const write = Deno.stderr.writeSync;
  Deno.stderr.writeSync = (bytes) => {
    printed.push(new TextDecoder().decode(bytes));
    return bytes.length;
  };
  try {
    await assert.rejects(async () => {
      await using host = await startCodeHost({ tokens: TOKENS, repositories: [] });
      host.violations.push("GET /user: sent what is not described");
      throw new Error("the test's own");
    });
  } finally {
    Deno.stderr.writeSync = write;
  }
  assert.match(
    printed.join("\n"),
    /description has it .*:\n- GET \/user: sent what is not described/,
  );
});
