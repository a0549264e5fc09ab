import assert from "node:assert/strict";
import { Server } from "@modelcontextprotocol/server";
import { callerNamed } from "../../testing/callers.ts";
import { MOST, MOST_OF_ONE, openSessions } from "./sessions.ts";

/** Sessions, the credentials that are watched for them, and what revokes those of a caller. */
function setUp() {
  const watched = new Set<{ credentialId: string; ended: (why: string) => void }>();
  const sessions = openSessions({
    credentials: {
      watch({ credentialId }, ended) {
        const watch = { credentialId, ended };
        watched.add(watch);
        return { [Symbol.dispose]: () => void watched.delete(watch) };
      },
    },
    now: () => new Date(0),
    maxRequestBodySize: 10_000,
    serve: () => new Server({ name: "test", version: "1" }, { capabilities: {} }),
  });
  const revoke = (name: string) =>
    watched.forEach(({ credentialId, ended }) => credentialId === name && ended("revoked"));
  return { sessions, watched, revoke };
}

/** The first request of a client. `isRead` is called as soon as the server begins to read it. */
function greeting(isRead: () => void = () => {}): Request {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  };
  const body = new ReadableStream({
    pull(controller) {
      isRead();
      controller.enqueue(new TextEncoder().encode(JSON.stringify(message)));
      controller.close();
    },
  }, { highWaterMark: 0 });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return new Request("http://svc.test/mcp", { method: "POST", headers, body });
}

Deno.test("a credential that is revoked while it greets gets no session and keeps no place of one", async () => {
  const { sessions, revoke } = setUp();
  for (let n = 0; n < MOST; n++) {
    const name = `revoked-${n}`;
    const answer = await sessions.answer(greeting(() => revoke(name)), callerNamed(name));
    assert.equal(answer.status, 404);
  }
  const answer = await sessions.answer(greeting(), callerNamed("ada"));
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /"serverInfo"/);
  await sessions.close();
});

Deno.test("a credential that greets many times at once has no more sessions than one after the other", async () => {
  const { sessions, watched } = setUp();
  const ada = callerNamed("ada");
  for (let round = 0; round < 3; round++) {
    const greet = async () => await (await sessions.answer(greeting(), ada)).text();
    await Promise.all(Array.from({ length: 4 * MOST_OF_ONE }, greet));
  }
  assert.equal(watched.size, MOST_OF_ONE);
  await sessions.close();
  assert.equal(watched.size, 0);
});
