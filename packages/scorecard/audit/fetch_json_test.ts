import assert from "node:assert/strict";
import { LookupFailure } from "./evidence.ts";
import { fetchJson, type JsonRequest } from "./fetch_json.ts";

const URL_OF = "https://user:secret@api.example/path";
const open = new AbortController().signal;

/** Asks a service that answers as told. */
function asked(answer: () => Response | Promise<Response>, change: Partial<JsonRequest> = {}) {
  return fetchJson({
    fetch: () => Promise.resolve().then(answer),
    url: URL_OF,
    budget: open,
    maxBytes: 20,
    ...change,
  });
}
const failing = (error: unknown) => asked(() => Promise.reject(error));
const failure = (outcome: "error" | "notRun", message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof LookupFailure);
  assert.deepEqual([error.name, error.outcome], ["LookupFailure", outcome]);
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /secret|path/);
  return true;
};

Deno.test("look-up: an object is the answer, 404 is none", async () => {
  assert.deepEqual(await asked(() => Response.json({ a: 1 })), { a: 1 });
  assert.equal(await asked(() => new Response("{}", { status: 404 })), undefined);
});

for (const status of [201, 204, 299]) {
  Deno.test(`look-up: status ${status} is an answer like 200`, async () => {
    const body = status === 204 ? null : "{}";
    const pending = asked(() => new Response(body, { status }));
    if (status === 204) await assert.rejects(pending, failure("error", /not JSON/));
    else assert.deepEqual(await pending, {});
  });
}

for (const status of [400, 401, 403, 410, 429, 500, 503]) {
  Deno.test(`look-up: status ${status} is an error with its number, and the rest is not read`, async () => {
    let ended = false;
    const body = new ReadableStream({ cancel: () => void (ended = true) });
    const pending = asked(() => new Response(body, { status }));
    await assert.rejects(
      pending,
      failure("error", new RegExp(`^api\\.example answered ${status}$`)),
    );
    assert.ok(ended);
  });
}

Deno.test("look-up: as many bytes as allowed are read, one more is an error", async () => {
  const text = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
  assert.equal(text(20).length, 20);
  assert.deepEqual(await asked(() => new Response(text(20))), { a: "x".repeat(12) });
  await assert.rejects(asked(() => new Response(text(21))), failure("error", /more than 20 bytes/));
});

Deno.test("look-up: what is not a JSON object is an error that says so", async () => {
  for (const text of ["", "{", "<html>"]) {
    await assert.rejects(
      asked(() => new Response(text)),
      failure("error", /something that is not JSON$/),
    );
  }
  for (const text of ["null", "[]", "1", '"a"', "true"]) {
    await assert.rejects(asked(() => new Response(text)), failure("error", /not a JSON object$/));
  }
});

Deno.test("look-up: a service out of reach and one that is late are told apart", async () => {
  await assert.rejects(
    failing(new TypeError("refused")),
    failure("error", /could not be reached$/),
  );
  const late = new DOMException("", "TimeoutError");
  await assert.rejects(failing(late), failure("error", /did not answer in time$/));
  const other = new DOMException("", "NetworkError");
  await assert.rejects(failing(other), failure("error", /could not be reached$/));
  const named = Object.assign(new Error(), { name: "TimeoutError" });
  await assert.rejects(failing(named), failure("error", /could not be reached$/));
});

Deno.test("look-up: when the budget is spent, what was not answered is notRun", async () => {
  const spent = AbortSignal.abort();
  const pending = asked(() => Promise.reject(new TypeError()), { budget: spent });
  await assert.rejects(pending, failure("notRun", /in the time allowed$/));
});

Deno.test("look-up: a question without a body is a GET, one with a body a POST of JSON; no redirect is followed", async () => {
  const sent: RequestInit[] = [];
  const fetch = ((_url: string, init: RequestInit) => {
    sent.push(init);
    return Promise.resolve(Response.json({}));
  }) as typeof globalThis.fetch;
  await asked(() => Response.json({}), { fetch });
  await asked(() => Response.json({}), { fetch, body: { a: 1 } });
  const shown = sent.map(({ method, headers, body, redirect }) => ({
    method,
    headers,
    body,
    redirect,
  }));
  assert.deepEqual(shown, [
    {
      method: "GET",
      headers: { accept: "application/json" },
      body: null,
      redirect: "manual",
    },
    {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: '{"a":1}',
      redirect: "manual",
    },
  ]);
});

Deno.test("look-up: a redirect is not followed, and is the answer of a service that works", async () => {
  let asked = 0;
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    asked++;
    return new Response("moved", { status: 302, headers: { location: "/other" } });
  });
  const request: JsonRequest = {
    fetch,
    url: `http://127.0.0.1:${server.addr.port}/path`,
    budget: open,
    maxBytes: 20,
  };
  await assert.rejects(fetchJson(request), { message: /answered 302$/ });
  assert.equal(asked, 1);
});
