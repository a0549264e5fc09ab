import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { PRINCIPAL, serveInstance } from "../testing/serve_instance.ts";
import { awaitAdmission, type ServeGrant } from "./serve_grant.ts";

const GRANT: ServeGrant = {
  deviceCode: "d",
  userCode: "u",
  verificationUri: "https://a.example",
  expiresIn: 100,
  interval: 5,
};

/** A clock that only waiting moves, and the waits it was asked for. */
function clock() {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    wait: (seconds: number) => {
      waits.push(seconds);
      time += seconds * 1000;
      return Promise.resolve();
    },
  };
}

const pending = (body: object = {}) => () =>
  Response.json({ status: "pending", ...body }, { status: 202 });

Deno.test("polls keep the interval, and keep longer ones once told to slow down", async () => {
  const time = clock();
  await using instance = serveInstance({
    polls: [
      pending(),
      pending({ slowDown: true }),
      pending(),
      () => new Response(null, { status: 429, headers: { "retry-after": "30" } }),
      () => Response.json({ error: "starting" }, { status: 503 }),
      () => Response.json({ error: "The registry does not answer" }, { status: 502 }),
      () => Response.json({ token: "n.s", principal: { ...PRINCIPAL, name: "" } }),
    ],
  });
  const admission = await awaitAdmission({ serverUrl: instance.url }, GRANT, time);
  assert.deepEqual(time.waits, [5, 5, 10, 10, 30, 35, 40]);
  assert.deepEqual(admission, {
    name: "n",
    token: "n.s",
    principalId: "user-1",
    displayName: "ada@example.org",
  });
});

Deno.test("a grant that is never approved ends when its code does", async () => {
  const time = clock();
  await using instance = serveInstance({ polls: [pending()] });
  await assert.rejects(
    awaitAdmission({ serverUrl: instance.url }, GRANT, time),
    (error) => isSvcError(error) && error.code === "timeout",
  );
  assert.equal(instance.requests.length, 20);
});

Deno.test("a server that fails to the end is told with what it said, not as a code that expired", async () => {
  for (
    const [status, message] of [
      [502, /identity provider .*: club is down/],
      [500, /club is down/],
    ] as const
  ) {
    await using instance = serveInstance({
      polls: [pending(), () => Response.json({ error: "club is down" }, { status })],
    });
    await assert.rejects(
      awaitAdmission({ serverUrl: instance.url }, GRANT, clock()),
      (error) => isSvcError(error) && error.code === "unavailable" && message.test(error.message),
    );
  }
});
