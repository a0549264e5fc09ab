import assert from "node:assert/strict";
import { type LargeRepository, largeRepository } from "./large.ts";

interface Listed {
  id: number;
  number: number;
  updated_at: string;
  pull_request?: object;
}

/** A whole list, page by page as `Link` leads. */
async function every<T = Listed>({ host, token, owner, name }: LargeRepository, path: string) {
  const found: T[] = [];
  let next: string | undefined = `${host.url}/repos/${owner}/${name}${path}`;
  while (next !== undefined) {
    const answer: Response = await fetch(next, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 200);
    found.push(...await answer.json());
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return found;
}

const STREAM = "/issues?state=all&sort=updated&direction=asc&per_page=100";
const SAID = "comments?sort=updated&direction=asc&per_page=100";

/** References of the repository, as git's own protocol gives them. */
async function references({ host, owner, name }: LargeRepository): Promise<string[]> {
  const args = ["ls-remote", `${host.url}/${owner}/${name}.git`];
  const { stdout } = await new Deno.Command("git", { args }).output();
  return new TextDecoder().decode(stdout).trimEnd().split("\n");
}

Deno.test("a hundredth of the large repository has everything, in order, and as described", async () => {
  await using large = await largeRepository(0.01);
  const issues = await every(large, STREAM);
  assert.equal(issues.length, large.size.pulls + large.size.issues);
  assert.equal(issues.filter((one) => one.pull_request).length, large.size.pulls);
  assert.equal(new Set(issues.map(({ number }) => number)).size, issues.length);
  const times = issues.map((one) => one.updated_at);
  assert.deepEqual(times, times.toSorted());
  assert.ok(new Set(times).size < times.length, "some changed in the same second");

  const said = await every(large, `/issues/${SAID}`);
  const remarks = await every(large, `/pulls/${SAID}`);
  assert.equal(said.length + remarks.length, large.size.comments);
  assert.ok(remarks.length > 0);

  const refs = await references(large);
  const heads = refs.filter((line) => /refs\/pull\/\d+\/head$/.test(line));
  assert.equal(heads.length, large.size.pulls);
  for (const number of large.open()) {
    const [pull] = await every<{ head: { sha: string } }>(large, `/pulls?state=open&per_page=100`)
      .then((all) => all.filter((one) => (one as unknown as Listed).number === number));
    assert.ok(heads.includes(`${pull!.head.sha}\trefs/pull/${number}/head`));
    for (const below of [`/pulls/${number}/reviews`, `/issues/${number}/timeline`]) {
      await every(large, below);
    }
  }
});

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).toHex();
}

Deno.test("the same seed gives the same repository, another one another", async () => {
  const seen = [];
  for (const seed of [7, 7, 8]) {
    await using large = await largeRepository(0.01, seed);
    const issues = await every<Record<string, unknown>>(large, STREAM);
    const text = JSON.stringify(issues).replaceAll(large.host.url, "");
    seen.push(await digest(text + (await references(large)).join("\n")));
  }
  assert.equal(seen[0], seen[1]);
  assert.notEqual(seen[0], seen[2]);
});

Deno.test("changes move exactly the subjects that they name", async () => {
  await using large = await largeRepository(0.01);
  const before = (await every(large, STREAM)).at(-1)!.updated_at;
  // A merge also closes what the request says that it fixes.
  const changes = [
    ...await large.changes(50, ["comment", "edit", "label", "close", "reopen", "issue"]),
    ...await large.changes(16, ["push", "force-push", "pull", "review", "remark"]),
  ];
  assert.equal(changes.length, 66);
  const moved = await every(large, `${STREAM}&since=${before}`);
  const named = new Set(changes.filter(({ kind }) => kind !== "edit").map(({ number }) => number));
  const known = moved.filter((one) => one.updated_at > before).map(({ number }) => number);
  assert.deepEqual(known.filter((number) => !named.has(number)), []);
  const edited = await every(large, `/issues/${SAID}&since=${before}`);
  assert.ok(edited.length >= changes.filter(({ kind }) => kind === "comment").length);
  const merges = await large.changes(2, ["merge"]);
  assert.deepEqual(large.open().filter((one) => merges.some(({ number }) => number === one)), []);
});

Deno.test("requests are counted for each operation, and only the latest are kept", async () => {
  await using large = await largeRepository(0.01);
  for (let count = 0; count < 1_010; count++) {
    const answer = await fetch(`${large.host.url}/repos/octocat/large/issues/0`);
    await answer.body?.cancel();
    if (count === 10) large.host.limits.enabled = false;
  }
  const { counts, received } = large.host;
  assert.equal(counts.get("GET /repos/{owner}/{repo}/issues/{issue_number}"), 1_010);
  assert.equal(received.length, 1_000);
  await references(large);
  assert.equal(counts.get("git /info/refs"), 1);
});
