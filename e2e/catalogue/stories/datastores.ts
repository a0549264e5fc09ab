import assert from "node:assert/strict";
import { startStore } from "../../../extensions/s3/testing/store.ts";
import { signUp } from "../../process/account.ts";
import { ownFilesWith } from "../../process/own_files.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";
import type { World } from "../world.ts";

/** Two people share the data of a behavior through a bucket, each with the pulled extension. */
export const bucket: Story = {
  name:
    "data goes through a bucket from one person to another, by the pulled extension in its sandbox",
  needs: [],
  async run(world, test) {
    await using store = await startStore();
    const secret = store.backend.secretAccessKey;
    const env = {
      AWS_ACCESS_KEY_ID: store.backend.accessKeyId,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_SESSION_TOKEN: "",
    };
    await using ada = await member(world, "ida", env);
    await using bob = await member(world, "bob", env);
    const config = [
      "--config",
      `endpoint=${store.front.url}`,
      "--config",
      `bucket=${store.bucket}`,
    ];
    const setup = [
      "datastore",
      "setup",
      "extension",
      "@svc/s3",
      ...config,
      "--allow-all-requested",
    ];

    await test.step("setup brings what is there, and a run brings what it wrote", async () => {
      await ada.ok(["behavior", "create", "command/shell", "hello"]);
      await ada.ok(["behavior", "run", "hello", "execute", "--input", "run=echo first"]);
      await ada.ok(setup);
      await ada.ok(["behavior", "run", "hello", "execute", "--input", "run=echo second"]);
      const status = JSON.parse(await ada.ok(["datastore", "status", "--json"]));
      assert.equal(status.healthy, true, JSON.stringify(status));
    });

    await test.step("the other one has it after the setup", async () => {
      // The definition goes from one to the other in git.
      await new Deno.Command("cp", { args: ["-r", `${ada.work}/behaviors`, bob.work] }).output();
      await bob.ok(setup);
      await bob.ok(["datastore", "sync"]);
      const here = JSON.parse(await ada.ok(["data", "list", "hello", "--json"]));
      const there = JSON.parse(await bob.ok(["data", "list", "hello", "--json"]));
      assert.deepEqual(there, here);
      assert.match(JSON.stringify(there), /"version":2/);
    });

    await test.step("a sync with nothing new is few requests", async () => {
      await ada.ok(["datastore", "sync"]);
      store.front.requests.length = 0;
      await ada.ok(["datastore", "sync"]);
      const reads = store.front.requests.filter((line) => !line.includes("/locks/"));
      assert.ok(reads.length <= 2, reads.join("\n"));
    });

    await test.step("a store that is away costs nothing but a warning or a clear refusal", async () => {
      store.front.intercept = () => Promise.resolve(new Response(secret, { status: 403 }));
      const { code, stdout, stderr } = await bob.svc(["datastore", "sync"]);
      assert.notEqual(code, 0);
      assert.match(stderr, /does not allow it/);
      assert.ok(!`${stdout}${stderr}`.includes(secret));
      store.front.intercept = undefined;
      await bob.ok(["datastore", "sync"]);
    });

    await test.step("no file of theirs holds a credential", async () => {
      const holds = (text: string) => Object.values(env).some((one) => one && text.includes(one));
      for (const person of [ada, bob]) assert.deepEqual(await ownFilesWith(person, holds), []);
    });
  },
};

async function member(world: World, name: string, env: Record<string, string>): Promise<Person> {
  const person = await world.consumer({ extensions: ["@svc/s3"], env });
  const { username, password } = await signUp(world.server.url, name);
  await person.ok(["auth", "login", "--username", username], { stdin: `${password}\n` });
  return person;
}
