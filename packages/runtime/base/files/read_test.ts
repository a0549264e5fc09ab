import assert from "node:assert/strict";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
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

Deno.test("a file that claims to be as large as a disk, a pipe and a folder are refused unread", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => `${folder.path}/${name}`;
  await Deno.writeTextFile(at("small"), "text");
  await Deno.writeTextFile(at("sparse"), "");
  await Deno.truncate(at("sparse"), 3 * 1024 ** 3);
  await Deno.mkdir(at("folder"));
  assert.equal((await new Deno.Command("mkfifo", { args: [at("pipe")] }).output()).code, 0);
  assert.equal(await readTextIfPresent(at("small")), "text");
  assert.equal(await readTextIfPresent(at("absent")), undefined);
  for (const name of ["sparse", "pipe", "folder"]) {
    await assert.rejects(readTextIfPresent(at(name)), refusal("conflict", new RegExp(name)));
  }
  await assert.rejects(
    readTextIfPresent(at("small"), 3),
    refusal("conflict", /larger than 3 bytes/),
  );
});
