import assert from "node:assert/strict";
import {
  documentsOf,
  type Ledger,
  ledgerOf,
  type Scene,
  startScene,
  TOKEN,
} from "../testing/scene.ts";

const RAW = ["rawgithubapiresponse"];

/** The ledger of a fetch, which has answers and nothing else. */
async function fetched(scene: Scene, sourceMethod: string, methodArgs = {}): Promise<Ledger> {
  const ledger = ledgerOf();
  const args = { scenario: "night", sourceMethod, methodArgs };
  const { error, written } = await scene.run(ledger, "fetch_from_github", args);
  assert.equal(error, undefined);
  assert.deepEqual([...new Set(written.map(({ spec }) => spec))], ["rawGithubApiResponse"]);
  return ledger;
}

/** A repository with something of everything. */
async function tell(scene: Scene): Promise<number> {
  const number = await scene.open("topic");
  await scene.asStranger("POST", `/issues/${number}/comments`, { body: "Looks good" });
  await scene.asStranger("POST", `/pulls/${number}/reviews`, { event: "APPROVE", body: "Fine" });
  const bug = await scene.issue("A bug");
  await scene.on("POST", `/issues/${bug}/comments`, { body: "Me too" });
  const closed = await scene.issue("Another");
  await scene.on("PATCH", `/issues/${closed}`, { state: "closed" });
  await scene.stage.host.call(
    "ghp_other0123456789other0123456789other01",
    "POST",
    "/repos/octocat/hello/forks",
    {},
  );
  return number;
}

/** Every sync method, with arguments that make it read as much as it can. */
const METHODS: Readonly<Record<string, object>> = {
  sync_github_repo: { includeForkIndex: true },
  sync_github_file_inventory: {},
  sync_github_fork_index: {},
  sync_github_issues: { includeComments: true, includeTimeline: true },
  sync_github_prs: { includePatchArtifacts: true },
  sync_github_pr_by_number: { prNumber: 1 },
  sync_github_recent_activity: {},
  sync_github_backfill: { includeForkIndex: true },
};

Deno.test("every sync method gives the same documents live and from a recording without a network", async (test) => {
  await using scene = await startScene();
  await tell(scene);
  for (const [method, args] of Object.entries(METHODS)) {
    await test.step(method, async () => {
      const live = ledgerOf();
      const synced = await scene.run(live, method, { ...args });
      assert.equal(synced.error, undefined);
      assert.ok(synced.written.length > 0);
      const replayed = await fetched(scene, method, args);
      const ingested = await scene.run(
        replayed,
        "ingest_fetched_data",
        { scenario: "night" },
        { githubToken: undefined },
      );
      assert.equal(ingested.error, undefined);
      assert.deepEqual(ingested.asked, []);
      // A backfill's window ends when it was asked for.
      const same = (ledger: Ledger) =>
        JSON.stringify(documentsOf(ledger, RAW), (key, value) => key === "backfill" ? null : value);
      assert.deepEqual(JSON.parse(same(replayed)), JSON.parse(same(live)));
      assert.deepEqual([...replayed.files.keys()], [...live.files.keys()]);
    });
  }
});

Deno.test("no recording holds the token", async () => {
  await using scene = await startScene();
  const bug = await scene.issue("A bug", `I have found ${TOKEN} in a log`);
  await scene.on("POST", `/issues/${bug}/comments`, { body: encodeURIComponent(TOKEN) });
  const ledger = await fetched(scene, "sync_github_issues", { includeComments: true });
  const all = JSON.stringify([...ledger.data]);
  assert.ok(!all.includes(TOKEN));
  assert.ok(!all.includes(TOKEN.slice(0, 20)));
  assert.match(all, /I have found \*\*\* in a log/);
  assert.doesNotMatch(all, /authorization/i);
});

Deno.test("a question that was not recorded fails the ingest by name", async () => {
  await using scene = await startScene();
  await tell(scene);
  const ledger = await fetched(scene, "sync_github_issues");
  const args = { scenario: "night", methodArgs: { includeTimeline: true } };
  const { error, asked } = await scene.run(ledger, "ingest_fetched_data", args);
  assert.match(
    error!.message,
    /the recording has no answer to GET \/repos\/octocat\/hello\/issues\/\d+\/timeline\?per_page=100/,
  );
  assert.equal(error!.code, "refused");
  assert.deepEqual(asked, []);
});

