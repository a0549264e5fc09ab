import assert from "node:assert/strict";
import { strangeServer } from "../testing/strange_server.ts";
import { bridge } from "./bridge.ts";

interface Sent {
  id?: number;
  method: string;
}

/** A server with sessions, of which each request names one; a restart forgets it. */
function sessionServer() {
  const unknown: number[] = [];
  const bothUnknown = Promise.withResolvers<void>();
  let sessions = 0;
  let current: string | undefined;
  const server = strangeServer(async (request) => {
    if (request.method === "DELETE") return new Response(null, { status: 204 });
    const { id, method } = await request.json() as Sent;
    const answer = (result: unknown, headers: Record<string, string> = {}) =>
      Response.json({ jsonrpc: "2.0", id, result }, { headers });
    if (method === "initialize") {
      // The second greeting is answered when nobody is left who may be answered before.
      if (sessions > 0) await bothUnknown.promise;
      current = `s${++sessions}`;
      return answer({ protocolVersion: "2025-11-25" }, { "mcp-session-id": current });
    }
    if (request.headers.get("mcp-session-id") !== current) {
      unknown.push(id!);
      if (unknown.length === 2) bothUnknown.resolve();
      const error = { code: -32001, message: "Session not found" };
      return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 });
    }
    return id === undefined ? new Response(null, { status: 202 }) : answer({ of: current });
  });
  return { server, unknown, sessions: () => sessions, restart: () => void (current = undefined) };
}

Deno.test("requests that learn at once of a server's restart share one new session", async () => {
  const { server, unknown, sessions, restart } = sessionServer();
  await using _server = server;
  const input = new TransformStream<Uint8Array, Uint8Array>();
  const writer = input.writable.getWriter();
  const send = (...messages: Sent[]) =>
    writer.write(
      new TextEncoder().encode(
        messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""),
      ),
    );
  const answers = new Map<number, PromiseWithResolvers<Record<string, unknown>>>(
    [1, 2, 3].map((id) => [id, Promise.withResolvers()]),
  );
  const write = (bytes: Uint8Array) => {
    const message = JSON.parse(new TextDecoder().decode(bytes));
    answers.get(message.id)!.resolve(message);
    return Promise.resolve();
  };
  const address = { url: server.url, token: "ci.secret", tokenFrom: "servers.json" } as const;
  const bridged = bridge(
    address,
    { input: input.readable, write },
    new AbortController().signal,
  );
  void send({ id: 1, method: "initialize" });
  await answers.get(1)!.promise;
  restart();
  void send({ id: 2, method: "tools/list" }, { id: 3, method: "tools/list" });
  for (const id of [2, 3]) {
    const { result, error } = await answers.get(id)!.promise;
    assert.deepEqual([result, error], [{ of: "s2" }, undefined]);
  }
  assert.deepEqual([unknown.toSorted(), sessions()], [[2, 3], 2]);
  await writer.close();
  await bridged;
});
