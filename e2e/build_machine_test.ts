import assert from "node:assert/strict";
import { writeGreeting } from "./process/greeting.ts";
import { inOrder } from "./process/in_order.ts";
import { setScene } from "./process/scene.ts";
import { createPerson } from "./process/svc.ts";

const NAME = "@ada/greeting";
const V1 = "2026.11.20.1";
const V2 = "2026.11.21.1";

Deno.test("a build installs what was reviewed, compares quality, pushes, and updates with consent only", async (test) => {
  const step = inOrder(test);
  await using scene = await setScene();
  const { person, gate, outside } = scene;
  const sources = `${person.home}/greeting`;
  const write = async (version: string, permissions: string) => {
    const manifest = await writeGreeting(sources, NAME, version);
    await Deno.writeTextFile(manifest, `permissions:\n${permissions}`, { append: true });
    return manifest;
  };
  const manifest = await write(V1, "  env: [HOME]\n");
  await person.ok(["extension", "push", manifest, "--no-check", "--yes"]);
  await person.ok(["init", "-q"]);
  await person.ok(["extension", "pull", NAME, "--allow-all-requested"]);
  const lockfile = (folder: string) => Deno.readTextFile(`${folder}/upstream_extensions.json`);
  const scopes = "extensions:read,extensions:push";
  const { key } = JSON.parse(
    await person.ok(
      ["auth", "token", "create", "--collective", "ada", "--scopes", scopes, "--name", "build"]
        .concat("--json"),
    ),
  );

  await using build = await createPerson(gate.url, { ...outside.env, SVC_API_KEY: key });
  /** What git gives a build: the marker and the lockfile. */
  const clone = async () => {
    for (const file of [".svc.yaml", "upstream_extensions.json"]) {
      await Deno.copyFile(`${person.work}/${file}`, `${build.work}/${file}`);
    }
    await Deno.remove(`${build.work}/.svc`, { recursive: true }).catch(() => {});
  };
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await build.svc([...args, "--json"]);
    return { code, ...JSON.parse(stdout || stderr) };
  };

  await step("install grants what the lockfile names, and nobody is asked", async () => {
    await clone();
    const before = await lockfile(build.work);
    const { code, entries } = await json("extension", "install", "--trust-lockfile");
    assert.equal(code, 0, JSON.stringify(entries));
    assert.deepEqual(entries[0].permissions, ["env:HOME"]);
    assert.equal(await lockfile(build.work), before);
    assert.equal((await json("extension", "outdated")).code, 0);
  });

  await step("quality --compare passes, and fails once points are lost", async () => {
    const compare = () => json("extension", "quality", manifest, "--compare");
    assert.equal((await compare()).code, 0);
    const text = await Deno.readTextFile(manifest);
    await Deno.writeTextFile(manifest, text.replace("description: Greets people.\n", ""));
    const { code, comparison } = await compare();
    assert.deepEqual([code, comparison.worse[0].id], [1, "description"]);
  });

  await step("the next version is pushed with the collective's token", async () => {
    await write(V2, "  env: [HOME]\n  net: [api.example.com]\n");
    const pushed = await json("extension", "push", manifest, "--no-check", "--yes");
    assert.deepEqual([pushed.code, pushed.version], [0, V2]);
  });

  await step(
    "outdated names it; an update that asks for more is refused without consent",
    async () => {
      const { code, extensions } = await json("extension", "outdated");
      assert.deepEqual([code, extensions[0].wantedVersion], [1, V2]);
      const before = await lockfile(build.work);
      const refused = await json("extension", "update");
      assert.equal(refused.code, 1);
      assert.match(
        refused.extensions[0].error,
        /now also requests permissions:\n +net api\.example/,
      );
      assert.equal(await lockfile(build.work), before);
      await build.ok(["behavior", "create", NAME, "hello"]);
      await build.ok(["behavior", "run", "hello", "greet", "--input", "name=World"]);
    },
  );

  await step("once a person has updated and committed, the next build installs it", async () => {
    const updated = await person.ok(["extension", "update", "--allow", "net:api.example.com"]);
    assert.match(updated, /^ {2}\+ net:api\.example\.com$/m);
    await clone();
    const { code, entries } = await json("extension", "install", "--trust-lockfile");
    assert.deepEqual([code, entries[0].version], [0, V2]);
    assert.deepEqual(entries[0].permissions, ["net:api.example.com", "env:HOME"]);
  });
});
