import assert from "node:assert/strict";
import { aheadServer, connect, readAll, readUntil } from "../testing/ahead/server.ts";

/** Sends all of it, however little the system takes at once. */
async function send(connection: Deno.Conn, text: string): Promise<void> {
  let left = new TextEncoder().encode(text);
  while (left.length > 0) left = left.subarray(await connection.write(left));
}

const get = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, "host: a", ...lines, "", ""].join("\r\n");

/** The numbers in the targets of what was asked. */
const numbers = (asked: readonly string[]) =>
  asked.map((each) => Number(/\?(\d+)/.exec(each)?.[1]));

Deno.test("ten thousand requests sent at once are all answered, in turn, and none reaches the handler", async () => {
  await using server = await aheadServer();
  using connection = await connect(server);
  server.asked = [];
  const handled = server.handled;
  const count = 10_000;
  const sent = Array.from({ length: count }, (_, n) => get(`/${n % 2 ? "text" : "other"}?${n}`));
  const writing = send(connection, sent.join("") + get("/text", "connection: close"));
  const said = await readAll(connection);
  await writing;
  const bodies = said.match(/\r\n\r\n(texts|other)/g)!.map((body) => body.trim());
  assert.deepEqual(bodies, [...sent.map((_, n) => n % 2 ? "texts" : "other"), "texts"]);
  assert.deepEqual(numbers(server.asked), [...sent.keys(), NaN]);
  assert.equal(server.handled, handled);
});

Deno.test("who sends requests without reading is asked no more of, and gets every answer once they read", async () => {
  await using server = await aheadServer();
  using connection = await connect(server);
  await send(connection, get("/half?0"));
  const size = (await readUntil(connection, "xx")).length;
  server.asked = [];
  const count = 1_500;
  const sent = Array.from({ length: count }, (_, n) => get(`/half?${n}`));
  const writing = send(connection, sent.join(""));
  using beside = await connect(server);
  for (let turn = 0; turn < 100; turn++) {
    await send(beside, get("/text"));
    await readUntil(beside, "texts");
  }
  // The system holds some megabytes of the 48 that were asked for.
  assert.ok(server.asked.length < count / 2, String(server.asked.length));
  const buffer = new Uint8Array(256 * 1024);
  for (let due = count * size; due > 0;) due -= await connection.read(buffer) ?? due + 1;
  await writing;
  const own = server.asked.filter((each) => each.includes("half"));
  assert.deepEqual(numbers(own), [...sent.keys()]);
});

Deno.test("who has asked all and closes that side gets every answer, however late they read", async () => {
  await using server = await aheadServer();
  using connection = await connect(server);
  const count = 60;
  await send(connection, get("/half").repeat(count));
  await connection.closeWrite();
  const bodies = (await readAll(connection)).split(/(?=HTTP\/1\.1 )/)
    .map((answer) => answer.split("\r\n\r\n")[1]?.length);
  assert.deepEqual(bodies, Array.from({ length: count }, () => 32_000));
});

Deno.test("who never reads is left after a silence", async () => {
  await using server = await aheadServer({ silence: 50 });
  // A machine that is held up is silent itself: then a connection is left before it has asked.
  while (!server.asked.some((each) => each.includes("half"))) {
    await assert.rejects(async () => {
      using connection = await connect(server);
      while (true) await send(connection, get("/half"));
    });
  }
});

Deno.test("who closes with answers unread keeps nobody else from theirs", async () => {
  await using server = await aheadServer();
  for (let round = 0; round < 5; round++) {
    const connection = await connect(server);
    await send(connection, get("/half").repeat(400));
    connection.close();
    using other = await connect(server);
    await send(other, get("/text"));
    assert.match(await readUntil(other, "texts"), /^HTTP\/1\.1 200 OK/);
  }
});

Deno.test("a connection on which nothing more is asked is closed in time", async () => {
  await using server = await aheadServer({ idle: 50 });
  let said = "";
  // The same holds for a machine that is held up before it asks.
  while (said === "") {
    using connection = await connect(server);
    await send(connection, get("/text")).catch(() => {});
    said = await readAll(connection);
  }
  assert.match(said, /Keep-Alive: timeout=0\r\n\r\ntexts$/);
});

Deno.test("a server that closes sends the rest of what it has answered, and keeps nobody who has read", async () => {
  await using server = await aheadServer();
  using reader = await connect(server);
  using connection = await connect(server);
  server.asked = [];
  await send(connection, get("/half").repeat(300));
  while (!server.asked.some((each) => each.includes("half"))) {
    await send(reader, get("/text"));
    await readUntil(reader, "texts");
  }
  const answered = server.asked.filter((each) => each.includes("half")).length;
  const closed = server.listener.close();
  const said = await readAll(connection);
  assert.equal(await readAll(reader), "");
  await closed;
  // Which of those not yet answered still are depends on how much the system holds.
  const bodies = said.split(/(?=HTTP\/1\.1 )/).slice(0, answered)
    .map((answer) => answer.split("\r\n\r\n")[1]?.length);
  assert.deepEqual(bodies, Array.from({ length: answered }, () => 32_000));
});

Deno.test("once the server is leaving, a connection that was answered ahead ends with its next answer", async () => {
  await using server = await aheadServer();
  using connection = await connect(server);
  await send(connection, get("/text"));
  await readUntil(connection, "texts");
  server.listener.leave();
  await send(connection, get("/other"));
  assert.match(await readAll(connection), /^HTTP\/1\.1 200 OK[^]*Connection: close\r\n\r\nother$/);
});

Deno.test("what is told of an answer is what was sent", async () => {
  await using server = await aheadServer();
  using connection = await connect(server);
  server.ended = [];
  await send(connection, get("/foreign").replace("GET", "HEAD") + get("/moved") + get("/text"));
  const said = await readUntil(connection, "texts");
  const bytes = said.split("HTTP/1.1 ").slice(1).map((answer) =>
    "HTTP/1.1 ".length + answer.length
  );
  assert.deepEqual(
    server.ended.map(({ method, target, status, bytes }) => [method, target, status, bytes]),
    [
      ["HEAD", "/foreign", 200, bytes[0]],
      ["GET", "/moved", 302, bytes[1]],
      ["GET", "/text", 200, bytes[2]],
    ],
  );
});
