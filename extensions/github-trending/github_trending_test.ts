import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import { run } from "../testing/run.ts";
import { model } from "./github_trending.ts";

/** Four repositories with two, one, none and three stars; the last is private. */
async function start(): Promise<CodeHost> {
  const host = await startCodeHost({
    tokens: { t1: "octocat", t2: "hubot", t3: "ada" },
    repositories: [
      { owner: "octocat", name: "plain", language: "Rust" },
      { owner: "octocat", name: "liked", language: "TypeScript", description: "Says hello" },
      { owner: "hubot", name: "loved", language: "Rust" },
      { owner: "octocat", name: "hidden", private: true },
    ],
  });
  await host.call("t1", "PUT", "/user/starred/octocat/hidden");
  await host.call("t1", "PUT", "/user/starred/octocat/liked");
  await host.call("t1", "PUT", "/user/starred/hubot/loved");
  await host.call("t2", "PUT", "/user/starred/hubot/loved");
  return host;
}

const snapshot = async (host: CodeHost, globalArgs: Record<string, unknown>) => {
  const [written] = await run(model, "snapshot", {}, {
    globalArgs: { windowDays: 7, count: 10, ...globalArgs },
    env: { GITHUB_API_URL: host.url },
  });
  return written!;
};

const searches = (host: CodeHost) =>
  host.received.filter(({ path }) => path.startsWith("/search/repositories"));

Deno.test("snapshot ranks the repositories of the window by their stars", async () => {
  await using host = await start();
  const { spec, name, data } = await snapshot(host, {});
  assert.deepEqual([spec, name], ["trending", "trending"]);
  const found = data.repositories as Record<string, unknown>[];
  assert.deepEqual(
    found.map((one) => [one.rank, one.fullName, one.stars]),
    [[1, "hubot/loved", 2], [2, "octocat/liked", 1], [3, "octocat/plain", 0]],
  );
  assert.deepEqual([data.totalCount, data.incomplete, data.language], [3, false, null]);
  const liked = found[1]!;
  assert.equal(liked.description, "Says hello");
  assert.equal(liked.language, "TypeScript");
  assert.match(String(liked.createdAt), /^\d{4}-\d{2}-\d{2}T.*Z$/);
});

Deno.test("one search is made: days back in UTC, the language quoted, as many as asked for", async () => {
  await using host = await start();
  const before = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const { data } = await snapshot(host, { windowDays: 30, count: 2, language: "Rust" });
  const after = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const asked = searches(host).map(({ path }) => new URL(path, host.url).searchParams);
  assert.equal(asked.length, 1);
  // The day may change while the test runs.
  assert.ok([before, after].includes(String(data.since)));
  assert.deepEqual(Object.fromEntries(asked[0]!), {
    q: `created:>=${data.since} language:"Rust"`,
    sort: "stars",
    order: "desc",
    per_page: "2",
  });
  const names = (data.repositories as { fullName: string }[]).map((one) => one.fullName);
  assert.deepEqual(names, ["hubot/loved", "octocat/plain"]);
});

Deno.test("without a token the search is anonymous; a token is sent when there is one", async () => {
  await using host = await start();
  await snapshot(host, {});
  const { data } = await snapshot(host, { githubToken: "t1" });
  assert.deepEqual(searches(host).map((one) => one.authorization !== null), [false, true]);
  // What the token's account sees besides is found, too.
  assert.equal(data.totalCount, 4);
});

Deno.test("a search that ran out of time says so", async () => {
  await using host = await start();
  const body = { total_count: 5000, incomplete_results: true, items: [] };
  host.answerNext("/search/repositories", () => Response.json(body));
  const { data } = await snapshot(host, {});
  assert.deepEqual([data.incomplete, data.totalCount], [true, 5000]);
});

Deno.test("a stranger's description is kept as it is, as far as it is text at all", async () => {
  await using host = await start();
  const path = "/search/repositories?q=language:TypeScript";
  const found = await host.call("t1", "GET", path) as { items: object[] };
  const description = "<!channel> \x1b[2J \u202e @everyone";
  const item = { ...found.items[0], description: `${description}\0\ud800` };
  const body = JSON.stringify({ ...found, items: [item] });
  const headers = { "content-type": "application/json" };
  host.answerNext("/search/repositories", () => new Response(body, { headers }));
  const { data } = await snapshot(host, {});
  const [kept] = data.repositories as { description: string }[];
  assert.equal(kept!.description, `${description}\ufffd`);
});

Deno.test("a used-up search limit names the time it ends", async () => {
  await using host = await start();
  const headers = {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Date.parse("2027-01-01T00:00:00Z") / 1000),
  };
  const refusal = () =>
    Response.json({ message: "API rate limit exceeded" }, { status: 403, headers });
  host.answerNext("/search", refusal, 9);
  await assert.rejects(snapshot(host, {}), /used up until 2027-01-01T00:00:00/);
});

for (const language of ['C" stars:>1 "', "a\nb", "a\\", "a\u202eb", ""]) {
  Deno.test(`the language ${JSON.stringify(language)} is refused before anything is sent`, async () => {
    await using host = await start();
    await assert.rejects(snapshot(host, { language }), /language/);
    assert.equal(searches(host).length, 0);
  });
}

for (const wrong of [{ windowDays: 0 }, { windowDays: 366 }, { count: 101 }, { count: 0 }]) {
  Deno.test(`${JSON.stringify(wrong)} is outside of what a search gives`, async () => {
    await using host = await start();
    await assert.rejects(snapshot(host, wrong), new RegExp(Object.keys(wrong)[0]!));
  });
}

for (const language of ["C++", "C#", "Jupyter Notebook", "F*"]) {
  Deno.test(`${language} is a language`, () => {
    const given = { windowDays: 1, count: 1, language };
    assert.deepEqual(model.globalArguments.parse(given), given);
  });
}
