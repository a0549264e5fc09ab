import assert from "node:assert/strict";
import fc from "fast-check";
import { type Answer, listen, type PreparedAnswer } from "./listener.ts";
import { responseOf } from "./reply.ts";
import type { Patience } from "./patience.ts";

/** A server whose connections a test writes by hand. */
async function served(answer: Answer, patience: Partial<Patience> = {}, prepared?: PreparedAnswer) {
  const options = { host: "127.0.0.1", port: 0, patience, ...(prepared ? { prepared } : {}) };
  const listener = await listen(answer, options);
  return {
    /** Sends bytes and leaves the connection open. */
    async open(sent: string): Promise<Deno.Conn> {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
      await connection.write(new TextEncoder().encode(sent));
      return connection;
    },
    async [Symbol.asyncDispose]() {
      listener.abort();
      await listener.close();
    },
  };
}

/** All that comes until the server closes the connection. Waits for as long as that takes. */
async function untilClosed(connection: Deno.Conn): Promise<string> {
  using open = connection;
  const chunks: Uint8Array[] = [];
  const buffer = new Uint8Array(64 * 1024);
  while (true) {
    const count = await open.read(buffer).catch(() => null);
    if (count === null) break;
    chunks.push(buffer.slice(0, count));
  }
  return new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

const echo: Answer = async (request) => new Response(`${request.url} ${await request.text()}`);
/** The end of a head, of the last request of its connection. */
const LAST = "connection: close\r\n\r\n";
const HASTE: Partial<Patience> = { head: 50, request: 100, check: 20 };

for (
  const [what, sent] of [
    ["no byte", ""],
    ["half a request line", "GET /"],
    ["headers without an end", "GET / HTTP/1.1\r\nhost: a\r\nx: "],
    ["half a body", "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf"],
    [
      "an unfinished chunk",
      "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n9\r\nh",
    ],
  ] as const
) {
  Deno.test(`a connection with ${what} is told 408 and closed`, async () => {
    await using server = await served(echo, HASTE);
    const said = await untilClosed(await server.open(sent));
    assert.match(said, /^HTTP\/1\.1 408 /);
    assert.equal(JSON.parse(said.slice(said.indexOf("\r\n\r\n"))).code, "request_timeout");
  });
}

Deno.test("a request that trickles in byte by byte is closed as well: silence alone is not counted", async () => {
  await using server = await served(echo, { ...HASTE, silence: 3_600_000 });
  const connection = await server.open("GET / HTTP/1.1\r\nhost: a\r\nx: ");
  const said = untilClosed(connection);
  let ended = false;
  void said.then(() => ended = true);
  while (!ended) {
    await connection.write(new TextEncoder().encode("x")).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.match(await said, /^HTTP\/1\.1 408 /);
});

Deno.test("a silent other end is left long before a whole request is due", async () => {
  await using server = await served(echo, { silence: 50 });
  assert.equal(
    await untilClosed(
      await server.open("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf"),
    ),
    "",
  );
});

Deno.test("an answer that takes longer than a silence may last is waited for", async () => {
  const slow = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  await using server = await served((request) => {
    if (!request.url.endsWith("/slow")) return new Response("x");
    asked.resolve();
    return slow.promise;
  }, { silence: 50, idle: 50 });
  let isAsked = false;
  void asked.promise.then(() => isAsked = true);
  let waiting = Promise.resolve("");
  // A machine that is held up is silent itself: then a connection is left before it has asked.
  while (!isAsked) {
    waiting = untilClosed(await server.open("GET /slow HTTP/1.1\r\nhost: a\r\n\r\n"));
    await Promise.race([asked.promise, waiting]);
  }
  // Twice the same silence, both later than the slow request's.
  await untilClosed(await server.open("GET /"));
  await untilClosed(await server.open("GET /"));
  slow.resolve(new Response("at last"));
  assert.match(await waiting, /^HTTP\/1\.1 200 .*at last$/s);
});

Deno.test("who does not read an answer is left, and the answer's source is let go", async () => {
  const cancelled = Promise.withResolvers<void>();
  let isAsked = false;
  await using server = await served(() => {
    isAsked = true;
    return new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
        cancel: () => cancelled.resolve(),
      }),
    );
  }, { silence: 50 });
  using unread = new DisposableStack();
  // A machine that is held up is silent itself: then a connection is left before it has asked.
  while (!isAsked) {
    unread.use(await server.open("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));
    await untilClosed(await server.open("GET /"));
  }
  await cancelled.promise;
});

for (
  const [what, sent, status] of [
    ["a host with markup", `GET / HTTP/1.1\r\nhost: a b"><x\r\n${LAST}`, 400],
    ["a host with a path", `GET / HTTP/1.1\r\nhost: a/b\r\n${LAST}`, 400],
    ["an address that is none", `GET http://[ HTTP/1.1\r\nhost: a\r\n${LAST}`, 400],
    ["a method for proxies", `TRACE / HTTP/1.1\r\nhost: a\r\n${LAST}`, 400],
    ["a line that is not a request", "GARBAGE\r\n\r\n", 400],
    ["another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["more than 100 headers", `GET / HTTP/1.1\r\nhost: a\r\n${"x:\r\n".repeat(100)}\r\n`, 431],
    ["headers beyond 16 kB", `GET / HTTP/1.1\r\nhost: a\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ] as const
) {
  Deno.test(`${what} is answered ${status} with an error of ours, and never reaches a handler`, async () => {
    let reached = false;
    await using server = await served(() => {
      reached = true;
      return new Response();
    });
    const said = await untilClosed(await server.open(sent));
    assert.match(said, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.match(said, /content-type: application\/json/i);
    assert.match(said, /"code":"(malformed_request|headers_too_large)"/);
    assert.doesNotMatch(said, /><x/);
    assert.equal(reached, false);
  });
}

Deno.test("a request has one host that its target agrees with, but of HTTP/1.0, or it is answered 400, ready or not", async () => {
  // The lines after the target, and the host that a handler is told of; undefined for a refusal.
  const table: [target: string, version: string, lines: string[], host: string | undefined][] = [
    ["/", "1.1", ["host: a"], "a"],
    ["/", "1.1", ["Host: a.example:8787"], "a.example:8787"],
    ["/", "1.1", ["host: [::1]:80"], "[::1]"],
    ["/", "1.0", ["host: a"], "a"],
    ["http://a/", "1.1", ["host: a"], "a"],
    ["http://A:8787/", "1.1", ["host: a:8787"], "a:8787"],
    ["/", "1.1", [], undefined],
    ["/", "1.0", [], "localhost"],
    ["/", "1.0", ["host:"], undefined],
    ["/", "1.1", ["host:"], undefined],
    ["/", "1.1", ["host: a", "host: b"], undefined],
    ["/", "1.1", ["host: a", "host: a"], undefined],
    ["/", "1.1", ["host: a", "x: 1", "HOST: a"], undefined],
    ["/", "1.1", ["host: a, b"], undefined],
    ["/", "1.1", ["host: a b"], undefined],
    ["/", "1.1", ["host: a@b"], undefined],
    ["/", "1.1", ["host: a/b"], undefined],
    ["/", "1.1", ["host: a?b"], undefined],
    ["/", "1.1", ["host: a:b"], undefined],
    ["/", "1.1", ["host: a:1:2"], undefined],
    ["/", "1.1", ["host: [::1"], undefined],
    ["/", "1.1", ["host: \u00e4"], undefined],
    ["http://b/", "1.1", ["host: a"], undefined],
    ["http://a@b/", "1.1", ["host: a"], undefined],
    ["http://a:81/", "1.1", ["host: a"], undefined],
    ["http:///", "1.1", ["host: a"], undefined],
    ["http://a/", "1.1", [], undefined],
    ["http://a/", "1.0", [], undefined],
  ];
  for (const isReady of [false, true]) {
    const answer: Answer = ({ url }) => new Response(`at ${new URL(url).host}`);
    const prepared: PreparedAnswer = ({ url }) => {
      const body = `at ${new URL(url).host}`;
      return { status: 200, headers: { "content-length": String(body.length) }, body };
    };
    await using server = await served(answer, {}, isReady ? prepared : () => undefined);
    for (const [target, version, lines, host] of table) {
      const request = [`GET ${target} HTTP/${version}`, ...lines, "connection: close", "", ""];
      // The first request of a connection is the parser's, the next may be answered ahead of it.
      for (const before of ["", "GET /before HTTP/1.1\r\nhost: a\r\n\r\n"]) {
        const connection = await server.open(before);
        if (before !== "") await connection.read(new Uint8Array(4096));
        const bytes = Uint8Array.from(request.join("\r\n"), (one) => one.charCodeAt(0));
        await connection.write(bytes);
        const said = await untilClosed(connection);
        const what = `${isReady} ${before} ${JSON.stringify(request)} ${said}`;
        if (host !== undefined) assert.match(said, new RegExp(`at ${RegExp.escape(host)}$`), what);
        else assert.match(said, /^HTTP\/1\.1 400 .*"code":"malformed_request"/s, what);
      }
    }
  }
});

Deno.test("a request with 100 headers is served, the last one included", async () => {
  await using server = await served(({ headers }) =>
    new Response(`last: ${headers.get("x-last")}`)
  );
  const others = Array.from({ length: 97 }, (_, at) => `x-${at}:\r\n`).join("");
  const said = await untilClosed(
    await server.open(`GET / HTTP/1.1\r\nhost: a\r\n${others}x-last: here\r\n${LAST}`),
  );
  assert.match(said, /last: here$/);
});

Deno.test("no bytes at all, however they end, keep the next request from being answered", async () => {
  await using server = await served(echo);
  const piece = fc.constantFrom(
    "GET / HTTP/1.1\r\n",
    "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n",
    "host: a\r\n",
    "transfer-encoding: chunked\r\n",
    "expect: 100-continue\r\n",
    "connection: upgrade\r\nupgrade: websocket\r\n",
    "\r\n",
    "5\r\nab",
    "0\r\n\r\n",
    "\0",
    "é",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
      (await server.open(pieces.join(""))).close();
      const said = await untilClosed(
        await server.open("GET /alive HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"),
      );
      assert.match(said, /^HTTP\/1\.1 200 .*\/alive/s);
    }),
    { numRuns: 100 },
  );
});

Deno.test("several requests on one connection are answered in turn, a HEAD without a body", async () => {
  await using server = await served(echo);
  const said = await untilClosed(
    await server.open(
      "GET /1 HTTP/1.1\r\nhost: a\r\n\r\nHEAD /2 HTTP/1.1\r\nhost: a\r\n\r\n" +
        `POST /3 HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n${LAST}ok`,
    ),
  );
  assert.deepEqual(said.match(/http:\/\/a\/\S+ (ok)?/g), ["http://a/1 ", "http://a/3 ok"]);
  assert.equal(said.match(/HTTP\/1\.1 200/g)!.length, 3);
});

Deno.test("who asks whether to go on is told so, but never within an answer that waits for another", async () => {
  const second = Promise.withResolvers<void>();
  await using server = await served(async ({ url }) => {
    if (url.endsWith("/1")) await second.promise;
    const body = new Response("as it is").body!;
    queueMicrotask(second.resolve);
    return new Response(body, { headers: { "content-length": "8" } });
  });
  const put = "PUT /2 HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\nexpect: 100-continue\r\n" +
    "connection: close\r\n\r\nok";
  const behind = await untilClosed(await server.open(`GET /1 HTTP/1.1\r\nhost: a\r\n\r\n${put}`));
  assert.equal(
    behind.match(/HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\nas it is/g)?.length,
    2,
    behind,
  );
  const alone = await untilClosed(await server.open(put));
  assert.match(alone, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
});

Deno.test("who sends requests without reading answers is left, and costs no more than a few of them", async () => {
  let asked = 0;
  await using server = await served(() => {
    asked++;
    return new Promise<Response>(() => {});
  });
  const said = await untilClosed(
    await server.open("GET / HTTP/1.1\r\nhost: a\r\n\r\n".repeat(1_000)),
  );
  assert.equal(said, "");
  assert.ok(asked > 1 && asked <= 66, String(asked));
});

Deno.test("who sends each request before the answer to the last one is served without end", async () => {
  const asked: ((response: Response) => void)[] = [];
  let said = "";
  let news = Promise.withResolvers<void>();
  await using server = await served(() =>
    new Promise<Response>((resolve) => {
      asked.push(resolve);
      news.resolve();
    })
  );
  const next = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
  using connection = await server.open(next);
  let closed = false;
  const read = (async () => {
    const buffer = new Uint8Array(4096);
    for (let count: number | null; (count = await connection.read(buffer).catch(() => null));) {
      said += new TextDecoder().decode(buffer.subarray(0, count));
      news.resolve();
    }
    closed = true;
    news.resolve();
  })();
  const until = async (there: () => boolean) => {
    while (!there()) {
      assert.ok(!closed, `closed after ${asked.length} requests`);
      news = Promise.withResolvers();
      await news.promise;
    }
  };
  for (let number = 0; number < 100; number++) {
    await until(() => asked.length > number);
    await connection.write(new TextEncoder().encode(next));
    await until(() => asked.length > number + 1);
    asked[number]!(new Response(`<${number}>`));
    await until(() => said.includes(`<${number}>`));
  }
  await connection.closeWrite();
  asked.at(-1)!(new Response());
  await read;
});

Deno.test("a handler gets the platform's own request: it can be copied, cloned and read", async () => {
  await using server = await served(async (request) => {
    const clone = request.clone();
    const copy = new Request(request, {
      headers: { ...Object.fromEntries(request.headers), b: "2" },
    });
    const headers = [...copy.headers].filter(([name]) => name.length === 1);
    return Response.json([await clone.text(), await copy.text(), copy.method, copy.url, headers]);
  });
  const said = await untilClosed(
    await server.open(
      "PUT /p?q=%20 HTTP/1.1\r\nhost: a\r\na: 1\r\nconnection: close\r\ncontent-length: 4\r\n\r\nbody",
    ),
  );
  assert.deepEqual(JSON.parse(said.slice(said.indexOf("\r\n\r\n"))), [
    "body",
    "body",
    "PUT",
    "http://a/p?q=%20",
    [["a", "1"], ["b", "2"]],
  ]);
});

Deno.test("what a handler throws is told to the operator and answered 500 without its words", async () => {
  const told: unknown[] = [];
  const options = { host: "127.0.0.1", port: 0, failed: (error: unknown) => void told.push(error) };
  for (
    const answer of [
      () => Promise.reject(new Error("secret")),
      () => {
        throw new Error("secret");
      },
    ]
  ) {
    const listener = await listen(answer, options);
    const response = await fetch(`http://127.0.0.1:${listener.port}/`);
    assert.equal(response.status, 500);
    assert.equal((await response.json()).code, "internal");
    await listener.close();
  }
  assert.deepEqual(told.map(String), ["Error: secret", "Error: secret"]);
});

Deno.test("a body that breaks off fails the handler's reading of it", async () => {
  const failed = Promise.withResolvers<unknown>();
  await using server = await served(async (request) => {
    await request.arrayBuffer().catch(failed.resolve);
    return new Response();
  });
  (await server.open("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf")).close();
  assert.ok(await failed.promise instanceof Error);
});

Deno.test("once the server is leaving, an answer is the last of its connection", async () => {
  const prepared: PreparedAnswer = ({ url }) =>
    url.endsWith("/ready") ? { status: 200, headers: {}, body: "ready" } : undefined;
  const listener = await listen(echo, { host: "127.0.0.1", port: 0, prepared });
  try {
    const connect = () => Deno.connect({ hostname: "127.0.0.1", port: listener.port });
    const ask = async (connection: Deno.Conn, path: string) =>
      void await connection.write(
        new TextEncoder().encode(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`),
      );
    const idle = await connect();
    await ask(idle, "/ready");
    await idle.read(new Uint8Array(1024));
    listener.leave();
    for (const [connection, path] of [[idle, "/ready"], [await connect(), "/asked"]] as const) {
      await ask(connection, path);
      const answer = await untilClosed(connection);
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
      assert.match(answer, /\r\nconnection: close\r\n/i);
    }
  } finally {
    listener.abort();
    await listener.close();
  }
});

Deno.test("closing answers what runs, then every connection is gone", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const listener = await listen(() => {
    asked.resolve();
    return answer.promise;
  }, { host: "127.0.0.1", port: 0 });
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
  await connection.write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));
  await asked.promise;
  const closed = listener.close();
  answer.resolve(new Response("last"));
  assert.match(await untilClosed(connection), /last$/);
  await closed;
  await assert.rejects(Deno.connect({ hostname: "127.0.0.1", port: listener.port }));
});

Deno.test("a reply that is ready goes out as the same Response would, and others are asked for", async () => {
  const body = new TextEncoder().encode("ready");
  const headers = { "content-type": "text/plain", "content-length": "5", etag: '"1"' };
  const known = (url: string) =>
    url.endsWith("/known")
      ? { status: 200, headers, body }
      : url.endsWith("/same")
      ? { status: 304, headers, body: null }
      : url.endsWith("/text")
      ? { status: 200, headers, body: "texts" }
      : undefined;
  const answer: Answer = ({ url }) => {
    const reply = known(url);
    return reply ? responseOf(reply) : new Response("asked");
  };
  const said = async (prepared?: PreparedAnswer) => {
    await using server = await served(answer, { idle: 50 }, prepared);
    const sent = ["/known", "/text", "/same", "/other"].map((path) =>
      `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`
    );
    const text = await untilClosed(await server.open(sent.join("")));
    return text.toLowerCase().replaceAll(/^date:.*$/gm, "").split("\r\n").sort();
  };
  assert.deepEqual(await said(({ url }) => known(url)), await said());
});

Deno.test("what is ready is asked for the request as it was sent, and answered only for a usual one", async () => {
  const heard: string[] = [];
  const prepared: PreparedAnswer = ({ method, url, headers }) => {
    heard.push(`${method} ${url} ${headers.get("X-One")} ${headers.has("x-none")}`);
    if (url.endsWith("/broken")) throw new Error("broken");
    return undefined;
  };
  await using server = await served(() => new Response("asked"), { idle: 50 }, prepared);
  const sent = [
    "GET /a?b=%2f HTTP/1.1\r\nhost: h:1\r\nX-ONE: 1\r\nx-one: 2\r\n\r\n",
    "GET /broken HTTP/1.1\r\nhost: h\r\n\r\n",
    "GET http://h/absolute HTTP/1.1\r\nhost: h\r\n\r\n",
  ];
  const said = await untilClosed(await server.open(sent.join("")));
  assert.equal(said.match(/asked/g)?.length, 3, said);
  assert.deepEqual(heard, [
    "GET http://h:1/a?b=%2f 1, 2 false",
    "GET http://h/broken null false",
  ]);
});

Deno.test("a request to change the protocol is the last of its connection: none behind it gets another's answer", async () => {
  const listener = await listen((request) => new Response(new URL(request.url).pathname), {
    host: "127.0.0.1",
    port: 0,
  });
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
    const ask = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nhost: a\r\n${more}\r\n`;
    const upgrade = "connection: upgrade\r\nupgrade: websocket\r\n";
    await connection.write(new TextEncoder().encode(ask("/first", upgrade) + ask("/second")));
    let said = "";
    const sink = new WritableStream<string>({ write: (text) => void (said += text) });
    const closed = connection.readable.pipeThrough(new TextDecoderStream()).pipeTo(sink);
    const late = new Promise<string>((resolve) => setTimeout(resolve, 3000, "still open"));
    assert.equal(await Promise.race([closed, late]), undefined);
    assert.match(said, /\/first$/);
    assert.match(said, /^connection: close/im);
  } finally {
    listener.abort();
    await listener.close();
  }
});
