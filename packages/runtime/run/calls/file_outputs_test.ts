import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { getData } from "../../data/mod.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { modelText } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { bodyGreeter } from "../../testing/scripted_greeter.ts";

/** What a method puts in the place of its file, and the programs it needs for that. */
const LIES: [what: string, code: string][] = [
  ["a link to a file it may not read", `run("ln", "-s", "/etc/passwd", path)`],
  ["a hard link", `Deno.writeTextFileSync(path + "-own", ""); run("ln", path + "-own", path)`],
  ["a named pipe", `run("mkfifo", path)`],
  ["a folder", `await Deno.mkdir(path)`],
  ["nothing", ``],
];
for (const [what, code] of LIES) {
  Deno.test(`what a method puts in the place of its file output is not followed or waited for: ${what}`, async () => {
    await using greeter = await bodyGreeter(
      `        const writer = await context.createFileWriter("log", "main");
        const path = await writer.getFilePath();
        const run = (name: string, ...args: string[]) => new Deno.Command(name, { args }).outputSync();
        ${code};
        await writer.finalize();`,
      { manifest: "permissions:\n  run:\n    - ln\n    - mkfifo\n" },
    );
    await rejects(greeter.greet(), refusal("output_invalid", /Nothing was written to the path/));
    await rejects(getData(greeter.repository, "hello", "main"), refusal("data_not_found"));
  });
}

Deno.test("a file writer is there at once: unawaited, chained, awaited, and of lines that nobody awaits", async () => {
  await using greeter = await bodyGreeter(`        const { createFileWriter } = context;
        const unawaited = createFileWriter("log", "unawaited");
        if (unawaited.then !== undefined || unawaited.dataId.length !== 36) throw new Error("a promise");
        await unawaited.writeText("one");
        const handle = await createFileWriter("log", "chained", { contentType: "text/html" }).writeText("two");
        const awaited = await createFileWriter("log", "awaited");
        await awaited.writeAll(new TextEncoder().encode("three"));
        const lines = createFileWriter("log", "lines", { streaming: true });
        for (let line = 1; line <= 30; line++) lines.writeLine("line " + line);
        const ended = await lines.finalize();
        let again = "";
        await lines.writeLine("x").catch((error: Error) => again = error.message);
        if (!/already been written/.test(again)) throw new Error("taken twice");
        return { dataHandles: [handle, ended] };`);
  await greeter.greet();
  const content = async (name: string) =>
    (await getData(greeter.repository, "hello", name)).content;
  deepEqual(
    [await content("unawaited"), await content("chained"), await content("awaited")],
    ["one", "two", "three"],
  );
  equal((await content("lines") as string).split("\n").length, 31);
  equal((await getData(greeter.repository, "hello", "chained")).contentType, "text/html");
});

Deno.test("a file output that is not declared fails the run, also when nothing is written to it", async () => {
  await using greeter = await bodyGreeter(`        context.createFileWriter("none", "x");
        await context.writeResource("greeting", "main", { text: "x" });`);
  await rejects(greeter.greet(), refusal("undeclared_output", /'none'/));
});

Deno.test("a file that is still written while svc takes it is kept as svc read it", async () => {
  await using greeter = await bodyGreeter(
    `        const writer = await context.createFileWriter("log", "main");
        const file = Deno.openSync(await writer.getFilePath(), { write: true, create: true });
        file.writeSync(new Uint8Array(3_000_000).fill(97));
        const taken = writer.finalize();
        for (let more = 0; more < 50; more++) {
          file.writeSync(new Uint8Array(100_000).fill(98));
          await new Promise((resolve) => setTimeout(resolve, 0));
        }
        await taken;
        file.seekSync(0, Deno.SeekMode.Start);
        file.writeSync(new Uint8Array(3_000_000).fill(99));`,
  );
  const { repository } = greeter;
  await greeter.greet();
  const item = await getData(repository, "hello", "main");
  const raw = await Deno.readFile(`${repository.root}/${item.contentPath}`);
  deepEqual([raw.length, await sha256Hex(raw)], [item.size, item.checksum]);
  equal(raw.includes(99), false);
});

Deno.test("a file of 128 MB is kept whole, and svc holds only pieces of it", async () => {
  await using greeter = await bodyGreeter(
    `        const writer = await context.createFileWriter("log", "main");
        const piece = "x".repeat(1024 * 1024 - 1);
        for (let part = 0; part < 128; part++) await writer.writeLine(piece);
        await writer.finalize();`,
  );
  let highest = 0;
  const before = Deno.memoryUsage().rss;
  const watch = setInterval(() => highest = Math.max(highest, Deno.memoryUsage().rss), 5);
  await greeter.greet().finally(() => clearInterval(watch));
  const { size } = await getData(greeter.repository, "hello", "main", { content: false });
  equal(size, 128 * 1024 * 1024);
  ok(highest - before < 64 * 1024 * 1024, `${highest - before} bytes more`);
});

Deno.test("a writer is good for one file, and a method cannot open them without end", async () => {
  await using greeter = await bodyGreeter(`
        for (let open = 0; open < 501; open++) await context.createFileWriter("log", "log" + open);`);
  await rejects(greeter.greet(), refusal("output_invalid", /More than 500 files/));
});

Deno.test("a secret across two pieces of a large file is left out", async () => {
  const secret = "s3cret-".repeat(10);
  await using greeter = await greeterRepository(modelText(
    `        const writer = await context.createFileWriter("log", "main");
        await writer.writeText("é".repeat(524_280) + args.key + "é".repeat(1_000_000) + args.key);`,
    { args: "{ key: z.string().meta({ sensitive: true }) }" },
  ));
  await greeter.greet({ key: secret });
  const { content } = await getData(greeter.repository, "hello", "main");
  equal(content, `${"é".repeat(524_280)}***${"é".repeat(1_000_000)}***`);
});