Deno.test("arguments of the source method are held to its own schema before anything is asked", async () => {
  await using scene = await startScene();
  const wrong: [string, object, RegExp][] = [
    ["sync_github_issues", { limit: 0 }, /methodArgs\.limit/],
    ["sync_github_issues", { token: "x" }, /methodArgs: Unrecognized key: "token"/],
    ["sync_github_pr_by_number", {}, /methodArgs\.prNumber/],
    ["sync_github_repo", { includeForkIndex: "yes" }, /methodArgs\.includeForkIndex/],
  ];
  for (const [sourceMethod, methodArgs, message] of wrong) {
    const args = { scenario: "night", sourceMethod, methodArgs };
    const { error, asked, written } = await scene.run(ledgerOf(), "fetch_from_github", args);
    assert.match(error!.message, message);
    assert.deepEqual([asked, written], [[], []]);
  }
});

Deno.test("a fetch that failed leaves nothing that could pass for a whole recording", async () => {
  await using scene = await startScene();
  await tell(scene);
  const ledger = await fetched(scene, "sync_github_issues", { includeComments: true });
  scene.stage.host.failNext("/repos/octocat/hello/issues/2/comments", 404);
  const args = {
    scenario: "night",
    sourceMethod: "sync_github_issues",
    methodArgs: { includeComments: true },
  };
  const failed = await scene.run(ledger, "fetch_from_github", args);
  assert.equal(failed.error?.code, "not_found");
  // What was answered can be looked at, also the refusal.
  const statuses = failed.written.flatMap(({ data }) =>
    (data.answer as { status: number } | null)?.status ?? []
  );
  assert.ok(statuses.includes(200) && statuses.includes(404), statuses.join());
  const { error } = await scene.run(ledger, "ingest_fetched_data", { scenario: "night" });
  assert.match(error!.message, /the fetch failed, so responses are missing/);
  assert.deepEqual(Object.keys(documentsOf(ledger, RAW)), []);
});

Deno.test("a recording of another scenario or repository is refused, and so is a damaged one", async () => {
  await using scene = await startScene();
  await tell(scene);
  const ledger = await fetched(scene, "sync_github_repo");
  const ingest = async (scenario: string, globals = {}) =>
    (await scene.run(ledger, "ingest_fetched_data", { scenario }, globals)).error!;
  assert.match((await ingest("day")).message, /there is no such recording/);
  assert.match((await ingest("night", { repo: "other" })).message, /there is no such recording/);

  const head = ledger.data.get("rawgithubapiresponse.octocat~hello~night")!;
  ledger.put("rawGithubApiResponse", "rawgithubapiresponse.octocat~other~night", head);
  const other = await ingest("night", { repo: "other" });
  assert.match(other.message, /it is of another repository or scenario/);
  ledger.put("rawGithubApiResponse", "rawgithubapiresponse.octocat~hello~day", head);
  assert.match((await ingest("day")).message, /it is of another repository or scenario/);

  const answer = ledger.data.get("rawgithubapiresponse.octocat~hello~night~000001")!;
  ledger.data.delete("rawgithubapiresponse.octocat~hello~night~000001");
  assert.match((await ingest("night")).message, /answer 1 of 1 is missing/);
  ledger.put("rawGithubApiResponse", "rawgithubapiresponse.octocat~hello~night~000001", {
    ...answer,
    repo: "octocat/other",
  });
  assert.match((await ingest("night")).message, /responses about another repository/);
  ledger.put("rawGithubApiResponse", "rawgithubapiresponse.octocat~hello~night~000001", {
    ...answer,
    fetchedAt: "2026-01-01T00:00:00.000Z",
  });
  assert.match((await ingest("night")).message, /answer 1 of 1 is missing/);
});

Deno.test("answers of an earlier, longer fetch of the same name are not replayed", async () => {
  await using scene = await startScene();
  const number = await tell(scene);
  const ledger = await fetched(scene, "sync_github_prs");
  const args = { scenario: "night", sourceMethod: "sync_github_repo" };
  await scene.run(ledger, "fetch_from_github", args);
  const { error } = await scene.run(ledger, "ingest_fetched_data", { scenario: "night" });
  assert.equal(error, undefined);
  assert.ok(ledger.data.has("reposnapshot.octocat~hello"));
  assert.ok(!ledger.data.has(`prsnapshot.octocat~hello~${number}`));
});
