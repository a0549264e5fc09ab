import assert from "node:assert/strict";
import { RefusedPlace, replaceFile } from "./replaced_file.ts";

const bytes = (text: string) => [new TextEncoder().encode(text)];

/** Runs `body` with the real path of an empty folder. */
async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const namesIn = async (folder: string) =>
  (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();

Deno.test("a file is made with the folders it needs, and nothing is left beside it", () =>
  inFolder(async (folder) => {
    assert.equal(await replaceFile(`${folder}/a/b/c.txt`, bytes("hello")), 5);
    assert.equal(await Deno.readTextFile(`${folder}/a/b/c.txt`), "hello");
    assert.deepEqual(await namesIn(`${folder}/a/b`), ["c.txt"]);
  }));

Deno.test("the mode of a file that is replaced is kept", () =>
  inFolder(async (folder) => {
    for (const mode of [0o755, 0o600]) {
      const path = `${folder}/${mode}`;
      await Deno.writeTextFile(path, "old");
      await Deno.chmod(path, mode);
      await replaceFile(path, bytes("new"));
      assert.equal((await Deno.stat(path)).mode! & 0o777, mode);
      assert.equal(await Deno.readTextFile(path), "new");
    }
  }));

Deno.test("somebody who holds the old file open reads all of it", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/f`, "the old text");
    using reader = await Deno.open(`${folder}/f`);
    await replaceFile(`${folder}/f`, bytes("new"));
    assert.equal(await new Response(reader.readable).text(), "the old text");
  }));

Deno.test("content that fails half way leaves the file as it was and nothing beside it", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/f`, "old");
    async function* broken() {
      yield* bytes("part");
      await Promise.resolve();
      throw new Error("the line was cut");
    }
    await assert.rejects(replaceFile(`${folder}/f`, broken()), /the line was cut/);
    assert.equal(await Deno.readTextFile(`${folder}/f`), "old");
    assert.deepEqual(await namesIn(folder), ["f"]);
  }));

Deno.test("a full disk leaves the file as it was and nothing beside it", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/f`, "old");
    // No process may ask for a full disk; one that may not write past a size is refused the same way.
    const script = `${folder}/write.ts`;
    await Deno.writeTextFile(
      script,
      `import { replaceFile } from ${
        JSON.stringify(import.meta.resolve("./replaced_file.ts"))
      };\n` +
        `const error = await replaceFile(${JSON.stringify(`${folder}/f`)}, ` +
        `[new Uint8Array(40_000_000)]).catch((error) => error);\n` +
        `console.log(error.name + ": " + error.message);\n`,
    );
    const { stdout, stderr } = await new Deno.Command("bash", {
      args: [
        "-c",
        `trap '' XFSZ; ulimit -f 20000; exec "$0" run -A --quiet --no-check "$1"`,
        Deno.execPath(),
        script,
      ],
    }).output();
    const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert.match(said, /File too large/);
    assert.equal(await Deno.readTextFile(`${folder}/f`), "old");
    assert.deepEqual(await namesIn(folder), ["f", "write.ts"]);
  }));

Deno.test("what a killed run left beside the place a day ago is removed, nothing younger", () =>
  inFolder(async (folder) => {
    await replaceFile(`${folder}/f`, bytes("first"));
    let aside = "";
    async function* killed() {
      aside = (await namesIn(folder)).find((name) => name !== "f")!;
      await Deno.copyFile(`${folder}/${aside}`, `${folder}/${aside.slice(0, -1)}-young`);
      await Deno.copyFile(`${folder}/${aside}`, `${folder}/${aside.slice(0, -1)}-old`);
      yield* bytes("second");
    }
    await replaceFile(`${folder}/f`, killed());
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await Deno.utime(`${folder}/${aside.slice(0, -1)}-old`, dayBefore, dayBefore);
    await replaceFile(`${folder}/f`, bytes("third"));
    assert.deepEqual(await namesIn(folder), [`${aside.slice(0, -1)}-young`, "f"]);
  }));

Deno.test("a symbolic link in the place, on the way to it or to nowhere is refused", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/real`);
    await Deno.writeTextFile(`${folder}/real/f`, "theirs");
    await Deno.symlink(`${folder}/real/f`, `${folder}/to-file`);
    await Deno.symlink(`${folder}/real`, `${folder}/to-folder`);
    await Deno.symlink(`${folder}/absent`, `${folder}/dangling`);
    for (const path of ["to-file", "to-folder/f", "to-folder/deep/f", "dangling"]) {
      await assert.rejects(replaceFile(`${folder}/${path}`, bytes("new")), RefusedPlace, path);
    }
    assert.equal(await Deno.readTextFile(`${folder}/real/f`), "theirs");
    assert.deepEqual(await namesIn(`${folder}/real`), ["f"]);
    assert.deepEqual(await namesIn(folder), ["dangling", "real", "to-file", "to-folder"]);
  }));

Deno.test("a folder in the place and a file on the way to it are refused", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/d`);
    await Deno.writeTextFile(`${folder}/f`, "file");
    await assert.rejects(replaceFile(`${folder}/d`, bytes("x")), /exists and is not a file/);
    await assert.rejects(replaceFile(`${folder}/f/g`, bytes("x")), /\/f is not a folder/);
  }));

Deno.test("a name of the longest length is written", () =>
  inFolder(async (folder) => {
    await replaceFile(`${folder}/${"n".repeat(255)}`, bytes("x"));
    assert.deepEqual(await namesIn(folder), ["n".repeat(255)]);
  }));
