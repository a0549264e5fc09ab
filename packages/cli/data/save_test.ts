import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { saveContent } from "./save.ts";
import { served } from "../testing/served.ts";
import { svc, temporaryConfig } from "../testing/host.ts";
import { strangeServer } from "../testing/strange_server.ts";
import { manifestText, withSmallZod } from "../../runtime/testing/extension.ts";

/** Writes a file of bytes that are no text. */
const MODEL = withSmallZod(`import * as z from "npm:zod@4.6.7";
export const model = {
  type: "@acme/greeter",
  version: "2026.01.02.3",
  files: {
    log: { description: "A log", contentType: "application/gzip", lifetime: "30d", garbageCollection: 9 },
  },
  methods: {
    pack: {
      description: "Packs",
      arguments: z.object({ seed: z.number().int() }),
      execute: async (args, context) => {
        const writer = await context.createFileWriter("log", "archive");
        await writer.writeAll(Uint8Array.from({ length: 300000 }, (_, index) => index * args.seed % 256));
        return { dataHandles: [] };
      },
    },
  },
};
`);

const bytes = (seed: number) =>
  Uint8Array.from({ length: 300_000 }, (_, index) => index * seed % 256);

Deno.test("content is saved byte for byte, from the repository here and from a server", async () => {
  await using at = await served({
    "extensions/greeter/manifest.yaml": manifestText(),
    "extensions/greeter/greeter.ts": MODEL,
  });
  await using folder = await temporaryConfig();
  await at.here(["behavior", "create", "@acme/greeter", "hello"]);
  for (const seed of ["7", "11"]) {
    const ran = await at.here(["behavior", "run", "hello", "pack", "--input", `seed=${seed}`]);
    assert.equal(ran.exit, 0, ran.stderr);
  }
  const file = `${folder.path}/archive.gz`;
  for (const place of [at.here, at.there]) {
    for (const [version, seed] of [[[], 11], [["--version", "1"], 7]] as const) {
      const done = await place(["data", "get", "hello", "archive", "--output", file, ...version]);
      assert.equal(done.stdout, `Wrote 300000 bytes to ${file}.\n`, done.stderr);
      assert.deepEqual(await Deno.readFile(file), bytes(seed));
    }
    const cwd = place === at.here ? at.root : folder.path;
    const json = await place(["data", "get", "hello", "archive", "--output", "a.gz", "--json"], {
      cwd,
    });
    const said = JSON.parse(json.stdout);
    assert.deepEqual([said.savedTo, said.size, said.content], ["a.gz", 300_000, undefined]);
    assert.deepEqual(await Deno.readFile(`${cwd}/a.gz`), bytes(11));
    for (const no of [folder.path, `${folder.path}/none/x`]) {
      const refused = await place(["data", "get", "hello", "archive", "--output", no]);
      assert.equal(refused.exit, 2, no);
    }
    const both = ["data", "get", "hello", "archive", "--output", file, "--no-content"];
    assert.equal((await place(both)).exit, 2);
  }
  assert.deepEqual(await namesIn(folder.path), ["a.gz", "archive.gz"]);
});

Deno.test("what killed saves of the same file left beside it is removed after an hour", async () => {
  await using folder = await temporaryConfig();
  const part = () => `${crypto.randomUUID()}.part`;
  const [left, young, other] = [`x.${part()}`, `x.${part()}`, `y.${part()}`];
  const kept = ["x.notes.part", "x.part"];
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of [left, young, other, ...kept]) {
    await Deno.writeTextFile(`${folder.path}/${name}`, "");
    if (name !== young) await Deno.utime(`${folder.path}/${name}`, hoursAgo, hoursAgo);
  }
  const checksum = createHash("sha256").digest("hex");
  await saveContent(`${folder.path}/x`, ReadableStream.from([]), { size: 0, checksum });
  assert.deepEqual(await namesIn(folder.path), ["x", young, other, ...kept].sort());
});

Deno.test("other content than was announced is not saved, and what was there stays", async () => {
  await using folder = await temporaryConfig();
  const file = `${folder.path}/x`;
  await Deno.writeTextFile(file, "before");
  const text = "the content";
  const checksum = createHash("sha256").update(text).digest("hex");
  const cases: [number | unknown, unknown, () => Response][] = [
    [text.length, checksum, () => new Response("another one")],
    [text.length, checksum, () => new Response(text.slice(1))],
    [text.length, checksum, () => new Response(`${text}!`)],
    [text.length, checksum, () => new Response(null, { status: 204 })],
    [text.length, checksum, () => new Response(null, { status: 404 })],
    [text.length, checksum, () => new Response(null, { status: 302, headers: { location: "/" } })],
    [text.length, "0", () => new Response(text)],
    [undefined, checksum, () => new Response(endless())],
    ["9", undefined, () => new Response(endless())],
  ];
  for (const [size, checksum, content] of cases) {
    await using server = strangeServer(({ url }) =>
      new URL(url).pathname.endsWith("/content")
        ? content()
        : Response.json({ name: "x", version: 1, size, checksum })
    );
    const token = `ci.${"5".repeat(64)}`;
    const env = { SVC_SERVE_URL: server.url, SVC_SERVER_TOKEN: token };
    const done = await svc(["data", "get", "hello", "x", "--output", file], { env });
    assert.equal(done.exit, 1, done.stdout);
    assert.equal(await Deno.readTextFile(file), "before");
  }
  assert.deepEqual(await namesIn(folder.path), ["x"]);
});

function endless(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ pull: (part) => part.enqueue(new Uint8Array(1024)) });
}

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
}
