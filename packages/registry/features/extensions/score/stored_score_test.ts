import assert from "node:assert/strict";
import { DEPENDENT, scored } from "../../../testing/extensions/scored.ts";
import { refreshScores } from "./stored_score.ts";

type Scored = Awaited<ReturnType<typeof scored>>;

const REPOSITORY = "https://github.com/acme/hello";

Deno.test("a record says how many points could not be checked, and none once they were", async () => {
  await using ours = await scored();
  const said = async () => (await ours.info()).score;
  ours.world.repository = "down";
  ours.world.osv = "down";
  await ours.publish("2026.01.01.1", {
    source: DEPENDENT,
    manifest: { repository: REPOSITORY, license: "MIT" },
  });
  assert.deepEqual(await said(), {
    percentage: 71,
    grade: "C",
    uncheckedPoints: 4,
    maxPoints: 14,
  });
  ours.world.osv = "clean";
  ours.world.repository = "private";
  ours.later(60);
  await ours.work();
  const { uncheckedPoints, percentage } = await said();
  assert.deepEqual(
    [uncheckedPoints, percentage],
    [0, 85],
    "a private repository was checked",
  );
});

Deno.test("a score that was stored without its unchecked points is composed again at the start", async () => {
  await using ours = await scored();
  const { services: { db, config } } = ours;
  ours.world.repository = "down";
  await ours.publish("2026.01.01.1", { manifest: { repository: REPOSITORY } });
  await db.updateTable("extension").set({ score_unchecked: null }).execute();
  assert.equal("uncheckedPoints" in (await ours.info()).score, false, "not known is not said");
  await db.deleteFrom("score_basis").execute();
  await db.insertInto("score_basis").values({ basis: JSON.stringify([1, false]) }).execute();
  assert.equal(await refreshScores(db, config), 1);
  const { score_unchecked } = await db.selectFrom("extension").select("score_unchecked")
    .executeTakeFirstOrThrow();
  assert.equal(score_unchecked, 2);
});

async function storedScore({ services }: Scored, name = "@acme/hello"): Promise<number | null> {
  const { score } = await services.db.selectFrom("extension").select("score")
    .where("name", "=", name).executeTakeFirstOrThrow();
  return score;
}

Deno.test("after every change of what a score is made of, the stored score is the composed one", async () => {
  await using ours = await scored();
  const { world } = ours;
  const seen: number[] = [];
  const agrees = async (after: string, changed: boolean) => {
    const { percentage } = await ours.scorecard();
    assert.equal(await storedScore(ours), percentage, after);
    if (seen.length > 0) {
      assert.equal(percentage !== seen.at(-1), changed, `${after} ${percentage}`);
    }
    seen.push(percentage);
  };

  world.repository = "down";
  await ours.publish("2026.01.01.1", { manifest: { description: "" } });
  await agrees("a first version", true);
  await ours.change("PATCH", "", { description: "Says hello to whoever asks for it" });
  await agrees("a description", true);
  await ours.change("PATCH", "", { license: "MIT" });
  await agrees("a license beside a LICENSE file", false);
  await ours.change("PATCH", "", { platforms: ["linux", "darwin"] });
  await agrees("platforms", false);
  await ours.change("PATCH", "", { repository: REPOSITORY });
  await agrees("a repository that does not answer", false);
  world.repository = "public";
  ours.later(60);
  await ours.work();
  await agrees("a repository verified later", true);
  await ours.change("PATCH", "", { repository: null });
  await agrees("no repository", true);
  await ours.publish("2026.01.02.1", { channel: "beta", readme: "" });
  await agrees("a beta, which is not shown", false);
  await ours.change("POST", "/promote", { version: "2026.01.02.1", toChannel: "stable" });
  await agrees("a promotion", true);
  await ours.change("POST", "@2026.01.02.1/yank", { reason: "empty" });
  await agrees("a yanked version", true);
  await ours.change("POST", "@2026.01.02.1/unyank", { reason: "not empty" });
  await agrees("an unyanked version", true);
  await ours.change("POST", "/rescore");
  await agrees("a rescore", false);
});

Deno.test("an audit that is finished later changes the stored score with it", async () => {
  await using ours = await scored();
  ours.world.osv = "down";
  await ours.publish("2026.01.01.1", { source: DEPENDENT });
  const before = await storedScore(ours);
  assert.equal(before, (await ours.scorecard()).percentage);
  ours.world.osv = "clean";
  ours.later(60);
  await ours.work();
  const after = await storedScore(ours);
  assert.equal(after, (await ours.scorecard()).percentage);
  assert.notEqual(after, before);
});

Deno.test("a verification that serves another extension too changes both stored scores", async () => {
  await using ours = await scored();
  ours.world.repository = "private";
  const manifest = { repository: REPOSITORY };
  await ours.publish("2026.01.01.1", { name: "@fork/hello", manifest });
  const before = await storedScore(ours, "@fork/hello");
  ours.world.repository = "public";
  await ours.publish("2026.01.01.1", { manifest });
  assert.notEqual(await storedScore(ours, "@fork/hello"), before);
  assert.equal(await storedScore(ours, "@fork/hello"), await storedScore(ours));
});

Deno.test("scores are composed again under other rules, and only then; half of them is not enough", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1");
  const { db, config } = ours.services;
  const score = await storedScore(ours);
  await refreshScores(db, config);
  assert.equal(await refreshScores(db, config), 0);
  await db.updateTable("extension").set({ score: null }).execute();
  await db.updateTable("score_basis").set({ basis: "an older rubric" }).execute();
  assert.equal(await refreshScores(db, config), 1);
  assert.equal(await storedScore(ours), score);
  const other = { provenance: !config.provenance };
  // As a server does that stops meanwhile.
  assert.equal(await refreshScores(db, other, AbortSignal.abort()), 1);
  assert.equal(await refreshScores(db, other), 1);
  assert.equal(await refreshScores(db, other), 0);
  // Where provenance is counted, the trust root is one of the rules.
  const renewed = await refreshScores(db, { ...other, rootDigest: "renewed" });
  assert.equal(renewed, other.provenance ? 1 : 0);
  assert.notEqual(await storedScore(ours), score);
});
