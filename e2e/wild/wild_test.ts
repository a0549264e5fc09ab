import assert from "node:assert/strict";
import { list } from "./list.ts";
import { play, type Played } from "./play.ts";
import { atMost, openWorld, publish } from "./world.ts";

/** As many as keep two cores busy. */
const AT_A_TIME = 3;

/**
 * Those that every run publishes and goes through: most shapes, with packages that are small.
 * `WILD=all` does so with all, which takes minutes, `WILD=name,name` with those.
 */
const ALWAYS = [
  "cumulus-gcp-storage",
  "fieldnotes-folder-archive",
  "fieldnotes-host-notes",
  "fieldnotes-letters",
  "fieldnotes-release-page",
  "harbor-fleet",
  "harbor-kv-vault",
  "opsworks-gcloud-compute",
  "opsworks-probe",
  "opsworks-run-digest",
];

Deno.test("extensions as others write them do for somebody else what their authors say", async (test) => {
  const wanted = Deno.env.get("WILD")?.split(",") ?? ALWAYS;
  const chosen = list.filter(({ folder }) => wanted[0] === "all" || wanted.includes(folder));
  await using world = await openWorld();
  await test.step("each is published as it is", () => publish(world, chosen, AT_A_TIME));
  const played = new Map<string, Played>();
  await test.step("somebody else pulls each, and goes through its steps", async () => {
    await atMost(AT_A_TIME, chosen.filter(({ open }) => open === undefined), async (one) => {
      played.set(one.folder, await play(world, one, true));
    });
  });
  for (const { folder, name, open } of chosen) {
    await test.step({
      name,
      ignore: open !== undefined,
      fn() {
        const wrong = played.get(folder)!.typed.filter(({ problems }) => problems.length > 0)
          .map(({ command, problems, output }) => `svc ${command}: ${problems.join()}\n${output}`);
        assert.equal(wrong.join("\n"), "");
      },
    });
  }
});
