import assert from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import { freePort } from "@svc/fakes/port";
import { call, callObject } from "./call.ts";
import type { Caller } from "./caller.ts";
import { unreachable } from "./refusal.ts";

const KEY = "svc_0123456789abcdef0123456789abcdef";

/** Answers every request with `answer` and hands out the requests it got. */
async function against<T>(
  answer: (request: Request) => Response | Promise<Response>,
  use: (serverUrl: string, requests: Request[]) => Promise<T>,
): Promise<T> {
  const requests: Request[] = [];
  const server = Deno.serve({ port: 0, onListen: () => {} }, (request) => {
    requests.push(new Request(request.url, { headers: new Headers(request.headers) }));
    return answer(request);
  });
  try {
    return await use(`http://127.0.0.1:${server.addr.port}`, requests);
  } finally {
    await server.shutdown();
  }
}

/** The refusal a client makes of an answer. */
async function refusal(response: () => Response, caller: Partial<Caller> = {}): Promise<SvcError> {
  return await against(response, async (serverUrl) => {
    const answer = callObject({ serverUrl, ...caller }, { path: "/x?secret=1" });
    return await answer.then(() => assert.fail("accepted"), (error) => error);
  });
}

Deno.test("every call carries bearer, device id and version; x-api-key only where asked (spec 5.1, 5.2)", async () => {
  const deviceId = crypto.randomUUID();
  await against(() => Response.json({}), async (serverUrl, requests) => {
    const caller = { serverUrl, bearer: KEY, deviceId };
    await callObject(caller, { path: "/a" });
    await callObject(caller, { path: "/b", method: "POST", body: { x: 1 }, apiKeyHeader: true });
    await callObject({ serverUrl }, { path: "/c" });
    const [plain, withKey, anonymous] = requests.map(({ headers }) => headers);
    assert.equal(plain!.get("authorization"), `Bearer ${KEY}`);
    assert.equal(plain!.get("svc-distinct-id"), deviceId);
    assert.match(plain!.get("user-agent")!, /^svc-cli\/\d/);
    assert.equal(plain!.get("x-api-key"), null);
    assert.equal(plain!.get("content-type"), null);
    assert.equal(withKey!.get("x-api-key"), KEY);
    assert.equal(withKey!.get("content-type"), "application/json");
    assert.equal(anonymous!.get("authorization"), null);
    assert.equal(anonymous!.get("svc-distinct-id"), null);
  });
});

Deno.test("no redirect is followed with the credential", async () => {
  await against(
    () => new Response(null, { status: 302, headers: { location: "https://elsewhere.example/" } }),
    async (serverUrl, requests) => {
      await assert.rejects(call({ serverUrl, bearer: KEY }, { path: "/" }));
      const { status } = await call({ serverUrl }, { path: "/", accepts: [302] });
      assert.equal(status, 302);
      assert.equal(requests.length, 2);
    },
  );
});

Deno.test("the server's own error, code, hint and details come through", async () => {
  const details = [{ path: "name", message: "is missing" }];
  const error = await refusal(() =>
    Response.json(
      { error: "Version exists", code: "version_exists", hint: "Take the next.", details },
      { status: 409 },
    )
  );
  assert.equal(error.message, "Version exists");
  assert.equal(error.code, "version_exists");
  assert.equal(error.hint, "Take the next.");
  assert.deepEqual(error.details, details);
});

Deno.test("a code the client does not know falls back to the status, 'message' stands in for 'error'", async () => {
  const error = await refusal(() =>
    Response.json({ message: "Conflict!", code: "brand_new" }, { status: 409 })
  );
  assert.deepEqual([error.code, error.message, error.status], ["conflict", "Conflict!", 409]);
});

Deno.test("a missing scope is named, with the command that makes a token that has it", async () => {
  const error = await refusal(() =>
    Response.json({ error: "This token requires the extensions:push scope" }, { status: 403 })
  );
  assert.equal(error.code, "missing_scope");
  assert.match(error.hint!, /--scopes extensions:push/);
});

Deno.test("401 says whether a credential was sent, and never which", async () => {
  const with_ = await refusal(() => new Response("", { status: 401 }), { bearer: KEY });
  const without = await refusal(() => new Response("", { status: 401 }));
  assert.equal(with_.code, "not_authenticated");
  assert.match(with_.message, /rejected the credential/);
  assert.match(without.message, /none was sent/);
  for (const error of [with_, without]) {
    assert.match(error.hint!, /svc auth login/);
    assert.ok(!JSON.stringify(error).includes(KEY));
  }
});

Deno.test("429 tells how long to wait, from seconds or a date", async () => {
  const wait = async (header: string) =>
    (await refusal(() => new Response("", { status: 429, headers: { "retry-after": header } })))
      .message;
  assert.match(await wait("2.2"), /wait 3 seconds/);
  assert.match(await wait("1"), /wait 1 second$/);
  assert.match(await wait(new Date(Date.now() + 990_000).toUTCString()), /wait 9\d\d seconds/);
  assert.match(await wait("-5"), /wait a while/);
});

