import assert from "node:assert/strict";
import { clientContext, type Received, startApi } from "../testing/api.ts";
import { wrongBaseUrl } from "./base_url.ts";
import { type Client, connect } from "./client.ts";
import { failureOf, type PlatformFailure } from "./failure.ts";

const TOKEN = "ghp_0123456789abcdef";

function clientOf(baseUrl: string, context = clientContext()): Client {
  return connect({ extension: "test", context, token: TOKEN, baseUrl });
}

/** A server and a client for it. */
function onApi(
  answer: (request: Received) => Response | Promise<Response>,
  body: (client: Client, received: Received[], url: string) => Promise<void>,
) {
  return async () => {
    await using api = startApi(answer);
    await body(clientOf(api.url), api.received, api.url);
  };
}

/** The failure of a call, as a method would show it. */
async function failure(call: Promise<unknown>): Promise<PlatformFailure> {
  const error = await call.then(() => undefined, (thrown) => thrown);
  assert.ok(error, "the call should fail");
  return failureOf(error, "octocat/x");
}

const getRepo = (client: Client) => client.request("GET /repos/{owner}/{repo}", NAME);
const NAME = { owner: "octocat", repo: "x" };
const write = (client: Client) =>
  client.request("POST /repos/{owner}/{repo}/issues", { ...NAME, title: "t" });

Deno.test(
  "a request carries the API's version, the extension's name and the token",
  onApi(() => Response.json({ id: 1 }), async (client, received) => {
    await getRepo(client);
    const [{ headers, path }] = received as [Received];
    assert.equal(path, "/repos/octocat/x");
    assert.equal(headers.get("x-github-api-version"), "2022-11-28");
    assert.equal(headers.get("accept"), "application/vnd.github+json");
    assert.equal(headers.get("user-agent"), "svc-test");
    assert.equal(headers.get("authorization"), `token ${TOKEN}`);
  }),
);

Deno.test("without a token a request is anonymous", async () => {
  await using api = startApi(() => Response.json({}));
  const client = connect({ extension: "t", context: clientContext(), baseUrl: api.url });
  await getRepo(client);
  assert.equal(api.received[0]?.headers.get("authorization"), null);
});

Deno.test(
  "a read follows a redirect within the origin",
  onApi(
    ({ path }) =>
      path === "/repositories/1"
        ? Response.json({ full_name: "octocat/y" })
        : new Response(null, { status: 301, headers: { location: "/repositories/1" } }),
    async (client) => {
      const { data } = await getRepo(client);
      assert.equal(data.full_name, "octocat/y");
    },
  ),
);

Deno.test("a read is not followed to another origin, so the token stays", async () => {
  await using elsewhere = startApi(() => Response.json({}));
  await using api = startApi(() =>
    new Response(null, { status: 302, headers: { location: elsewhere.url } })
  );
  const { code, message } = await failure(getRepo(clientOf(api.url)));
  assert.equal(code, "moved");
  assert.match(message, /redirects to another host, 127\.0\.0\.1:\d+, which is not followed/);
  assert.equal(elsewhere.received.length, 0);
});

Deno.test(
  "a circle of redirects ends",
  onApi(
    ({ path }) => new Response(null, { status: 302, headers: { location: `${path}x` } }),
    async (client, received) => {
      assert.equal((await failure(getRepo(client))).code, "moved");
      assert.equal(received.length, 4);
    },
  ),
);

Deno.test(
  "a write that is redirected is not sent again, and the new address is named",
  onApi(
    () => new Response(null, { status: 307, headers: { location: "/repositories/1/issues" } }),
    async (client, received, url) => {
      const moved = await failure(write(client));
      assert.deepEqual([moved.code, moved.status], ["moved", 307]);
      assert.ok(moved.message.includes(`${url}/repositories/1/issues`), moved.message);
      assert.equal(received.filter(({ method }) => method !== "GET").length, 1);
    },
  ),
);

Deno.test(
  "a read that fails is tried again, a write never",
  onApi(() => new Response(null, { status: 502 }), async (client, received) => {
    assert.equal((await failure(getRepo(client))).code, "unavailable");
    assert.equal(received.length, 2);
    assert.equal((await failure(write(client))).code, "unavailable");
    assert.equal(received.length, 3);
  }),
);

/** Answers each connection with a head that promises more than comes. */
function startBreakingOff() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const head =
    "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n";
  const seen = { requests: 0 };
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(65_536));
      seen.requests += 1;
      await connection.write(new TextEncoder().encode(`${head}{"id": 1`));
      connection.close();
    }
  })();
  const { port } = listener.addr as Deno.NetAddr;
  const stop = async () => {
    listener.close();
    await serving;
  };
  return { url: `http://127.0.0.1:${port}`, seen, [Symbol.asyncDispose]: stop };
}

Deno.test("an answer that breaks off is not a success, and a write is not sent again", async () => {
  await using api = startBreakingOff();
  const client = clientOf(api.url);
  assert.equal((await failure(write(client))).code, "unavailable");
  assert.equal(api.seen.requests, 1);
  assert.equal((await failure(getRepo(client))).code, "unavailable");
  assert.equal(api.seen.requests, 3);
});

