import fc from "fast-check";
import { alikeUntilCut, sameBothWays } from "../testing/ahead/both_ways.ts";
import { aheadServer, READY } from "../testing/ahead/server.ts";

const get = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, "host: a", ...lines, "", ""].join("\r\n");

/** Requests of all kinds that a client may send. */
const GOOD: readonly string[] = [
  ...Object.keys(READY).filter((path) => path !== "/closing").map((path) => get(path)),
  ...["/text", "/foreign", "/bytes", "/unready"].map((path) => get(path).replace("GET", "HEAD")),
  get("/unready"),
  get("/broken"),
  get("/slow"),
  get("/text?a=%2f&b", "X-One: 1", "Connection: Keep-Alive", "x-one: 2", "accept: */*"),
  "POST /text HTTP/1.1\r\nhost: a\r\ncontent-length: 41\r\n\r\nGET /hidden HTTP/1.1\r\nhost: a\r\n\r\n12345678",
  "PUT /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2\r\nGE\r\n0\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n",
];

/** What two programs could read in two ways, and what is no request or not yet one. */
const ODD: readonly string[] = [
  get("/text", "content-length: 5", "transfer-encoding: chunked") + "0\r\n\r\n",
  get("/text", "content-length: 5") + "GET /",
  get("/text", "content-length: 0"),
  get("/text", "content-length: 0", "content-length: 5"),
  get("/text", "transfer-encoding: chunked") + "0\r\n\r\n",
  get("/text", "transfer-encoding : chunked"),
  get("/text", "x: 1").replaceAll("\r\n", "\n"),
  get("/text", "x: 1\n"),
  get("/text", "x: 1\ry: 2"),
  get("/text", "x: 1", " folded"),
  get("/text", "x: 1", "\tfolded"),
  get("/text", " x: 1"),
  get("/text", "x : 1"),
  get("/text", ": 1"),
  get("/text", "no colon"),
  get("/text", "x:"),
  get("/text", "x:1"),
  get("/text", "x:   1  "),
  get("/text", "x: \u00001"),
  get("/text", "x: \u00e9\u0080"),
  get("/text", "x-one: a\tb"),
  get("/text", "host: b"),
  get("/text", "host : b"),
  get("/text", "host: a"),
  get("http://a/text"),
  get("http://b/text"),
  get("/text").replace("host: a", "host: a:b"),
  get("/text").replace("host: a", "host: a/b"),
  get("/text").replace("host: a", "host: "),
  get("/text").replace("host: a", "x: a"),
  get("/text").replace("host: a\r\n", ""),
  get("http://a/text"),
  get("//text"),
  get("/te xt"),
  get("/te\txt"),
  get("/te\u0000xt"),
  get("/text#part"),
  get('/text?"<>\\^`{|}'),
  get("/\u00e9"),
  get("*"),
  get("/text").replace("GET ", "GET  "),
  get("/text").replace("GET", "get"),
  get("/text").replace(" HTTP", "  HTTP"),
  get("/text").replace("1.1", "1.0"),
  get("/text").replace("1.1", "1.2"),
  get("/text").replace("1.1", "2.0"),
  get("/text").replace(" HTTP/1.1", ""),
  get("/text", "connection: close"),
  get("/text", "connection: upgrade", "upgrade: websocket"),
  get("/text", "upgrade: h2c"),
  get("/text", "expect: 100-continue"),
  get("/text", "expect: more"),
  get("/text", "proxy-connection: close"),
  get("/text", "trailer: x"),
  get("/text", `x: ${"x".repeat(10_000)}`),
  get("/text", `x: ${"x".repeat(20_000)}`),
  get("/text", ...Array.from({ length: 100 }, (_, n) => `x-${n}: ${n}`)),
  get(`/text?${"x".repeat(9_000)}`),
  get("/closing"),
  "CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n",
  "GARBAGE\r\n\r\n",
  "\r\n",
  "\r",
  "\n",
  "GET /te",
  "GET /text HTTP/1.1\r\nhost: a\r\nx: ",
  "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf",
];

/** What changes the meaning of a line, or nearly. */
const BITS: readonly string[] = [
  ..."\r\n\t\0\x7f\xff :;,/#?%x",
  "\r\n",
  "\r\n ",
  "GET /",
  "HTTP/1.0",
];

