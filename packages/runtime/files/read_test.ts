import assert from "node:assert/strict";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import {
  filesBelowNow,
  listFilesBelow,
  listFolder,
  lstatIfPresent,
  readTextIfPresent,
} from "./read.ts";

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

Deno.test("the files below a folder are the same, listed in this thread or by another", async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  await writeFiles(path, { "b.txt": "", "a/c.txt": "", "a/b/d.txt": "", "a.txt": "" });
  await Deno.symlink(`${path}/b.txt`, `${path}/link.txt`);
  assert.deepEqual(filesBelowNow(path), ["a/b/d.txt", "a/c.txt", "a.txt", "b.txt"]);
  assert.deepEqual(filesBelowNow(path), await listFilesBelow(path));
  assert.deepEqual(filesBelowNow(`${path}/none`), []);
});
