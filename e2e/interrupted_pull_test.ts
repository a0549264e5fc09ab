import assert from "node:assert/strict";
import { afterChanges } from "./process/after_changes.ts";
import { inOrder } from "./process/in_order.ts";
import { writeGreeting } from "./process/greeting.ts";
import { setScene } from "./process/scene.ts";

const NAME = "@ada/greeting";

Deno.test("a pull that dies anywhere installs all or nothing, and pulling again fixes it", async (test) => {
  const step = inOrder(test);
  await using scene = await setScene();
  const { gate, person } = scene;
  const manifest = await writeGreeting(`${person.home}/greeting`, NAME, "2026.11.21.1");
  await person.ok(["extension", "push", manifest, "--yes"]);

  const pull = ["extension", "pull", NAME, "--yes"];
  const repository = async (name: string) => {
    const cwd = `${person.work}/${name}`;
    await Deno.mkdir(cwd);
    await person.ok(["init"], { cwd });
    return cwd;
  };
  const usable = async (cwd: string) => {
    await person.ok(["behavior", "create", NAME, "hello"], { cwd });
    await person.ok(["behavior", "run", "hello", "greet", "--input", "name=World"], { cwd });
    const data = JSON.parse(
      await person.ok(["data", "get", "hello", "greeting", "--json"], { cwd }),
    );
    assert.deepEqual(data.content, { text: "Hello, World!" });
  };

  await step("client killed while the archive is on its way: nothing is installed", async () => {
    const cwd = await repository("download");
    const held = gate.hold(/^GET .*\/download|^GET .*\/blobs?\//, "before");
    const child = person.start(pull, { cwd });
    const { release } = await held;
    child.kill("SIGKILL");
    await Promise.all([child.stdout.cancel(), child.stderr.cancel(), child.status]);
    release();
    assert.deepEqual(await installed(cwd), []);
    await person.ok(pull, { cwd });
    assert.deepEqual(await installed(cwd), [NAME]);
    await usable(cwd);
  });

  for (const count of [0, 1, 3, 8, 20, 60]) {
    await step(
      `client killed after ${count} changes to the repository: all or nothing`,
      async () => {
        const cwd = await repository(`after-${count}`);
        const held = gate.hold(/^GET .*\/download/, "after");
        const child = person.start(pull, { cwd });
        const { release } = await held;
        const reached = afterChanges(cwd, count, child.status);
        release();
        await reached;
        try {
          child.kill("SIGKILL");
        } catch (error) {
          // It may have finished before.
          if (!(error instanceof TypeError)) throw error;
        }
        await Promise.all([child.stdout.cancel(), child.stderr.cancel(), child.status]);
        if ((await installed(cwd)).length === 0) await person.ok(pull, { cwd });
        await usable(cwd);
      },
    );
  }
});

/** The extensions that the lockfile of a repository names. */
async function installed(cwd: string): Promise<string[]> {
  try {
    const lock = JSON.parse(await Deno.readTextFile(`${cwd}/upstream_extensions.json`));
    return Object.keys(lock.extensions ?? lock);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
