import assert from "node:assert/strict";
import { temporaryFolder } from "../testing/extension.ts";
import { listFolder, lstatIfPresent, readTextIfPresent } from "./read.ts";

Deno.test("nothing is at a path that is missing, below a file, or longer than the disk takes", async () => {
  await using folder = await temporaryFolder();
  await Deno.writeTextFile(`${folder.path}/file`, "x");
  for (
    const name of ["missing", "file/below", "x".repeat(300), "🔧".repeat(70), "x".repeat(5000)]
  ) {
    const path = `${folder.path}/${name}`;
    assert.equal(await readTextIfPresent(path), undefined, name);
    assert.equal(await lstatIfPresent(path), undefined, name);
    assert.deepEqual(await listFolder(path), [], name);
  }
});

Deno.test("what is there but cannot be read is not an absence", async () => {
  await using folder = await temporaryFolder();
  await assert.rejects(() => readTextIfPresent(folder.path));
  await Deno.symlink("loop", `${folder.path}/loop`);
  await assert.rejects(() => readTextIfPresent(`${folder.path}/loop`));
});
