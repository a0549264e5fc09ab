import assert from "node:assert/strict";
import { list } from "./list.ts";
import { play, type Played } from "./play.ts";
import { atMost, openWorld, publish } from "./world.ts";

/** As many as two cores can keep busy. */
const AT_A_TIME = 3;

Deno.test("extensions as others write them do for somebody else what their authors say", async (test) => {
  await using world = await openWorld();
  await test.step("each is published as it is", () => publish(world, list, AT_A_TIME));
  const played = new Map<string, Played>();
  await test.step("somebody else pulls each, and goes through its steps", async () => {
    await atMost(AT_A_TIME, list, async (one) => {
      played.set(one.folder, await play(world, one, true));
    });
  });
  for (const { folder, name, open } of list) {
    await test.step({
      name,
      ignore: open !== undefined,
      fn() {
        const { typed } = played.get(folder)!;
        const wrong = typed.filter(({ problems }) => problems.length > 0)
          .map(({ command, problems, output }) =>
            `svc ${command}: ${problems.join(", ")}\n${output}`
          );
        assert.deepEqual(wrong, []);
      },
    });
  }
});
