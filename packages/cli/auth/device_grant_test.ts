import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { awaitApproval, beginDeviceGrant, type DeviceGrant } from "./device_grant.ts";

const GRANT: DeviceGrant = {
  device_code: "d",
  user_code: "ABCD-EFGH",
  verification_uri: "/device",
  expires_in: 60,
  interval: 5,
};

/** An authorisation server that gives these answers in turn, and a clock that the waits move. */
async function polled(answers: readonly { status: number; body: unknown }[], grant = GRANT) {
  let asked = 0;
  const server = Deno.serve({ port: 0, onListen: () => {} }, () => {
    const { status, body } = answers[Math.min(asked++, answers.length - 1)]!;
    if (status === 0) return new Response("{");
    return Response.json(body, { status });
  });
  const waits: number[] = [];
  let now = 0;
  try {
    const token = await awaitApproval(
      { serverUrl: `http://127.0.0.1:${server.addr.port}` },
      grant,
      {
        wait: (seconds) => {
          waits.push(seconds);
          now += seconds * 1000;
          return Promise.resolve();
        },
        now: () => now,
      },
    ).catch((error: SvcError) => error);
    return { token, waits, asked };
  } finally {
    await server.shutdown();
  }
}

const refused = (error: string) => ({ status: 400, body: { error } });
const approved = { status: 200, body: { access_token: "session" } };

Deno.test("polling keeps the server's interval until the grant is approved", async () => {
  const { token, waits } = await polled([
    refused("authorization_pending"),
    refused("authorization_pending"),
    approved,
  ]);
  assert.equal(token, "session");
  assert.deepEqual(waits, [5, 5, 5]);
});

Deno.test("slow_down adds five seconds permanently (RFC 8628 3.5)", async () => {
  const { waits } = await polled([
    refused("slow_down"),
    refused("authorization_pending"),
    refused("slow_down"),
    approved,
  ]);
  assert.deepEqual(waits, [5, 10, 10, 15]);
});

Deno.test("a poll that got no answer, or too many requests, slows down and goes on (RFC 8628 3.5)", async () => {
  const { token, waits } = await polled([
    { status: 429, body: { error: "Too many requests", code: "rate_limited" } },
    { status: 503, body: { error: "Starting", code: "unavailable" } },
    { status: 0, body: "an answer that breaks off" },
    refused("authorization_pending"),
    approved,
  ]);
  assert.equal(token, "session");
  assert.deepEqual(waits, [5, 10, 15, 20, 20]);
  const gone = await polled([refused("authorization_pending"), { status: 0, body: "the same" }]);
  assert.ok(gone.token instanceof SvcError);
  assert.equal(gone.token.code, "server_unreachable", "it does not say that the code expired");
});

Deno.test("five seconds is the interval when the server names none", async () => {
  const { interval: _, ...grant } = GRANT;
  assert.deepEqual((await polled([approved], grant)).waits, [5]);
});

Deno.test("denied, expired and anything else end the wait, each in its own way", async () => {
  for (
    const [error, code] of [
      ["access_denied", "cancelled"],
      ["expired_token", "timeout"],
      ["invalid_grant", "not_authenticated"],
    ] as const
  ) {
    const { token, asked } = await polled([refused(error), approved]);
    assert.ok(token instanceof SvcError);
    assert.equal(token.code, code);
    assert.equal(asked, 1);
  }
});

Deno.test("a grant that is never approved ends when its time is over", async () => {
  const { token, waits } = await polled([refused("authorization_pending")]);
  assert.ok(token instanceof SvcError);
  assert.equal(token.code, "timeout");
  assert.equal(waits.reduce((sum, seconds) => sum + seconds, 0), GRANT.expires_in);
});

Deno.test("a grant names the machine it is for, and its relative address is completed", async () => {
  const bodies: unknown[] = [];
  const server = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
    bodies.push(await request.json());
    return Response.json(GRANT);
  });
  const serverUrl = `http://127.0.0.1:${server.addr.port}`;
  const grant = await beginDeviceGrant({ serverUrl }, "ada's laptop");
  await server.shutdown();
  assert.equal(grant.verification_uri, `${serverUrl}/device`);
  assert.deepEqual(bodies, [{ client_id: "svc-cli", scope: "device:ada-s-laptop" }]);
});
