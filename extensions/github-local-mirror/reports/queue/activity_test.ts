import assert from "node:assert/strict";
import type { SubjectEvent } from "../../../platform/subjects/event.ts";
import type { PrRevision } from "../../outputs/pull_requests.ts";
import { newEvent, REPO, shaOf } from "../../testing/stored.ts";
import { isByBot, lastActivity } from "./activity.ts";

const OPENED = "2026-11-01T00:00:00Z";
const LATER = "2026-11-10T00:00:00Z";

function last(
  events: readonly SubjectEvent[],
  change: { revision?: PrRevision; pushedByBot?: boolean | null; authorType?: string | null } = {},
) {
  const { revision = null, pushedByBot = null, authorType = "user" } = change;
  return lastActivity({ createdAt: OPENED, authorType }, { events, revision, pushedByBot });
}

const revision = (kind: PrRevision["kind"]): PrRevision => ({
  repo: REPO,
  number: 1,
  headSha: shaOf(1),
  baseSha: null,
  mergeBase: null,
  previousHeadSha: null,
  kind,
  observedAt: LATER,
  patchPath: null,
});

Deno.test("without any event it is when the pull request was opened", () => {
  assert.equal(last([]), OPENED);
  assert.equal(
    lastActivity({ createdAt: OPENED, authorType: null }, {
      events: [],
      revision: null,
      pushedByBot: null,
    }),
    OPENED,
  );
});

Deno.test("a person's comment, review, label or edit counts, in whatever order they are", () => {
  for (const type of ["commented", "reviewed", "labeled", "head_ref_force_pushed"]) {
    const events = [newEvent({ type, at: LATER }), newEvent({ at: "2026-11-05T00:00:00Z" })];
    assert.equal(last(events), LATER, type);
  }
  assert.equal(last([newEvent({ at: "2026-11-05T00:00:00Z", updatedAt: LATER })]), LATER);
});

Deno.test("bots and accounts that are gone do not reset idleness", () => {
  assert.equal(last([newEvent({ at: LATER, actor: "stale[bot]", actorType: "bot" })]), OPENED);
  assert.equal(last([newEvent({ at: LATER, actor: null, actorType: null })]), OPENED);
});

Deno.test("being named elsewhere is no activity, nor is the date that a commit claims", () => {
  for (const type of ["mentioned", "subscribed", "cross-referenced", "referenced", "committed"]) {
    assert.equal(last([newEvent({ type, at: "2999-01-01T00:00:00Z" })]), OPENED, type);
  }
});

Deno.test("a push counts when it is known not to be a bot's", () => {
  const pushed = revision("pushed");
  assert.equal(last([], { revision: pushed, pushedByBot: false }), LATER);
  assert.equal(last([], { revision: revision("force-pushed"), pushedByBot: false }), LATER);
  assert.equal(last([], { revision: pushed, pushedByBot: true }), OPENED);
  assert.equal(last([], { revision: pushed, pushedByBot: null }), OPENED);
  assert.equal(last([], { revision: pushed, pushedByBot: false, authorType: "bot" }), OPENED);
});

Deno.test("the first sight of a head is not a push", () => {
  assert.equal(last([], { revision: revision("opened"), pushedByBot: false }), OPENED);
});

Deno.test("a time that is none is passed over", () => {
  assert.equal(last([newEvent({ at: "nonsense" })]), OPENED);
  assert.equal(
    lastActivity({ createdAt: "?", authorType: null }, {
      events: [],
      revision: null,
      pushedByBot: null,
    }),
    null,
  );
});

Deno.test("commits of bots are known by name or address", () => {
  assert.equal(isByBot({ name: "dependabot[bot]", email: "x@example.com" }), true);
  assert.equal(isByBot({ name: "x", email: "1+ci[bot]@users.noreply.github.com" }), true);
  assert.equal(isByBot({ name: "robot", email: "bot@example.com" }), false);
});
