import assert from "node:assert/strict";
import type { Repository } from "@svc/runtime/repository";
import { writeVersion } from "../../../runtime/data/store/write.ts";
import { contentFile } from "../../../runtime/data/store/folder.ts";
import { newData, OWNER, writeBehavior } from "../../../runtime/testing/stored.ts";
import { testServer } from "../../testing/server.ts";

const CONTENT = "0123456789";
const PATH = "/api/v1/behaviors/hello/data/file/content";

async function serverWith(content: Uint8Array | string = CONTENT, contentType = "text/plain") {
  const server = await testServer();
  await writeBehavior(server.repository, "hello");
  await put(server.repository, content, contentType);
  return server;
}

async function put(repository: Repository, content: Uint8Array | string, contentType: string) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await writeVersion(repository, OWNER, newData("file", { contentType }), bytes);
}

const pick = ({ status, headers }: Response, ...names: string[]) => [
  status,
  ...names.map((name) => headers.get(name)),
];

Deno.test("content comes as it is, as a file that no browser opens as a page", async () => {
  await using server = await serverWith("<script>alert(1)</script>", "text/html");
  const response = await server.ask(PATH, "ada");
  assert.equal(await response.text(), "<script>alert(1)</script>");
  assert.deepEqual(pick(response, "content-type", "content-length", "x-content-type-options"), [
    200,
    "text/html; charset=utf-8",
    "25",
    "nosniff",
  ]);
  assert.equal(response.headers.get("content-disposition"), "attachment; filename*=UTF-8''file");
  assert.match(response.headers.get("content-security-policy")!, /sandbox/);
  assert.match(response.headers.get("etag")!, /^"[0-9a-f]{64}"$/);
});

Deno.test("HEAD tells all and sends nothing", async () => {
  await using server = await serverWith();
  const [head, get] = [
    await server.ask(PATH, "ada", { method: "HEAD" }),
    await server.ask(PATH, "ada"),
  ];
  assert.equal(await head.text(), "");
  const names = ["content-type", "content-length", "etag", "accept-ranges", "content-disposition"];
  assert.deepEqual(pick(head, ...names), pick(get, ...names));
  await get.body?.cancel();
});

Deno.test("one range, another version, and what is known already", async () => {
  await using server = await serverWith();
  await put(server.repository, "another", "text/plain");
  const ask = (headers: Record<string, string>, query = "?version=1") =>
    server.ask(PATH + query, "ada", { headers });
  const part = await ask({ range: "bytes=2-4" });
  assert.deepEqual(pick(part, "content-range", "content-length"), [206, "bytes 2-4/10", "3"]);
  assert.equal(await part.text(), "234");
  const behind = await ask({ range: "bytes=10-" });
  assert.deepEqual(pick(behind, "content-range"), [416, "bytes */10"]);
  const whole = await ask({});
  const etag = whole.headers.get("etag")!;
  assert.equal(await whole.text(), CONTENT);
  assert.equal((await ask({ "if-none-match": etag })).status, 304);
  assert.equal((await ask({ "if-none-match": `W/${etag}, "x"` })).status, 304);
  const newest = await ask({ "if-none-match": etag }, "");
  assert.equal(await newest.text(), "another");
  const resumed = await ask({ range: "bytes=8-", "if-range": etag });
  assert.deepEqual([resumed.status, await resumed.text()], [206, "89"]);
  const changed = await ask({ range: "bytes=8-", "if-range": '"other"' });
  assert.deepEqual([changed.status, await changed.text()], [200, CONTENT]);
});

Deno.test("a media type that a repository brought cannot bring headers or lines of its own", async () => {
  for (const type of ["text/html\r\nset-cookie: a=b", "é", "", "text/plain; x=\n1", "*/*"]) {
    await using server = await serverWith(CONTENT, type);
    const response = await server.ask(PATH, "ada");
    assert.equal(response.headers.get("set-cookie"), null);
    assert.match(
      response.headers.get("content-type")!,
      /^(application\/octet-stream|text\/\w+; charset=utf-8)$/,
    );
    assert.equal(await response.text(), CONTENT);
  }
});

Deno.test("a name in any letters is the name of the file, and no header of its own", async () => {
  await using server = await serverWith();
  const name = "a\";x=é'(1)*%";
  await writeVersion(server.repository, OWNER, newData(name), new Uint8Array([1]));
  const path = `/api/v1/behaviors/hello/data/${encodeURIComponent(name)}/content`;
  const response = await server.ask(path, "ada");
  assert.equal(
    response.headers.get("content-disposition"),
    "attachment; filename*=UTF-8''a%22%3Bx%3D%C3%A9%27%281%29%2A%25",
  );
  await response.body?.cancel();
});

Deno.test("content that is not what was written is refused, or breaks off before its end", async () => {
  const large = new Uint8Array(300_000).fill(97);
  await using server = await serverWith(large);
  const file = contentFile(server.repository, OWNER, "file", 1);
  const changed = large.slice();
  // As long as before, and other bytes at the very end.
  changed[299_999] = 98;
  await Deno.writeFile(file, changed);
  const response = await server.ask(PATH, "ada");
  await assert.rejects(response.bytes());
  await Deno.writeFile(file, large.slice(1));
  const short = await server.ask(PATH, "ada");
  assert.deepEqual([short.status, (await short.json()).code], [409, "checksum_mismatch"]);
  await Deno.remove(file);
  await Deno.symlink("/etc/passwd", file);
  const led = await server.ask(PATH, "ada");
  assert.notEqual(led.status, 200);
  assert.ok(!(await led.text()).includes("root:"));
});

Deno.test("an empty file is a whole answer", async () => {
  await using server = await serverWith("");
  const response = await server.ask(PATH, "ada");
  assert.deepEqual([...pick(response, "content-length"), await response.text()], [200, "0", ""]);
});

/** Counts the bytes that this process reads of open files. */
function countRead(): Disposable & { bytes: number } {
  const { read } = Deno.FsFile.prototype;
  const counted = { bytes: 0, [Symbol.dispose]: () => void (Deno.FsFile.prototype.read = read) };
  Deno.FsFile.prototype.read = async function (into) {
    const length = await read.call(this, into);
    counted.bytes += length ?? 0;
    return length;
  };
  return counted;
}

Deno.test("of a large file no more is read than is sent, however slowly it is taken", async () => {
  await using server = await testServer();
  await writeBehavior(server.repository, "hello");
  const piece = new Uint8Array(1024 * 1024);
  const size = 200 * piece.length;
  await writeVersion(server.repository, OWNER, newData("file"), async (path) => {
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256");
    using file = await Deno.open(path, { createNew: true, write: true });
    for (let at = 0; at < size; at += piece.length) {
      await file.write(piece);
      hash.update(piece);
    }
    return { size, checksum: hash.digest("hex") };
  });
  using read = countRead();
  // Readers that stop after the first bytes.
  const stopped = [];
  for (let n = 0; n < 10; n++) {
    const reader = (await server.ask(PATH, "ada")).body!.getReader();
    await reader.read();
    stopped.push(reader);
  }
  let bytes = 0;
  for await (const chunk of (await server.ask(PATH, "ada")).body!) bytes += chunk.length;
  assert.equal(bytes, size);
  // The system holds some megabytes for each connection.
  assert.ok(read.bytes < 2 * size, `${Math.round(read.bytes / 1e6)} MB were read`);
  for (const reader of stopped) await reader.cancel();
});
