/**
 * A stand-in for the code host. `startCodeHost` starts one, and everything is made through its API or
 * by git at `HOST/owner/name.git`; `extensions/testing/stage.ts` makes that short. Beside these:
 *
 * - `host.clock.advance(seconds)`, also backwards, moves all times and the `Date` of answers.
 * - `host.upstream`: force pushes, deleted and transferred issues, discussions, the merge queue,
 *   bots, comments and reviews of people without a token.
 * - `host.paging`: `most` entries to a page, from `large` issues on cursors, `tree` entries at most.
 * - `host.limits`: `set` how much of the budget is used, `slowDown`.
 * - `host.failNext`, `loseNext`, `beforeNext` and more do something to chosen requests.
 * - `host.received` and `host.counts`: which requests came, and how many for each operation.
 *
 * Answers have every optional key of the description, keys that nobody knows, and an order of their
 * own, which `CODEHOST_SEED` changes. `startExamples(form)` starts a host that answers each operation
 * with its published example.
 *
 * `largeRepository(scale, seed)` starts a host with a made-up repository of 5,000 × scale pull
 * requests, 20,000 issues and 100,000 comments; its `changes(n)` applies n random changes.
 *
 * `updated_at` moves with comments, reviews, remarks, labels, states and pushes; not with checks, and
 * not with the edit of a comment, which moves the comment's own.
 *
 * @module
 */
export { startCodeHost } from "./host.ts";
export type { CodeHost, CodeHostSeed, ReceivedRequest, RepositorySeed } from "./host_shape.ts";
export * from "./examples.ts";
export type { ExampleForm } from "./description/mod.ts";
export * from "./gh.ts";
export * from "./large.ts";
export * from "./scanned.ts";
export * from "./sample_tokens.ts";
export * from "./story.ts";
export type { Upstream } from "./upstream/upstream.ts";
export type { Actions, AlertFeeds, App, Installation, RunSeed, TokenSeed } from "./state/mod.ts";
