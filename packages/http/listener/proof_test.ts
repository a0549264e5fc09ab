import assert from "node:assert/strict";
import { keepToOwnParser } from "./own_parser.ts";
import { listen } from "./listener.ts";
import { proof, prove } from "./proof.ts";

const AT = { host: "127.0.0.1", port: 0 };

Deno.test("with this Deno, connections keep to their own parser and are answered ahead of it", async () => {
  assert.deepEqual(await proof(), { ownParser: true, ahead: true });
});

Deno.test("a server whose listeners have other names is found out", async () => {
  for (const event of ["data", "end"]) {
    const broken = await prove((socket) => {
      for (const listener of socket.listeners(event)) {
        socket.removeListener(event, listener as () => void);
        socket.on(
          event,
          (...given: unknown[]) => (listener as (...all: unknown[]) => void)(...given),
        );
      }
      return keepToOwnParser(socket);
    });
    assert.deepEqual(broken, { ownParser: false, ahead: false }, event);
  }
});

Deno.test("a server whose parser does not tell of a request that begins answers the plain way, and is found out", async () => {
  const broken = await prove((socket) => {
    const toParser = keepToOwnParser(socket);
    const { kOnMessageBegin } = socket.parser!.constructor as unknown as {
      kOnMessageBegin: number;
    };
    socket.parser![kOnMessageBegin] = undefined;
    return toParser;
  });
  assert.deepEqual(broken, { ownParser: true, ahead: false });
});

Deno.test("nothing listens where a connection may get the parser of another one", async () => {
  await assert.rejects(
    listen(() => new Response(), AT, () => Promise.resolve({ ownParser: false, ahead: false })),
    { code: "unavailable", message: /^svc does not support the HTTP server/ },
  );
});

Deno.test("where requests cannot be answered ahead, the operator is told and they are answered", async () => {
  const told: string[] = [];
  const reply = { status: 200, headers: { "content-length": "5" }, body: "ready" };
  const listener = await listen(
    () => new Response("plain"),
    { ...AT, prepared: () => reply, unproven: (what) => told.push(what) },
    () => Promise.resolve({ ownParser: true, ahead: false }),
  );
  try {
    for (let round = 0; round < 2; round++) {
      const answer = await fetch(`http://127.0.0.1:${listener.port}`);
      assert.equal(await answer.text(), "ready");
    }
  } finally {
    listener.abort();
    await listener.close();
  }
  assert.deepEqual(told, ["answers ahead of the parser"]);
});
