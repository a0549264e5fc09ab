import { match } from "node:assert/strict";
import {
  GREET,
  manifestText,
  modelText,
  writeFiles,
} from "../packages/runtime/testing/extension.ts";
import { createPerson } from "./process/svc.ts";

Deno.test("a home and a temporary folder may have a comma and a space in their paths", async () => {
  await using person = await createPerson("http://127.0.0.1:9");
  const at = `${person.home}/Doe, Ada`;
  const env = {
    HOME: at,
    XDG_CONFIG_HOME: `${at}/.config`,
    TMPDIR: `${at}/tmp`,
    DENO_DIR: `${at}/d`,
  };
  const work = `${at}/work`;
  await Deno.mkdir(`${at}/tmp`, { recursive: true });
  await Deno.mkdir(work);
  await writeFiles(`${work}/extensions/greeter`, {
    "manifest.yaml": manifestText(),
    "greeter.ts": modelText(GREET),
  });
  const ok = (...args: string[]) => person.ok(args, { cwd: work, env });
  await ok("init");
  match(await ok("extension", "check", "extensions/greeter"), /greeter/);
  await ok("extension", "install", "--allow-all-requested", "--yes");
  await ok("behavior", "create", "@acme/greeter", "hello");
  match(await ok("behavior", "run", "hello", "greet", "--arg", "name=Ada"), /succeeded/);
  match(await ok("data", "get", "hello", "main"), /Hello Ada/);
});

Deno.test("tests of an extension read its folder, with a comma in its path or behind a link", async () => {
  await using person = await createPerson("http://127.0.0.1:9");
  const { home } = person;
  // They may read all of the folder for temporary files: the extensions are elsewhere.
  const env = { TMPDIR: `${home}/tmp` };
  await Deno.mkdir(env.TMPDIR);
  const folders = [`${home}/Doe, Ada/greeter`, `${home}/plain/greeter`];
  for (const folder of folders) {
    await writeFiles(folder, {
      "manifest.yaml": manifestText(),
      "greeter.ts": modelText(GREET),
      "fixture_test.ts": `Deno.test("a fixture and a temporary file", async () => {
  await Deno.readTextFile(new URL("./manifest.yaml", import.meta.url));
  await Deno.remove(await Deno.makeTempFile());
});
`,
    });
  }
  await Deno.symlink(`${home}/plain`, `${home}/link`);
  for (const folder of [...folders, `${home}/link/greeter`]) {
    match(await person.ok(["extension", "test", folder], { env }), /the tests passed/);
  }
});
