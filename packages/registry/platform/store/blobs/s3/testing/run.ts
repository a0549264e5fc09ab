import assert from "node:assert/strict";
import { ARCHIVE_RULES } from "../../testing/conformance.ts";
import { S3_FAULTS } from "./faults.ts";
import type { S3World } from "./world.ts";

/** Holds a server program to every rule of a store, and to what is done when it misbehaves. */
export async function testS3(test: Deno.TestContext, world: S3World): Promise<void> {
  for (const [name, rule] of Object.entries(ARCHIVE_RULES)) {
    await test.step(name, async () => {
      await rule(world.store());
      await rule(world.store({ proxied: true }));
      assertNothingLeft(world);
    });
  }
  for (const [name, fault] of Object.entries(S3_FAULTS)) {
    await test.step(name, async () => {
      try {
        await fault(world);
      } finally {
        world.front.intercept = undefined;
        world.relay.cut = undefined;
      }
      assertNothingLeft(world);
    });
  }
}

function assertNothingLeft({ scratch }: S3World): void {
  assert.deepEqual([...Deno.readDirSync(scratch)].map(({ name }) => name), []);
}
