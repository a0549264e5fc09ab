import assert from "node:assert/strict";
import { type Facts, UNTOUCHED } from "./facts.ts";
import { recommend, type Standing } from "./recommendation.ts";

const LEVEL: Standing = { prState: "open", ahead: 0, behind: 0 };

const TABLE: readonly (readonly [string, Partial<Facts>, Partial<Standing>, string])[] = [
  ["at the head of an open pull request", {}, {}, "none"],
  ["behind it", {}, { behind: 1 }, "update"],
  ["ahead of it", { ownCommits: 1 }, { ahead: 1 }, "push"],
  ["apart from it", { ownCommits: 1 }, { ahead: 1, behind: 1 }, "inspect"],
  ["with changes", { modified: 1 }, { behind: 1 }, "commit"],
  ["with untracked files", { untracked: 1 }, {}, "commit"],
  ["with ignored files only", { ignored: 9 }, {}, "none"],
  ["with changes nobody sees", { unseen: 1 }, {}, "commit"],
  ["locked on purpose", { lockReason: "kept" }, { behind: 1 }, "update"],
  ["in a rebase", { inProgress: "rebase", modified: 1 }, {}, "inspect"],
  ["with a left lock", { locks: ["index.lock"] }, {}, "inspect"],
  ["half made", { unfinished: true }, {}, "inspect"],
  ["that could not be checked", { unchecked: "x" }, { prState: "merged" }, "inspect"],
  ["whose folder is gone", { folder: "missing" }, { behind: 1 }, "remove"],
  ["whose folder is a link", { folder: "link" }, { prState: "merged" }, "inspect"],
  ["whose folder leads elsewhere", { folder: "foreign" }, {}, "inspect"],
  ["of a merged pull request", {}, { prState: "merged", behind: 3 }, "remove"],
  ["of a merged one, locked", { lockReason: "" }, { prState: "merged" }, "inspect"],
  ["of a merged one, with ignored files", { ignored: 1 }, { prState: "merged" }, "inspect"],
  ["of a merged one, with commits", { ownCommits: 1 }, { prState: "merged", ahead: 1 }, "inspect"],
  ["of a merged one, with changes", { modified: 1 }, { prState: "merged" }, "commit"],
  ["of a closed one", {}, { prState: "closed", behind: 2 }, "none"],
  ["of a deleted one", {}, { prState: "deleted", ahead: null, behind: null }, "none"],
  ["without a pull request", {}, { prState: null, ahead: null, behind: null }, "none"],
  ["without one, with commits", { ownCommits: 2 }, {
    prState: null,
    ahead: null,
    behind: null,
  }, "push"],
];

for (const [what, facts, standing, action] of TABLE) {
  Deno.test(`a worktree ${what}: ${action}`, () => {
    const found = recommend({ ...UNTOUCHED, ...facts }, { ...LEVEL, ...standing });
    assert.equal(found.action, action);
    if (action !== "none") assert.ok(found.reasons.length > 0);
  });
}
