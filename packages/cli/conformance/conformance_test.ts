import { equal } from "node:assert/strict";

Deno.test("an author's own script runs the rules, with neither svc's configuration nor a permission", async () => {
  const folder = await Deno.makeTempDir({ prefix: "svc-test-" });
  try {
    const suite = new URL("./mod.ts", import.meta.url).href;
    await Deno.writeTextFile(
      `${folder}/check.ts`,
      `import { checkVault } from ${JSON.stringify(suite)};
       const gone = () => Promise.reject(new Error("not there"));
       const outcomes = await checkVault({
         open: () => ({ get: gone, put: gone, list: () => Promise.resolve([]) }),
       });
       for (const { rule, passed } of outcomes) if (passed) console.log(rule);`,
    );
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "check.ts"],
      cwd: folder,
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
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
