import assert from "node:assert/strict";
import { type CodeHost, largeRepository } from "@svc/fakes/codehost";
import { openMirror } from "./testing/mirror.ts";
import { assertSameMirror } from "./testing/same_mirror.ts";

/** Of 5,000 pull requests, 20,000 issues and 100,000 comments: some pages of each. */
const SCALE = 0.03;

/** Calls of svc after which a slice dies at the latest; a sync of all makes some thousand. */
const MOST_CALLS = 4_500 * SCALE;

Deno.test("story: slices that die at random points end with what one uninterrupted sync has", async () => {
  await using large = await largeRepository(SCALE);
  const { host, name, token } = large;
  const settings = { githubToken: token };
  await using whole = await openMirror(host.url, name, settings);
  const before = requestsOf(host);
  const { summary, error } = await whole.sync();
  assert.equal(error, undefined);
  assert.equal(summary.complete, true);
  assert.deepEqual(summary.errors, []);
  assert.equal(whole.all("prSnapshot").length, large.size.pulls);
  assert.equal(whole.all("issueSnapshot").length, large.size.issues);
  const needed =
    host.received.slice(before).filter(({ path }) => path.startsWith("/repos/")).length;
  const open = large.open().length;
  const pages = (large.size.pulls + large.size.issues + large.size.comments) / 100;
  assert.ok(needed <= 1.15 * pages + 4 * open + 25, `${needed} requests`);

  await using sliced = await openMirror(host.url, name, settings);
  let seed = 7;
  const below = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
  for (let slice = 0; slice < 12; slice++) {
    await sliced.sync({ dieAfter: 1 + below(MOST_CALLS) });
  }
  const last = await sliced.sync();
  assert.equal(last.error, undefined);
  assert.equal(last.summary.complete, true);
  assertSameMirror(sliced, whole);

  await large.changes(20);
  const changed = await sliced.sync();
  assert.equal(changed.error, undefined);
  await whole.sync();
  assertSameMirror(sliced, whole);
  await using again = await openMirror(host.url, name, settings);
  await again.sync();
  assert.deepEqual(
    [again.all("prSnapshot").length, again.all("issueSnapshot").length],
    [sliced.all("prSnapshot").length, sliced.all("issueSnapshot").length],
  );
});

/** Calls of the API so far. */
function requestsOf({ counts }: CodeHost): number {
  return [...counts].reduce(
    (sum, [route, count]) => route.startsWith("git ") ? sum : sum + count,
    0,
  );
}
