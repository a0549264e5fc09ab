import { deepEqual, equal } from "node:assert/strict";
import { temporaryFolder } from "../testing/extension.ts";
import { KIT_IMPORTS, TEST_NAME, writeKit } from "./mod.ts";

Deno.test("an author's own script uses the copy, with neither svc's configuration nor a permission", async () => {
  await using folder = await temporaryFolder();
  await writeKit(folder.path);
  await Deno.writeTextFile(
    `${folder.path}/check.ts`,
    `import { checkVault } from ${JSON.stringify(KIT_IMPORTS[TEST_NAME])};
     const gone = () => Promise.reject(new Error("not there"));
     const outcomes = await checkVault({
       open: () => ({ get: gone, put: gone, list: () => Promise.resolve([]) }),
     });
     for (const { rule, passed } of outcomes) if (passed) console.log(rule);`,
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-config", "check.ts"],
    cwd: folder.path,
    stderr: "inherit",
  }).output();
  // What holds for a vault that keeps nothing.
  equal(
    new TextDecoder().decode(stdout),
    [
      "a new vault is empty",
      "an unusual key is kept as it is, or refused",
      "a key that is deleted is gone, for every process, and the others stay",
      "deleting a key that is not there throws",
      "getName gives the same text each time",
      "",
    ].join("\n"),
  );
});

Deno.test("files of the copy that are the same stay untouched, others are written again", async () => {
  await using folder = await temporaryFolder();
  await writeKit(folder.path);
  const file = `${folder.path}/${KIT_IMPORTS[TEST_NAME]}`;
  const before = await Deno.stat(file);
  const old = new Date("2026-01-01");
  await Deno.utime(file, old, old);
  await writeKit(folder.path);
  deepEqual((await Deno.stat(file)).mtime, old);
  await Deno.writeTextFile(file, "// of an earlier svc\n");
  await writeKit(folder.path);
  equal((await Deno.stat(file)).size, before.size);
});
