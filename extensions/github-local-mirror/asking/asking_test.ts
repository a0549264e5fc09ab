import assert from "node:assert/strict";
import { clientContext, startApi } from "../../testing/api.ts";
import { startAsking } from "./asking.ts";
import { Stop } from "./asking.ts";

const NEVER = Infinity;

function stopped(reason: Stop["reason"], resumeAt: string | null = null) {
  return (error: unknown) => {
    assert.ok(error instanceof Stop, String(error));
    assert.deepEqual([error.reason, error.resumeAt], [reason, resumeAt]);
    return true;
  };
}

/** An answer of a server at a time, with so many calls left and seconds until there are new ones. */
function limited(remaining: number, seconds: number) {
  const now = Date.parse("2030-01-01T00:00:00Z");
  return Response.json([], {
    headers: {
      date: new Date(now).toUTCString(),
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": String(now / 1000 + seconds),
    },
  });
}

Deno.test("asking: after the deadline nothing is sent", async () => {
  await using api = startApi(() => Response.json([]));
  const asking = startAsking({
    context: clientContext(),
    baseUrl: api.url,
    deadline: performance.now(),
  });
  assert.equal(asking.isOver(), true);
  await assert.rejects(asking.get("the list", "GET /list"), stopped("budget"));
  assert.equal(api.received.length, 0);
});

Deno.test("asking: an allowance that is known to be used up is not asked again", async () => {
  await using api = startApi(() => limited(0, 90));
  const asking = startAsking({ context: clientContext(), baseUrl: api.url, deadline: NEVER });
  await asking.get("the list", "GET /list");
  await assert.rejects(
    asking.get("the list", "GET /list"),
    stopped("rate-limit", "2030-01-01T00:01:30.000Z"),
  );
  assert.equal(api.received.length, 1);
});

Deno.test("asking: one that begins again within 30 s by the server's clock, and one that is not used up, go on", async () => {
  for (const answer of [() => limited(0, 29), () => limited(1, 3_000), () => Response.json([])]) {
    await using api = startApi(answer);
    const asking = startAsking({ context: clientContext(), baseUrl: api.url, deadline: NEVER });
    await asking.get("the list", "GET /list");
    await asking.get("the list", "GET /list");
    assert.equal(api.received.length, 2);
  }
});

Deno.test("asking: a refusal by any limit is a stop with its end, as far as it is told", async () => {
  await using api = startApi(() =>
    Response.json({ message: "You have exceeded a secondary rate limit" }, {
      status: 429,
      headers: { "retry-after": "120" },
    })
  );
  const asking = startAsking({ context: clientContext(), baseUrl: api.url, deadline: NEVER });
  await assert.rejects(asking.get("the list", "GET /list"), (error: unknown) => {
    assert.ok(error instanceof Stop);
    assert.ok(Date.parse(error.resumeAt!) > Date.now() + 60_000);
    return true;
  });
});

Deno.test("asking: an answer that has not changed comes without content and is counted as free", async () => {
  await using api = startApi(() => new Response(null, { status: 304 }));
  const asking = startAsking({ context: clientContext(), baseUrl: api.url, deadline: NEVER });
  const { status, data } = await asking.get("it", "GET /it", { headers: { "if-none-match": "x" } });
  assert.deepEqual([status, data], [304, null]);
  assert.deepEqual([asking.seen.requests, asking.seen.notModified], [1, 1]);
  assert.equal(api.received[0]!.headers.get("if-none-match"), "x");
});
