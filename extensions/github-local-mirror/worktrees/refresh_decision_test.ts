import assert from "node:assert/strict";
import { type Facts, UNTOUCHED } from "./facts.ts";
import { decideRefresh, type Target } from "./refresh_decision.ts";

const MOVED: Target = { prState: "open", headSha: "a".repeat(40), ahead: 0, behind: 2 };

const TABLE: readonly (readonly [string, Partial<Facts>, Partial<Target>, string])[] = [
  ["clean and behind", {}, {}, "update"],
  ["with ignored files", { ignored: 5 }, {}, "update"],
  ["at the head", {}, { behind: 0 }, "keep"],
  ["at the head, with changes", { modified: 1 }, { behind: 0 }, "keep"],
  ["of a merged pull request", {}, { prState: "merged" }, "keep"],
  ["of a closed one", {}, { prState: "closed" }, "keep"],
  ["of a deleted one", {}, { prState: "deleted" }, "keep"],
  ["of one that is not mirrored", {}, { prState: null }, "keep"],
  ["with changes", { modified: 1 }, {}, "block"],
  ["with untracked files", { untracked: 1 }, {}, "block"],
  ["with changes nobody sees", { unseen: 1 }, {}, "block"],
  ["with a populated submodule", { submodules: 1 }, {}, "block"],
  ["with commits of its own", { ownCommits: 1 }, { ahead: 1 }, "block"],
  [
    "with commits of its own on top of the head",
    { ownCommits: 1 },
    { ahead: 1, behind: 0 },
    "block",
  ],
  ["of a rewritten branch", {}, { ahead: 1 }, "block"],
  ["in a merge", { inProgress: "merge" }, {}, "block"],
  ["with a left lock", { locks: ["index.lock"] }, {}, "block"],
  ["that is locked", { lockReason: "" }, {}, "block"],
  ["half made", { unfinished: true }, {}, "block"],
  ["that could not be checked", { unchecked: "x" }, {}, "block"],
  ["whose folder is gone", { folder: "missing" }, {}, "block"],
  ["whose folder is a link", { folder: "link" }, {}, "block"],
  ["whose folder leads elsewhere", { folder: "foreign" }, {}, "block"],
  [
    "whose pull request has no head here",
    {},
    { headSha: null, ahead: null, behind: null },
    "block",
  ],
];

for (const [what, facts, target, decision] of TABLE) {
  Deno.test(`refreshing a worktree ${what}: ${decision}`, () => {
    const found = decideRefresh({ ...UNTOUCHED, ...facts }, { ...MOVED, ...target });
    assert.equal(found.do, decision);
    if (found.do === "block") assert.ok(found.reasons.length > 0);
  });
}
