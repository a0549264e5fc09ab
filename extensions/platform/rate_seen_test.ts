import assert from "node:assert/strict";
import { clientContext, startApi } from "../testing/api.ts";
import { connect } from "./client.ts";
import { rateSeen } from "./rate_seen.ts";

const answer = (headers: Record<string, string>, status = 200) => ({
  status,
  headers: new Headers(headers),
});

Deno.test("rate: the last answer that tells of the limit counts", () => {
  const seen = rateSeen();
  const told = { "x-ratelimit-limit": "5000", "x-ratelimit-reset": "1795305600" };
  seen.see(answer({ ...told, "x-ratelimit-remaining": "12" }));
  seen.see(answer({ ...told, "x-ratelimit-remaining": "11" }, 304));
  seen.see(answer({}));
  assert.deepEqual([seen.requests, seen.notModified], [3, 1]);
  assert.deepEqual(seen.rate, {
    limit: 5000,
    remaining: 11,
    resetAt: new Date(1795305600_000).toISOString(),
  });
});

Deno.test("rate: headers that are no whole numbers are as none", () => {
  for (const bad of ["", "-1", "1e400", "NaN", "99999999999999999999", "12.5"]) {
    const seen = rateSeen();
    seen.see(answer({
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "1",
      "x-ratelimit-reset": bad,
    }));
    assert.equal(seen.rate, null, bad);
  }
});

Deno.test("rate: each answer is seen, also one that is asked for again", async () => {
  let asked = 0;
  await using api = startApi(() => {
    asked += 1;
    return asked === 1 ? new Response("{}", { status: 502 }) : Response.json({ ok: true });
  });
  const seen = rateSeen();
  const client = connect({
    extension: "test",
    context: clientContext(),
    baseUrl: api.url,
    seen: seen.see,
  });
  await client.request("GET /meta");
  assert.equal(seen.requests, 2);
});
