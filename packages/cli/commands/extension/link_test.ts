import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { GREET, manifestText, modelText } from "../../../runtime/testing/extension.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";

Deno.test("a linked extension is used from its folder, by its person alone", async () => {
  const { path, ...folder } = await temporaryConfig();
  await using _ = folder;
  await initRepository(`${path}/repo`);
  await Deno.mkdir(`${path}/tool`);
  await Deno.writeTextFile(`${path}/tool/manifest.yaml`, manifestText());
  await Deno.writeTextFile(`${path}/tool/greeter.ts`, modelText(GREET));
  const as = (config: string) => (...argv: string[]) =>
    svc(argv, { cwd: `${path}/repo`, env: { XDG_CONFIG_HOME: `${path}/${config}` } });
  const ada = as("ada");

  const linked = await ada("extension", "link", "../tool");
  assert.equal(linked.exit, 0, linked.stderr);
  assert.match(linked.stdout, /^Linked @acme\/greeter 2026\.01\.02\.3 in .*\/tool\.$/m);
  assert.match((await ada("extension", "list")).stdout, /^linked: .*\/tool$/m);
  const made = await ada("behavior", "create", "@acme/greeter", "hi");
  assert.equal(made.exit, 0, made.stderr);
  const run = await ada("behavior", "run", "hi", "greet", "--input", "name=Ada");
  assert.equal(run.exit, 0, run.stderr);

  await Deno.writeTextFile(
    `${path}/tool/greeter.ts`,
    modelText('        throw new Error("changed");'),
  );
  const changed = await ada("behavior", "run", "hi", "greet", "--input", "name=Ada");
  assert.match(changed.stderr, /changed/, "what is written is what runs");

  // A repository that is passed on brings no link.
  const bob = await as("bob")("behavior", "run", "hi", "greet", "--input", "name=Bob");
  assert.match(bob.stderr, /Unknown type/);

  assert.equal((await ada("extension", "unlink", "../tool")).exit, 0);
  assert.match((await ada("extension", "unlink", "../tool")).stderr, /not found/);
  const gone = await ada("behavior", "run", "hi", "greet", "--input", "name=Ada");
  assert.match(gone.stderr, /Unknown type/);
});
