import assert from "node:assert/strict";
import { startStore } from "../../../extensions/s3/testing/store.ts";
import { openDatastoreProvider } from "../../../packages/runtime/providers/datastore.ts";
import { synchronize } from "../../../packages/runtime/datastores/mod.ts";
import { repositoryAt } from "../../../packages/runtime/repository/repository.ts";
import { writeVersions } from "../../../packages/runtime/store/write.ts";
import { OWNER, stored, version } from "../../../packages/runtime/testing/stored.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

/** The pulled extension in its sandbox, with what its manifest asks for and no more. */
export const bucket: Story = {
  name: "data goes through a bucket to another machine, by the pulled extension in its sandbox",
  needs: [],
  async run(world) {
    await using store = await startStore();
    const { accessKeyId, secretAccessKey } = store.backend;
    Deno.env.set("AWS_ACCESS_KEY_ID", accessKeyId);
    Deno.env.set("AWS_SECRET_ACCESS_KEY", secretAccessKey);
    await using one = await world.consumer({ extensions: ["@svc/s3"] });
    await using two = await world.consumer({ extensions: ["@svc/s3"] });
    const here = await machine(one, store.front.url);
    const there = await machine(two, store.front.url);
    try {
      assert.equal((await here.provider.verify()).healthy, true);
      await writeVersions(here.repository, OWNER, [version("a", 1), version("a", 2)]);
      assert.equal((await here.sync()).pushed, 2);
      assert.equal((await there.sync()).pulled, 2);
      assert.deepEqual(await stored(there.repository), { a: { 1: 1, 2: 2 } });

      const lock = here.provider.lock("data");
      await lock.acquire();
      const holder = await there.provider.lock("data").inspect();
      assert.equal(holder?.hostname, Deno.hostname());
      await lock.release();
      assert.equal(await there.provider.lock("data").inspect(), undefined);

      store.front.intercept = () => Promise.resolve(new Response(secretAccessKey, { status: 403 }));
      await assert.rejects(
        there.sync(),
        ({ message, hint }) =>
          /does not allow it/.test(message) && !`${message}${hint}`.includes(secretAccessKey),
      );
    } finally {
      await here.provider[Symbol.asyncDispose]();
      await there.provider[Symbol.asyncDispose]();
    }
  },
};

async function machine(person: Person, endpoint: string) {
  const repository = repositoryAt(person.work, `${person.home}/.config/svc`);
  const exchange = `${repository.state}/datastore/s3`;
  const config = { endpoint, bucket: "team" };
  // The person says yes to the host of their configuration.
  const options = { exchange, onGrant: () => Promise.resolve() };
  const provider = await openDatastoreProvider(repository, { type: "@svc/s3", config }, options);
  return { repository, provider, sync: () => synchronize(repository, { provider, exchange }) };
}
