import { deepEqual, equal, ok } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { INSTALLATION } from "../files/installation.ts";
import { fileUrl } from "../files/path.ts";
import { listFilesBelow } from "../files/read.ts";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { keepStart, restoreStart } from "./start_cache.ts";

/** A module of svc's own that imports none. */
const OURS = fileUrl(`${INSTALLATION}/packages/core/module/sibling.ts`);

/** A folder with a module `a.js` that imports others, one of them ours, and the `DENO_DIR` of running it. */
async function started() {
  const folder = await temporaryFolder();
  await writeFiles(folder.path, {
    "a.js": `import { b } from "./b.js";
import "./shared-ABCD1234.js";
import "${OURS}";
localStorage.setItem("a", b);`,
    "b.js": `export const b = "of another module";`,
    "shared-ABCD1234.js": `export const shared = "of several bundles";`,
  });
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-config", `${folder.path}/a.js`],
    env: { DENO_DIR: `${folder.path}/deno` },
  }).output();
  ok(success);
  return {
    module: `${folder.path}/a.js`,
    denoDir: `${folder.path}/deno`,
    kept: `${folder.path}/kept`,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function specifiers(file: string): unknown[] {
  using database = new DatabaseSync(file);
  const rows = database.prepare("SELECT specifier FROM codecache ORDER BY specifier").all();
  return rows.map(({ specifier }) => specifier);
}

Deno.test("of a start, what Deno compiled of the module, its chunks and svc is kept, and nothing else", async () => {
  await using start = await started();
  const { module, denoDir, kept } = start;
  ok(specifiers(`${denoDir}/v8_code_cache_v2`).length > 1);
  await keepStart({ module }, denoDir, kept);
  const fresh = `${kept}/fresh`;
  equal(restoreStart({ module }, fresh, kept), true);
  deepEqual(
    specifiers(`${fresh}/v8_code_cache_v2`),
    [
      fileUrl(module),
      fileUrl(module.replace("a.js", "shared-ABCD1234.js")),
      OURS,
    ].sort(),
  );
  deepEqual((await listFilesBelow(fresh)).filter((file) => !/_cache_v\d+$/.test(file)), [
    `gen/${OURS.replace("://", "")}.js`,
  ]);
});

Deno.test("a start is restored from a folder that is somebody else's or cannot be written", async () => {
  await using start = await started();
  const { module, denoDir, kept } = start;
  await keepStart({ module }, denoDir, kept);
  const { utimeSync } = Deno;
  Deno.utimeSync = () => {
    throw new Deno.errors.PermissionDenied("Operation not permitted");
  };
  try {
    equal(restoreStart({ module }, `${denoDir}-fresh`, kept), true);
  } finally {
    Deno.utimeSync = utimeSync;
  }
});

Deno.test("the starts used least recently make room, and an unknown one restores nothing", async () => {
  await using start = await started();
  const { module, denoDir, kept } = start;
  await keepStart({ module }, denoDir, kept);
  for (let count = 0; count < 30; count++) {
    await keepStart({ module: `/m${count}.js` }, denoDir, kept);
  }
  equal([...Deno.readDirSync(kept)].length, 24);
  const fresh = `${denoDir}-fresh`;
  equal(restoreStart({ module }, fresh, kept), false);
  equal(restoreStart({ module: "/never.js" }, fresh, kept), false);
  equal(restoreStart({ module: "/m29.js" }, fresh, kept), true);
});

Deno.test("a start of what is gone with its process is not kept", async () => {
  await using start = await started();
  const { module, denoDir, kept } = start;
  await keepStart({ module }, denoDir, kept);
  await keepStart({ module: "/tmp/svc-0/svc-trial-0123abcd/repository/a.js" }, denoDir, kept);
  equal([...Deno.readDirSync(kept)].length, 1);
});

Deno.test("of several data: URLs the one that was started is kept, with what Deno would add to its cache", async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  const start = { module: `${path}/a.js`, main: "data:text/javascript,start();" };
  await Deno.mkdir(`${path}/deno`);
  {
    using database = new DatabaseSync(`${path}/deno/v8_code_cache_v2`);
    database.exec("CREATE TABLE codecache (specifier TEXT PRIMARY KEY, data BLOB)");
    const insert = database.prepare("INSERT INTO codecache (specifier) VALUES (?)");
    for (const one of [start.main, fileUrl(start.module), `${start.main} //`]) insert.run(one);
  }
  await keepStart(start, `${path}/deno`, `${path}/kept`);
  equal(restoreStart({ module: start.module }, `${path}/other`, `${path}/kept`), false);
  equal(restoreStart(start, `${path}/fresh`, `${path}/kept`), true);
  const cache = `${path}/fresh/v8_code_cache_v2`;
  deepEqual(specifiers(cache), [start.main, fileUrl(start.module)]);
  using database = new DatabaseSync(cache);
  const statistics = "SELECT count(*) AS found FROM sqlite_master WHERE name = 'sqlite_stat1'";
  equal(database.prepare(statistics).get()?.["found"], 1);
});
