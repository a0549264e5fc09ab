import assert from "node:assert/strict";
import { model } from "../../github_local_mirror.ts";
import { readChoices } from "./settings.ts";

Deno.test("what a behavior leaves out is what its type has as default", () => {
  const defaults: Record<string, unknown> = model.globalArguments.parse({
    owner: "octocat",
    repo: "hello-world",
    gitObjectPath: "objects",
    workspaceRoot: "work",
    artifactRoot: "artifacts",
  });
  const { unread, ...choices } = readChoices({});
  assert.deepEqual(unread, []);
  for (const [name, value] of Object.entries(choices)) assert.deepEqual(value, defaults[name]);
});

Deno.test("values are read as the command line leaves them in the file", () => {
  const choices = readChoices({
    reviewerHandles: '["ann","team:core"]',
    reviewFocusStaleDays: "30",
    timelineCodeGranularity: "commit",
  });
  assert.deepEqual(choices.reviewerHandles, ["ann", "team:core"]);
  assert.equal(choices.reviewFocusStaleDays, 30);
  assert.equal(choices.timelineCodeGranularity, "commit");
  assert.deepEqual(choices.unread, []);
});

Deno.test("what is not a value of an argument is named, and its default counts", () => {
  const given = {
    reviewerHandles: "${{ env.HANDLES }}",
    reviewFocusStaleDays: 0,
    timelineCodeGranularity: "hour",
    needsClarificationLabels: [""],
  };
  const { unread, ...choices } = readChoices(given);
  assert.deepEqual(unread.toSorted(), Object.keys(given).toSorted());
  const { unread: _, ...defaults } = readChoices({});
  assert.deepEqual(choices, defaults);
});