Deno.test("429 says what there was too much of, as the registry says it, and shows no web page", async () => {
  const headers = { "retry-after": "900" };
  const body = {
    error: "Too many wrong codes",
    code: "rate_limited",
    hint: "Use a recovery code.",
  };
  const codes = () => Response.json(body, { status: 429, headers });
  const { message, hint } = await refusal(codes, { bearer: KEY });
  assert.deepEqual([message, hint], ["Too many wrong codes: wait 900 seconds", body.hint]);
  const anonymous = await refusal(codes);
  assert.match(anonymous.hint!, /^Try again in 900 seconds; log in with/);
  const page = () =>
    new Response("<h1>Slow down</h1>", {
      status: 429,
      headers: { ...headers, "content-type": "text/html" },
    });
  assert.equal((await refusal(page)).message, "Too many requests: wait 900 seconds");
});

Deno.test("a web page is never shown as an error", async () => {
  const page = (status: number, headers = {}) => () =>
    new Response("<!doctype html><h1>Bad gateway</h1>", {
      status,
      headers: { "content-type": "text/html", ...headers },
    });
  for (const status of [401, 403, 404]) {
    const lost = await refusal(page(status), { bearer: KEY, bearerFromEnvironment: true });
    const said = `answered ${status} with a web page instead of JSON`;
    assert.match(lost.message, new RegExp(`^http://127\\.0\\.0\\.1:\\d+ ${said}$`));
    assert.match(lost.hint!, /^Check the address\. .*let svc pass\.$/);
  }
  const error = await refusal(page(502, { server: "nginx/1.22.1" }));
  assert.match(
    error.message,
    /^A proxy in front of 127\.0\.0\.1:\d+ \(nginx\) answered 502: it got no/,
  );
  assert.equal(error.code, "unavailable");
});

Deno.test("what a proxy refuses is told with its status and what its operator must set", async () => {
  const tooLarge = await refusal(() => new Response("Request Entity Too Large", { status: 413 }));
  assert.equal(tooLarge.code, "body_too_large");
  assert.match(tooLarge.hint!, /archives up to 50 MiB.*client_max_body_size 50m/);
  const late = await refusal(() => new Response("", { status: 504 }));
  assert.match(late.hint!, /proxy_read_timeout/);
  const unknown = await refusal(() => new Response("", { status: 407 }));
  assert.match(`${unknown.message} ${unknown.hint}`, /it wants a login HTTPS_PROXY takes it/);
  // A registry's own 503 is in JSON, and says more.
  const own = await refusal(() => Response.json({ error: "Shutting down" }, { status: 503 }));
  assert.equal(own.message, "Shutting down");
});

Deno.test("an unexplained status is shown with the address, less its query", async () => {
  const error = await refusal(() => new Response("", { status: 500 }));
  assert.match(error.message, /answered 500 without a reason \[http:\/\/127.*\/x\]$/);
});

Deno.test("2xx that is not JSON is an unreachable server, not a crash", async () => {
  assert.equal((await refusal(() => new Response("hello"))).code, "server_unreachable");
});

Deno.test("2xx with a web page is told as the answer of something else", async () => {
  const error = await refusal(() => new Response("<h1>Sign in to the network</h1>"));
  assert.equal(error.code, "unavailable");
  assert.match(error.message, /sent an answer that svc does not understand \(it is not JSON\)$/);
  assert.match(error.hint!, /does not look like a registry/);
});

Deno.test("a redirect is told with where it leads, and what to do", async () => {
  const to = async (location: string, headers = {}) =>
    await refusal(() =>
      new Response("<h1>Moved</h1>", { status: 308, headers: { location, ...headers } })
    );
  const error = await to("https://login.example.org/sso?next=1", { "content-type": "text/html" });
  assert.match(error.message, /^http:\/\/127[^ ]+ redirects to https:\/\/login\.example\.org$/);
  assert.match(error.hint!, /svc auth login --server/);
  assert.match((await to("http://[")).message, /redirects elsewhere$/);
});

Deno.test("nothing listening and no such host are told apart", async () => {
  const serverUrl = `http://127.0.0.1:${freePort()}`;
  const none = await call({ serverUrl }, { path: "/" }).catch((e) => e);
  assert.equal(none.code, "server_unreachable");
  assert.match(none.message, /nothing listens there/);
  assert.match(none.hint, /SVC_CLUB_URL/);
  const lost = await call({ serverUrl: "http://registry.invalid" }, { path: "/" }).catch((e) => e);
  assert.match(lost.message, /name cannot be resolved/);
  // What Deno says of a proxy that answers a CONNECT with 407.
  const cause = new Error("client error (Connect): proxy authentication required");
  const closed = unreachable(serverUrl, new TypeError("fetch failed", { cause }), 1);
  assert.match(
    `${closed.message} ${closed.hint}`,
    /: its proxy wants a login HTTPS_PROXY takes it/,
  );
});

Deno.test("a server that does not answer in time is a timeout", async () => {
  const hung = Promise.withResolvers<Response>();
  await against(() => hung.promise, async (serverUrl) => {
    const error = await call({ serverUrl }, { path: "/", timeoutMs: 50 }).catch((e) => e);
    hung.resolve(new Response());
    assert.equal(error.code, "timeout");
    assert.match(error.message, /did not answer within 0.05 s/);
  });
});
