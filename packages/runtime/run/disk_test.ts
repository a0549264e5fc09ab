import { deepEqual, equal, rejects } from "node:assert/strict";
import { listFilesBelow } from "../base/files/read.ts";
import { systemTemporaryFolder } from "../base/files/temporary.ts";
import { GREET, modelText, temporaryFolder } from "../testing/extension.ts";
import { workspaceProcess } from "../testing/process.ts";
import { fillDiskAfter } from "../testing/full_disk.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository } from "../testing/repository.ts";
import { listRuns } from "./history/mod.ts";
import { bodyGreeter } from "../testing/scripted_greeter.ts";

/** Everything a module can have Deno keep without asking for a permission. */
const KEEPING = `
        const mark = ["kept", "by", "the", "method"].join("-");
        if (localStorage.getItem(mark) !== null) throw new Error("seen before");
        localStorage.setItem(mark, mark);
        const cache = await caches.open(mark);
        if (await cache.match("http://x.example/")) throw new Error("seen before");
        await cache.put("http://x.example/", new Response(mark));
        const text = "const a: string = '" + mark + "'; export default a;";
        await new Function("url", "return import(url)")(URL.createObjectURL(new Blob([text], { type: "text/typescript" })));
        await new Function("url", "return import(url)")("data:text/typescript," + encodeURIComponent(text));
`;

Deno.test("nothing that a method has Deno keep is left on the disk, nor seen by the next run", async () => {
  await using folder = await temporaryFolder();
  await using greeter = await greeterRepository(modelText(KEEPING + GREET));
  for (const part of ["temporary", "cache", "deno"]) await Deno.mkdir(`${folder.path}/${part}`);
  const run = () =>
    workspaceProcess(
      `${import.meta.dirname}/../testing/killed_run.ts`,
      { root: greeter.repository.root, config: greeter.repository.config },
      {
        TMPDIR: `${folder.path}/temporary`,
        XDG_CACHE_HOME: `${folder.path}/cache`,
        DENO_DIR: `${folder.path}/deno`,
      },
    ).output();
  equal((await run()).success, true);
  // The second start is one that is remembered.
  equal((await run()).success, true);
  deepEqual(await listFilesBelow(`${folder.path}/temporary`), []);
  const files = await listFilesBelow(folder.path);
  const holding = await Promise.all(files.map(async (file) => {
    const bytes = await Deno.readFile(`${folder.path}/${file}`);
    return new TextDecoder("latin1").decode(bytes).includes("kept-by-the-method");
  }));
  deepEqual(files.filter((_, index) => holding[index]), []);
});

Deno.test("a run that finds no room for its temporary files says so, is recorded, and is no bug of svc", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await greeter.greet();
  {
    using _full = fillDiskAfter(0, `${systemTemporaryFolder()}/svc-${Deno.uid()}`);
    await rejects(greeter.greet(), refusal("disk_full", /^The disk is full: No space left/));
  }
  const { results } = await listRuns(greeter.repository);
  deepEqual(results.map(({ status }) => status).sort(), ["failed", "succeeded"]);
});

const ENDLESS: Record<string, string> = {
  "caches": `
        const cache = await caches.open("a");
        for (let i = 0;; i++) {
          await cache.put("http://x.example/" + i, new Response(new Uint8Array(1_000_000)));
        }`,
  "modules made up at run time": `
        for (let i = 0;; i++) {
          const text = "const a: number = " + i + "; export default a; //" + "x".repeat(500_000);
          await new Function("url", "return import(url)")(URL.createObjectURL(new Blob([text], { type: "text/typescript" })));
        }`,
  "many small files": `
        const path = await (await context.createFileWriter("log", "x")).getFilePath();
        for (let i = 0;; i++) Deno.writeTextFileSync(path + i, "");`,
  "a file that was deleted and is still open": `
        const path = await (await context.createFileWriter("log", "x")).getFilePath();
        const file = await Deno.open(path, { write: true, create: true });
        await Deno.remove(path);
        const bytes = new Uint8Array(1_000_000);
        for (;;) file.writeSync(bytes);`,
};
for (const [way, body] of Object.entries(ENDLESS)) {
  const ignore = way.includes("deleted") && Deno.build.os !== "linux";
  Deno.test({
    name: `a method that fills the disk without end is stopped at the limit: ${way}`,
    ignore,
    fn: async () => {
      await using greeter = await bodyGreeter(body);
      await rejects(
        greeter.greet({ name: "Ada" }, { diskLimitMb: 8 }),
        refusal("disk_limit", /greet filled more than 8 MB of temporary disk space/),
      );
    },
  });
}
