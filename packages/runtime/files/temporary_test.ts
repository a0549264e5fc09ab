import { deepEqual } from "node:assert/strict";
import { listFolder } from "./read.ts";
import { temporaryFolder } from "./temporary.ts";
import { temporaryFolder as testFolder, writeFiles } from "../testing/extension.ts";

const CONTENTS: [what: string, files: Record<string, string>][] = [
  ["nothing", {}],
  ["a few files in folders", { "a/b/c": "1", "a/d": "2", "e": "3" }],
  [
    "many files",
    Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`a/${n}`, ""])),
  ],
  ["a large file", { "a/large": "x".repeat(2 * 1024 * 1024), "b": "1" }],
];
for (const [what, files] of CONTENTS) {
  Deno.test(`a temporary folder is gone once disposed of, and nothing that a link in it names: ${what}`, async () => {
    await using outside = await testFolder();
    await writeFiles(outside.path, { "kept/file": "" });
    const folder = await temporaryFolder("trial");
    await writeFiles(folder.path, files);
    await Deno.symlink(`${outside.path}/kept`, `${folder.path}/link`);
    await folder[Symbol.asyncDispose]();
    deepEqual(await listFolder(folder.path), []);
    deepEqual((await listFolder(`${outside.path}/kept`)).map(({ name }) => name), ["file"]);
  });
}

Deno.test("a temporary folder that somebody has removed already is gone as well", async () => {
  const folder = await temporaryFolder("trial");
  await Deno.remove(folder.path, { recursive: true });
  await folder[Symbol.asyncDispose]();
});
