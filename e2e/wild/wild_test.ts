import assert from "node:assert/strict";
import { list } from "./list.ts";
import { play, type Played } from "./play.ts";
import { atMost, openWorld, publish } from "./world.ts";

/** As many as keep two cores busy. */
const AT_A_TIME = 3;

/**
 * Those that every run goes through: each shape once, with packages that are small. `WILD=all` goes
 * through the rest as well, which takes minutes.
 */
const ALWAYS = [
  "cumulus-gcp-storage",
  "cumulus-hosting",
  "fieldnotes-folder-archive",
  "fieldnotes-host-notes",
  "fieldnotes-letters",
  "fieldnotes-release-page",
  "harbor-fleet",
  "harbor-kv-vault",
  "harbor-ssh-host",
  "opsworks-gcloud-compute",
  "opsworks-probe",
  "opsworks-run-digest",
];

Deno.test("extensions as others write them do for somebody else what their authors say", async (test) => {
  const all = Deno.env.get("WILD") === "all";
  await using world = await openWorld();
  await test.step("each is published as it is", () => publish(world, list, AT_A_TIME));
  const chosen = list.filter(({ folder, open }) =>
    open === undefined && (all || ALWAYS.includes(folder))
  );
  const played = new Map<string, Played>();
  await test.step("somebody else pulls some, and goes through their steps", async () => {
    await atMost(AT_A_TIME, chosen, async (one) => {
      played.set(one.folder, await play(world, one, true));
    });
  });
  for (const { folder, name } of chosen) {
    await test.step(name, () => {
      const wrong = played.get(folder)!.typed.filter(({ problems }) => problems.length > 0)
        .map(({ command, problems, output }) => `svc ${command}: ${problems.join()}\n${output}`);
      assert.equal(wrong.join("\n"), "");
    });
  }
});
