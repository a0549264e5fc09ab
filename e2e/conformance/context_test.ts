import assert from "node:assert/strict";
import { checkContext, CONTEXT_EXTENSIONS } from "@svc/runtime/conformance";
import { KIT_IMPORTS } from "@svc/runtime/kit";
import { copyFolder } from "../wild/copy_folder.ts";
import { createPerson, LAUNCHER } from "../process/svc.ts";
import { openWorld } from "../wild/world.ts";

const EXTENSIONS =
  new URL("../../packages/runtime/conformance/extensions/", import.meta.url).pathname;

Deno.test("the context of pulled extensions is as the reference says, in the client that people install", async (t) => {
  await using world = await openWorld();
  const byAuthor = Map.groupBy(CONTEXT_EXTENSIONS, (folder) => folder.split("-")[0]!);
  for (const [author, folders] of byAuthor) {
    await using person = await world.person(author);
    for (const folder of folders) {
      const cwd = `${person.work}/${folder}`;
      await copyFolder(EXTENSIONS + folder, cwd);
      await person.ok(["extension", "push", "manifest.yaml", "--yes", "--no-check"], { cwd });
    }
  }
  await using person = await world.person();
  await person.ok(["init"]);
  for (const name of ["@northwind/context", "@northwind/addition"]) {
    await person.ok(["extension", "pull", name, "--allow-all-requested"]);
  }
  const svc = (args: readonly string[]) => person.svc([...args]);
  const outcomes = await checkContext({ repository: person.work, svc });
  assert.ok(outcomes.length > 50, "rules of all members");
  for (const { rule, problem } of outcomes) {
    await t.step(rule, () => assert.equal(problem, undefined));
  }
});

Deno.test("an author gets the suite with the installed client, and needs no registry for it", async () => {
  await using author = await createPerson("http://127.0.0.1:9");
  const { path } = JSON.parse(await author.ok(["extension", "init", "@acme/scratch", "--json"]));
  const kit = `${path}/${KIT_IMPORTS["@svc/extension/testing"]}`;
  const script = `${author.work}/check.ts`;
  await Deno.writeTextFile(
    script,
    `import { contextRepository } from ${JSON.stringify(kit)};
     await using subject = await contextRepository([${JSON.stringify(LAUNCHER)}]);
     const { stdout } = await subject.svc(["model", "type", "search", "northwind", "--json"]);
     console.log(stdout);`,
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-config", script],
    clearEnv: true,
    env: author.env,
    stderr: "inherit",
  }).output();
  for (const type of ["@northwind/context", "@northwind/context/returns"]) {
    assert.match(new TextDecoder().decode(stdout), new RegExp(`"${type}"`));
  }
});
