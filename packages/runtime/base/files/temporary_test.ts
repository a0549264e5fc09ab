import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { dirname } from "node:path";
import { listFolder } from "./read.ts";
import { removeAbandonedFolders, systemTemporaryFolder, temporaryFolder } from "./temporary.ts";
import { temporaryFolder as testFolder, writeFiles } from "../../testing/extension.ts";

const OWNER = ".svc-owner";

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

Deno.test("temporary files are where the person says, unless no process can be let into that folder", () => {
  const folderFor = (env: Record<string, string>) => systemTemporaryFolder((name) => env[name]);
  equal(folderFor({ TMPDIR: "/scratch/ann", TMP: "/other" }), "/scratch/ann");
  equal(folderFor({ TMPDIR: "/devices", TMP: "/other" }), "/devices");
  equal(folderFor({ TMPDIR: "/dev/shm", TMP: "/other" }), "/other");
  equal(folderFor({ TMPDIR: "/home/Lovelace, Ada/tmp" }), "/tmp");
  equal(folderFor({}), "/tmp");
});

Deno.test("the folder of a person's temporary ones is closed to others, or left where it is a link", async () => {
  await using folder = await testFolder();
  const before = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", folder.path);
  try {
    const own = `${folder.path}/svc-${Deno.uid()}`;
    for (const mode of [0o755, 0o777, 0o500]) {
      await Deno.mkdir(own);
      await Deno.chmod(own, mode);
      await using made = await temporaryFolder("trial");
      equal(dirname(made.path), own);
      equal((await Deno.lstat(own)).mode! & 0o777, 0o700);
    }
    await Deno.mkdir(`${folder.path}/elsewhere`);
    await Deno.chmod(`${folder.path}/elsewhere`, 0o755);
    await Deno.symlink(`${folder.path}/elsewhere`, own);
    await using made = await temporaryFolder("trial");
    equal(dirname(made.path), folder.path);
    equal((await Deno.stat(own)).mode! & 0o777, 0o755);
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
  }
});

Deno.test("where no temporary folder can be made, it is told where and what to set", async () => {
  await using folder = await testFolder();
  await writeFiles(folder.path, { file: "" });
  const before = Deno.env.get("TMPDIR");
  try {
    for (const path of ["missing", "file", "file/below"]) {
      Deno.env.set("TMPDIR", `${folder.path}/${path}`);
      await rejects(temporaryFolder("trial"), {
        code: "file_access_denied",
        message: new RegExp(`^No temporary folder can be made in ${folder.path}/${path}: `),
        hint: "Set TMPDIR to a folder that you may write to.",
        status: 500,
        outside: {
          message: "The server can make no temporary folder",
          hint: "Tell its operator: the server's log says more.",
        },
      });
    }
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
  }
});

Deno.test("a temporary folder that somebody has removed already is gone as well", async () => {
  const folder = await temporaryFolder("trial");
  await Deno.remove(folder.path, { recursive: true });
  await folder[Symbol.asyncDispose]();
});

for (const [what, files] of CONTENTS) {
  for (const by of ["its process", "the next one"] as const) {
    Deno.test(`of a folder that ${by} removes, the file that says whether it is in use goes last: ${what}`, async () => {
      await using outside = await testFolder();
      const folder = await temporaryFolder("trial");
      await writeFiles(folder.path, files);
      const abandoned = `${outside.path}/svc-trial-1a2b`;
      if (by === "the next one") {
        await writeFiles(abandoned, { ...files, [OWNER]: "" });
        await folder[Symbol.asyncDispose]();
      }
      const path = by === "its process" ? folder.path : abandoned;
      let looked = 0;
      // Killed before, it is a folder of which the next process knows that nobody uses it.
      const last = (removed: string | URL) => {
        if (removed !== path && removed !== `${path}/${OWNER}`) return;
        looked++;
        const left = [...Deno.readDirSync(path)].map(({ name }) => name);
        ok(left.every((name) => name === OWNER), `${left}`);
      };
      const { remove, removeSync } = Deno;
      try {
        Object.assign(Deno, {
          remove: (...args: Parameters<typeof remove>) => (last(args[0]), remove(...args)),
          removeSync: (
            ...args: Parameters<typeof removeSync>
          ) => (last(args[0]), removeSync(...args)),
        });
        if (by === "its process") await folder[Symbol.asyncDispose]();
        else await removeAbandonedFolders(outside.path, Date.now());
      } finally {
        Object.assign(Deno, { remove, removeSync });
      }
      ok(looked > 0);
      deepEqual([...Deno.readDirSync(outside.path)], []);
    });
  }
}