/** Lines that change how a request is read, or how its connection goes on. */
const LINES: readonly string[] = [
  "content-length: 3",
  "Transfer-Encoding: chunked",
  "Connection: keep-alive",
  "connection: keep-alive, close",
  "connection: x",
  "Expect: 100-continue",
  "Upgrade: x",
  "host: b",
  "x: 1",
  "",
];

/** Requests that are answered at once, so that none is under way when a connection is broken off. */
const QUICK = GOOD.filter((request) =>
  /^(GET|HEAD) \/(text|same|moved|foreign|bytes)/.test(request)
);

Deno.test("each kind of answer is byte for byte the one that the server's own parser leads to", async () => {
  await using server = await aheadServer();
  for (const request of GOOD) await sameBothWays(server, [request, get("/text")]);
});

Deno.test("what two programs could read in two ways is read in the parser's, before and after others", async () => {
  await using server = await aheadServer();
  for (const odd of ODD) {
    await alikeUntilCut(server, [odd, get("/text")]);
    await alikeUntilCut(server, [get("/text") + odd + get("/other")]);
  }
});

Deno.test("a head that ends with the connection is refused as in the parser's, behind others too", async () => {
  await using server = await aheadServer();
  for (let length = 1; length < get("/text").length; length++) {
    await sameBothWays(server, [get("/text") + get("/text").slice(0, length)]);
  }
});

Deno.test("a request that comes byte by byte is read as one that comes whole", async () => {
  await using server = await aheadServer();
  for (const sent of [...QUICK, ...ODD].filter((sent) => sent.length < 80)) {
    await alikeUntilCut(server, [...sent + get("/text")]);
  }
});

Deno.test("requests in any pieces are answered in turn, quick and slow ones among each other", async () => {
  await using server = await aheadServer();
  await fc.assert(
    fc.asyncProperty(
      cut(fc.array(fc.constantFrom(...GOOD), { minLength: 1, maxLength: 8 })),
      (sent) => sameBothWays(server, sent),
    ),
    { numRuns: 60, seed: 13 },
  );
});

Deno.test("among quick requests in any pieces, what is odd changes no other", async () => {
  await using server = await aheadServer();
  const quick = fc.constantFrom(...QUICK);
  // Half a body is completed by what comes after it.
  const after = fc.array(quick, { minLength: 1, maxLength: 4 });
  const requests = fc.tuple(fc.array(quick, { maxLength: 4 }), fc.constantFrom(...ODD), after);
  await fc.assert(
    fc.asyncProperty(
      cut(requests.map(([before, odd, after]) => [...before, odd, ...after])),
      (sent) => alikeUntilCut(server, sent),
    ),
    { numRuns: 60, seed: 13 },
  );
});

Deno.test("whatever is put anywhere into a head, it is the same request both ways", async () => {
  await using server = await aheadServer();
  const quick = fc.constantFrom(...QUICK);
  const bit = fc.tuple(fc.nat(60), fc.nat(1), fc.constantFrom(...BITS));
  const changed = fc.tuple(quick, fc.option(fc.constantFrom(...LINES)), fc.option(bit)).map(
    ([request, line, bit]) => {
      const text = line === null ? request : request.replace("\r\n", `\r\n${line}\r\n`);
      if (bit === null) return text;
      const [at, without, put] = bit;
      const place = at % text.length;
      return text.slice(0, place) + put + text.slice(place + without);
    },
  );
  const requests = fc.tuple(quick, changed, quick).map((each) => [...each]);
  await fc.assert(
    fc.asyncProperty(cut(requests), (sent) => alikeUntilCut(server, sent)),
    { numRuns: 200, seed: 13 },
  );
});

/** Requests one behind the other, cut anywhere. */
function cut(requests: fc.Arbitrary<string[]>): fc.Arbitrary<string[]> {
  return fc.tuple(requests, fc.array(fc.nat(400), { maxLength: 4 })).map(([requests, cuts]) => {
    const all = requests.join("");
    const places = [0, ...cuts.toSorted((a, b) => a - b), all.length];
    return places.slice(1).map((end, n) => all.slice(places[n], end)).filter((piece) =>
      piece !== ""
    );
  });
}
