import { deepEqual, equal, ok } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { fileUrl } from "../files/path.ts";
import { listFilesBelow } from "../files/read.ts";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import { keepStart, restoreStart } from "./start_cache.ts";

/** A folder with a module `a.js` that imports another, and the `DENO_DIR` of running it. */
async function started() {
  const folder = await temporaryFolder();
  await writeFiles(folder.path, {
    "a.js":
      `import { b } from "./b.js"; import "./shared-ABCD1234.js"; localStorage.setItem("a", b);`,
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

Deno.test("of a start, what Deno compiled of the module itself and its chunks is kept and nothing else", async () => {
  await using start = await started();
  const { module, denoDir, kept } = start;
  ok(specifiers(`${denoDir}/v8_code_cache_v2`).length > 1);
  await keepStart({ module }, denoDir, kept);
  const fresh = `${kept}/fresh`;
  equal(await restoreStart({ module }, fresh, kept), true);
  deepEqual(specifiers(`${fresh}/v8_code_cache_v2`), [
    fileUrl(module),
    fileUrl(module.replace("a.js", "shared-ABCD1234.js")),
  ]);
  deepEqual((await listFilesBelow(fresh)).filter((file) => !/_cache_v\d+$/.test(file)), []);
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
  equal(await restoreStart({ module }, fresh, kept), false);
  equal(await restoreStart({ module: "/never.js" }, fresh, kept), false);
  equal(await restoreStart({ module: "/m29.js" }, fresh, kept), true);
});

Deno.test("a restored start finds everything compiled and writes nothing to Deno's caches", async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  await writeFiles(path, { "a.js": `export const run = () => console.log("ran");` });
  const start = {
    module: `${path}/a.js`,
    main: `data:text/javascript,import { run } from "${fileUrl(`${path}/a.js`)}"; run();`,
  };
  const run = async (denoDir: string) => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-config", "--no-remote", start.main],
      env: { DENO_DIR: denoDir },
    }).output();
    equal(new TextDecoder().decode(stdout), "ran\n");
    const logs = (await listFilesBelow(denoDir)).filter((file) => file.endsWith("-wal"));
    return logs.some((file) => Deno.statSync(`${denoDir}/${file}`).size > 0);
  };
  await run(`${path}/first`);
  await keepStart(start, `${path}/first`, `${path}/kept`);
  equal(await restoreStart(start, `${path}/second`, `${path}/kept`), true);
  equal(await run(`${path}/second`), false);
});
