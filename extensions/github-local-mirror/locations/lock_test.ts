import assert from "node:assert/strict";
import { lockMirror } from "./mod.ts";

const signal = new AbortController().signal;

/** Calls `body` with two folders of a mirror, and the text that gives them to another process. */
async function inFolders(
  body: (folders: { artifacts: string; objects: string }) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "svc-lock-" });
  const folders = { artifacts: `${root}/artifacts`, objects: `${root}/objects` };
  try {
    for (const folder of Object.values(folders)) await Deno.mkdir(folder);
    await body(folders);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("one method at a time; the other is told who works there, and may when it has ended", async () => {
  await inFolders(async (folders) => {
    const first = await lockMirror(folders, signal);
    await assert.rejects(lockMirror(folders, signal), (error: Error & { code: string }) => {
      assert.equal(error.code, "busy");
      const held =
        `process ${Deno.pid}, since 20\\d\\d-.*Z, is working on the mirror of ${folders.artifacts}`;
      assert.match(error.message, new RegExp(`^${held}\\. Wait until`));
      return true;
    });
    await first[Symbol.asyncDispose]();
    await using _second = await lockMirror(folders, signal);
  });
});

Deno.test("the lock of a killed process is free", async () => {
  await inFolders(async (folders) => {
    const module = import.meta.resolve("./mod.ts");
    const text = `import { lockMirror } from ${JSON.stringify(module)};
      await lockMirror(${JSON.stringify(folders)}, new AbortController().signal);
      console.log("held"); setInterval(() => {}, 1000);`;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", text],
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    await assert.rejects(lockMirror(folders, signal), /process \d+, since/);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    await using _lock = await lockMirror(folders, signal);
  });
});

Deno.test("what stands in the lock file is not shown when it is not a holder", async () => {
  await inFolders(async (folders) => {
    const path = `${folders.artifacts}/mirror.lock`;
    await Deno.writeTextFile(path, "\u001b[31mevil");
    using held = await Deno.open(path, { write: true });
    await held.lock(true);
    await assert.rejects(lockMirror(folders, signal), /^Error: another process is working/);
  });
});

Deno.test("a link in the place of the lock is refused, and what it leads to stays", async () => {
  await inFolders(async (folders) => {
    await Deno.writeTextFile(`${folders.artifacts}/other`, "theirs");
    await Deno.symlink(`${folders.artifacts}/other`, `${folders.artifacts}/mirror.lock`);
    await assert.rejects(lockMirror(folders, signal), { code: "refused" });
    assert.equal(await Deno.readTextFile(`${folders.artifacts}/other`), "theirs");
  });
});

Deno.test("an aborted run takes no lock", async () => {
  await inFolders(async (folders) => {
    await assert.rejects(lockMirror(folders, AbortSignal.abort()), { name: "AbortError" });
    assert.deepEqual([...Deno.readDirSync(folders.artifacts)], []);
  });
});

Deno.test("two mirrors of one object repository do not work in it at once", async () => {
  await inFolders(async (folders) => {
    const other = { ...folders, artifacts: `${folders.artifacts}-of-another` };
    await Deno.mkdir(other.artifacts);
    const first = await lockMirror(folders, signal);
    await assert.rejects(lockMirror(other, signal), { code: "busy" });
    await first[Symbol.asyncDispose]();
    await using _second = await lockMirror(other, signal);
  });
});
