import assert from "node:assert/strict";
import { startService } from "./service.ts";

const answer = () => Response.json({ fine: true });

Deno.test("a stand-in keeps each request: method, path as sent with its query, and body", async () => {
  await using service = startService(answer);
  await (await fetch(`${service.url}/a%2fb?c=d`)).json();
  await (await fetch(service.url, { method: "POST", body: `{"e":[1]}` })).json();
  await (await fetch(service.url, { method: "POST", body: new URLSearchParams({ f: "g h" }) }))
    .json();
  assert.deepEqual(service.requests, [
    { method: "GET", path: "/a%2fb?c=d" },
    { method: "POST", path: "/", body: { e: [1] } },
    { method: "POST", path: "/", body: { f: "g h" } },
  ]);
});

Deno.test("a body that is not JSON is 400 and is not counted as a request", async () => {
  await using service = startService(answer);
  const response = await fetch(service.url, { method: "POST", body: "{" });
  await response.body?.cancel();
  assert.equal(response.status, 400);
  assert.deepEqual(service.requests, []);
});

Deno.test("a fault lasts until it is taken away, and requests are counted meanwhile", async () => {
  await using service = startService(answer);
  service.fault = { status: 429, headers: { "retry-after": "7" }, body: "slow down" };
  for (let round = 0; round < 2; round++) {
    const refused = await fetch(service.url);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "7");
    assert.equal(await refused.text(), "slow down");
  }
  service.fault = undefined;
  assert.deepEqual(await (await fetch(service.url)).json(), { fine: true });
  assert.equal(service.requests.length, 3);
});

Deno.test("a broken stand-in cuts the connection while it answers", async () => {
  await using service = startService(answer);
  service.fault = "broken";
  await assert.rejects(async () => await (await fetch(service.url)).text(), TypeError);
});

Deno.test("waiting for requests that came already does not wait", async () => {
  await using service = startService(answer);
  const third = service.received(3);
  for (let round = 0; round < 3; round++) await (await fetch(service.url)).body?.cancel();
  await third;
  await service.received(2);
});
