import assert from "node:assert/strict";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { referencesOf, sameReferences } from "./subject_references.ts";

const REPO = "octocat/app";
const event = (type: string, more: Partial<SubjectEvent>): SubjectEvent => ({
  id: `${type}-1`,
  type,
  actor: "ann",
  actorType: "user",
  at: "2026-11-22T00:00:00Z",
  ...more,
});
const targets = (title: string, body: string | null, events: SubjectEvent[] = []) =>
  referencesOf(REPO, 7, { title, body }, events).map(({ target, relationship, external }) =>
    `${relationship} ${target}${external ? " external" : ""}`
  );

Deno.test("references: the strongest relationship wins, wherever it stands", () => {
  const crossing = event("cross-referenced", { detail: "octocat/app#3" });
  const said = event("commented", { body: "see #3 and #4" });
  assert.deepEqual(targets("About #3", "Fixes #3, #4", [crossing, said]), [
    "closing octocat/app#3",
    "text octocat/app#4",
  ]);
  assert.deepEqual(targets("About #3", null, [said, crossing]), [
    "cross-reference octocat/app#3",
    "text octocat/app#4",
  ]);
});

Deno.test("references: closing words in a comment close nothing, in a commit they do", () => {
  assert.deepEqual(targets("", null, [event("commented", { body: "fixes #3" })]), [
    "text octocat/app#3",
  ]);
  assert.deepEqual(targets("", null, [event("committed", { body: "Fix it\n\nfixes #3" })]), [
    "closing octocat/app#3",
  ]);
});

Deno.test("references: other repositories are external, whatever the case; itself is none", () => {
  assert.deepEqual(targets("#7 and OctoCat/App#7", "a/b#1 OCTOCAT/APP#8"), [
    "text a/b#1 external",
    "text OCTOCAT/APP#8",
  ]);
});

Deno.test("references: a body that names a million subjects names 1,000 at most, and soon", () => {
  const body = Array.from({ length: 12_000 }, (_, index) => `#${index + 100}`).join(" ");
  const events = Array.from(
    { length: 50 },
    (_, index) => event("commented", { id: `comment-${index}`, body: body.slice(index * 1_000) }),
  );
  assert.ok(targets("", body, events).length <= 1_000);
});

Deno.test("references: only other names are a difference", () => {
  const one = event("commented", { body: "see #3" });
  const edited = { ...one, body: "please see #3!" };
  assert.equal(sameReferences(REPO, [one], [edited]), true);
  assert.equal(sameReferences(REPO, [one], [{ ...one, body: "see #4" }]), false);
});
