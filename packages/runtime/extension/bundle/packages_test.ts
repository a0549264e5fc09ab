import { equal } from "node:assert/strict";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { packageFolder } from "./packages.ts";

Deno.test("packages are not kept where the home folder cannot be written", async () => {
  await using folder = await temporaryFolder();
  const at = await Deno.realPath(folder.path);
  await writeFiles(at, { file: "" });
  const before = Deno.env.get("DENO_DIR");
  Deno.env.set("DENO_DIR", `${at}/file/deno`);
  try {
    const { root } = await packageFolder("https://npm.example", `${at}/thrown-away`);
    equal(root.startsWith(`${at}/thrown-away/packages/`), true, root);
  } finally {
    if (before === undefined) Deno.env.delete("DENO_DIR");
    else Deno.env.set("DENO_DIR", before);
  }
});