for (const status of [400, 401, 404, 409, 410, 422, 451]) {
  Deno.test(
    `${status} is an answer and is not asked for again`,
    onApi(() => Response.json({ message: "no" }, { status }), async (client, received) => {
      assert.equal((await failure(getRepo(client))).status, status);
      assert.equal(received.filter(({ path }) => path !== "/meta").length, 1);
    }),
  );
}

Deno.test("a limit that ends soon is waited for once, and the log says so", async () => {
  const lines: string[] = [];
  let limited = true;
  await using api = startApi(() => {
    const headers = { "retry-after": "1" };
    const message = "You have exceeded a secondary rate limit";
    const answer = limited ? Response.json({ message }, { status: 403, headers }) : undefined;
    limited = false;
    return answer ?? Response.json({ full_name: "octocat/x" });
  });
  const { data } = await getRepo(clientOf(api.url, clientContext(lines)));
  assert.equal(data.full_name, "octocat/x");
  assert.deepEqual(lines, ["rate limited, waiting {seconds} s"]);
});

Deno.test("neither errors nor the log hold the token", async () => {
  const lines: string[] = [];
  for (const status of [401, 403, 404, 409, 422, 500]) {
    await using api = startApi(() => Response.json({ message: "no" }, { status }));
    const error = await failure(write(clientOf(api.url, clientContext(lines))));
    const shown = Deno.inspect(error, { depth: 10 }) + JSON.stringify(error) + lines.join();
    assert.ok(!shown.includes(TOKEN) && !shown.includes(TOKEN.slice(0, 10)), shown);
  }
});

Deno.test("an address whose /meta is not found is named as wrong, with what to write", async () => {
  await using api = startApi(() => Response.json({ message: "Not Found" }, { status: 404 }));
  const { code, message } = await failure(getRepo(clientOf(`${api.url}/api`)));
  assert.equal(code, "wrong_base_url");
  assert.ok(message.includes(`${api.url}/api is not the address of an API`), message);
  assert.ok(message.endsWith(`Write ${api.url}/api/v3`), message);
});

Deno.test(
  "a page instead of an answer is a wrong address",
  onApi(
    () => new Response("<title>Sign in</title>", { headers: { "content-type": "text/html" } }),
    async (client) => assert.equal((await failure(getRepo(client))).code, "wrong_base_url"),
  ),
);

Deno.test(
  "an absent repository of a right address is just not found, and /meta is asked once",
  onApi(
    ({ path }) =>
      path === "/meta" ? Response.json({}) : Response.json({ message: "no" }, { status: 404 }),
    async (client, received) => {
      assert.equal((await failure(getRepo(client))).code, "not_found");
      assert.equal((await failure(getRepo(client))).code, "not_found");
      assert.equal(received.filter(({ path }) => path === "/meta").length, 1);
    },
  ),
);

Deno.test("an aborted run ends the request in flight as an abort", async () => {
  const controller = new AbortController();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<Response>();
  await using api = startApi(() => {
    asked.resolve();
    return held.promise;
  });
  const call = getRepo(clientOf(api.url, clientContext([], controller.signal)));
  await asked.promise;
  controller.abort();
  await assert.rejects(call, { name: "AbortError" });
  held.resolve(Response.json({}));
});

Deno.test("an aborted run waits for the write it has sent, and sends no other", async () => {
  const sent = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using api = startApi(async () => {
    sent.resolve();
    await answer.promise;
    return Response.json({ number: 1 }, { status: 201 });
  });
  const run = new AbortController();
  const client = clientOf(api.url, clientContext([], run.signal));
  const first = write(client);
  const second = write(client).catch((error) => error);
  await sent.promise;
  run.abort();
  answer.resolve();
  assert.equal((await first).status, 201);
  assert.equal((await second).name, "AbortError");
  assert.equal(api.received.length, 1);
});

Deno.test("an aborted run does not wait for a limit to pass", async () => {
  const run = new AbortController();
  const waiting = Promise.withResolvers<void>();
  await using api = startApi(() =>
    Response.json({ message: "slow down" }, { status: 429, headers: { "retry-after": "30" } })
  );
  const context = {
    signal: run.signal,
    logger: { info() {}, warn: () => waiting.resolve() },
  };
  const calls = [getRepo, write].map((call) => call(clientOf(api.url, context)).catch((e) => e));
  await waiting.promise;
  run.abort();
  assert.deepEqual((await Promise.all(calls)).map(({ name }) => name), [
    "AbortError",
    "AbortError",
  ]);
});

for (
  const [host, hint] of [
    ["https://github.com", "Write https://api.github.com"],
    ["https://acme.ghe.com", "Write https://api.acme.ghe.com"],
    ["https://ghe.example.com", "Write https://ghe.example.com/api/v3"],
    ["https://ghe.example.com/api/v3", "Write https://api.github.com, https://HOST/api/v3"],
  ] as const
) {
  Deno.test(`instead of ${host} the hint is to ${hint}`, () => {
    assert.ok(wrongBaseUrl(host, 404).message.includes(`. ${hint}`));
  });
}
