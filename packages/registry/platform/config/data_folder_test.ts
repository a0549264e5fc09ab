import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { claimDataFolder, createDataFolder, dataFolder } from "./data_folder.ts";

Deno.test("a data folder that cannot be made is refused by name, with the setting to change", async () => {
  const file = await Deno.makeTempFile({ prefix: "svc-data-" });
  try {
    await assert.rejects(createDataFolder(dataFolder(`${file}/data`)), (error) => {
      assert.ok(isSvcError(error));
      assert.equal(error.code, "unavailable");
      assert.match(error.message, new RegExp(`${file}/data`));
      assert.match(error.hint!, /SVC_DATA/);
      return true;
    });
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("a comma in the path of the data folder or of temporary files is refused by name", async () => {
  await assert.rejects(createDataFolder(dataFolder("/nowhere/a, b")), {
    code: "validation_failed",
    message: "SVC_DATA has a comma in its path: /nowhere/a, b",
  });
  const before = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", "/tmp/a, b");
  try {
    await assert.rejects(createDataFolder(dataFolder("/nowhere/data")), {
      message: "TMPDIR has a comma in its path: /tmp/a, b",
    });
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
  }
});

Deno.test("a folder of the system is refused by name: no process that reads archives may read there", async () => {
  for (const path of ["/dev/shm", "/dev/shm/svc", "/proc/self", "/sys"]) {
    await assert.rejects(createDataFolder(dataFolder(path)), {
      code: "validation_failed",
      message: `SVC_DATA is below a folder of the system: ${path}`,
    });
  }
  const before = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", "/dev/shm/tmp");
  try {
    await assert.rejects(createDataFolder(dataFolder("/nowhere/data")), {
      message: "TMPDIR is below a folder of the system: /dev/shm/tmp",
    });
    Deno.env.set("TMPDIR", "/devices/tmp");
    await assert.rejects(createDataFolder(dataFolder("/proc/nowhere")), {
      code: "validation_failed",
    });
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
  }
});

Deno.test("what the data folder holds is its owner's alone", async () => {
  const root = await Deno.makeTempDir({ prefix: "svc-data-" });
  try {
    const folder = dataFolder(`${root}/data`);
    await createDataFolder(folder);
    for (const path of [folder.root, folder.blobs, folder.uploads]) {
      assert.equal((await Deno.stat(path)).mode! & 0o777, 0o700, path);
    }
    assert.equal((await Deno.stat(folder.database)).mode! & 0o777, 0o600);
    // Open to others, as another tool may have made or unpacked them.
    await Deno.chmod(folder.root, 0o755);
    await Deno.chmod(folder.database, 0o664);
    assert.deepEqual(await createDataFolder(folder), [folder.root, folder.database]);
    assert.equal((await Deno.stat(folder.root)).mode! & 0o777, 0o700);
    assert.equal((await Deno.stat(folder.database)).mode! & 0o777, 0o600);
    assert.deepEqual(await createDataFolder(folder), []);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a proxy's group passes to the archives, until a start that knows of no proxy", async () => {
  const root = await Deno.makeTempDir({ prefix: "svc-data-" });
  try {
    const folder = dataFolder(`${root}/data`);
    const modes = async () =>
      await Promise.all(
        [folder.root, folder.blobs, folder.uploads, folder.database].map(async (path) =>
          (await Deno.stat(path)).mode! & 0o777
        ),
      );
    for (const _ of ["made so", "found so"]) {
      assert.deepEqual(await createDataFolder(folder, { proxyReads: true }), []);
      assert.deepEqual(await modes(), [0o710, 0o710, 0o700, 0o600]);
    }
    await Deno.chmod(folder.blobs, 0o755);
    assert.deepEqual(await createDataFolder(folder, { proxyReads: true }), [folder.blobs]);
    assert.deepEqual(await createDataFolder(folder), [folder.root, folder.blobs]);
    assert.deepEqual(await modes(), [0o700, 0o700, 0o700, 0o600]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a data folder is one claimant's, until it is given back", async () => {
  const root = await Deno.makeTempDir({ prefix: "svc-data-" });
  try {
    const folder = dataFolder(`${root}/data`);
    await createDataFolder(folder);
    const first = await claimDataFolder(folder);
    await assert.rejects(claimDataFolder(folder), (error) => {
      assert.ok(isSvcError(error));
      assert.equal(error.code, "unavailable");
      assert.match(error.message, /^Another registry is using the data folder .*\/data$/);
      return true;
    });
    first[Symbol.dispose]();
    (await claimDataFolder(folder))[Symbol.dispose]();
    assert.equal((await Deno.stat(folder.lock)).mode! & 0o777, 0o600);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
