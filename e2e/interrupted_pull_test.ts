import assert from "node:assert/strict";
import { inOrder } from "./process/in_order.ts";
import { writeGreeting } from "./process/greeting.ts";
import { type Call, killed } from "./process/killed.ts";
import { setScene } from "./process/scene.ts";

const NAME = "@ada/greeting";

Deno.test("a pull that dies anywhere installs all or nothing, and the next command goes on", async (test) => {
  const step = inOrder(test);
  await using scene = await setScene();
  const { gate, person } = scene;
  const manifest = await writeGreeting(`${person.home}/greeting`, NAME, "2026.11.21.1");
  await person.ok(["extension", "push", manifest, "--no-check", "--yes"]);

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

  // Every change of the disk is tried in packages/runtime/consent/installed/killed_test.ts; here are the
  // turning points, through the command line itself.
  const version = async (cwd: string) => {
    const { extensions } = JSON.parse(await person.ok(["extension", "list", "--json"], { cwd }));
    return extensions.map((one: { version: string }) => one.version);
  };

  for (const [point, at, installedThen] of POINTS) {
    await step(`pull killed ${point}: list, pull and rm go on from there`, async () => {
      for (const next of ["list", "pull", "rm"] as const) {
        const cwd = await repository(`pull-${point}-${next}`.replaceAll(" ", "-"));
        await killed(person, at, pull, cwd);
        if (next === "list") {
          assert.deepEqual(await version(cwd), installedThen ? ["2026.11.21.1"] : []);
        } else if (next === "rm") {
          const { code } = await person.svc(["extension", "rm", NAME, "--yes"], { cwd });
          assert.equal(code, installedThen ? 0 : 1);
          assert.deepEqual(await version(cwd), []);
        }
        await person.ok(pull, { cwd });
        if (next === "pull") await usable(cwd);
        assert.deepEqual(await left(cwd), []);
      }
    });
  }

  await step("update and rm killed half-way are completed by the next command", async () => {
    const cwd = await repository("update");
    await person.ok(pull, { cwd });
    const next = await writeGreeting(`${person.home}/next`, NAME, "2026.11.21.2");
    await person.ok(["extension", "push", next, "--no-check", "--yes"]);
    await killed(person, LOCKFILE, pull, cwd);
    await usable(cwd);
    assert.deepEqual(await version(cwd), ["2026.11.21.2"]);
    // The behavior that was run stays.
    await killed(person, LOCKFILE, ["extension", "rm", NAME, "--yes", "--force"], cwd);
    assert.deepEqual(await version(cwd), []);
    assert.deepEqual(await left(cwd), []);
  });
});

const LOCKFILE: Call = { call: "rename", path: "/upstream_extensions\\.json$" };

/** Where a pull is killed, and whether it counts as done by then. */
const POINTS: readonly [what: string, at: Call, installed: boolean][] = [
  ["before it is decided", { call: "rename", path: "/change\\.json$" }, false],
  ["before the folder is placed", { call: "rename", path: "/pulled-extensions/" }, true],
  ["between folder and lockfile", LOCKFILE, true],
  ["before its traces are removed", { call: "remove", path: "/installing/[^/]+\\.json$" }, true],
];

/** What changes that were not completed have left in a repository. */
async function left(cwd: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(`${cwd}/.svc/installing`))).map(({ name }) => name);
}

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
