// What a code host, or whoever answers in its place, could do to a run that asks it.
import assert from "node:assert/strict";
import { clientContext, startApi } from "../testing/api.ts";
import { connect } from "./client.ts";
import { failureOf, type PlatformFailure } from "./failure.ts";
import { linkTo } from "./page.ts";
import { collect } from "./page.ts";

const clientOf = (baseUrl: string) =>
  connect({ extension: "test", context: clientContext(), token: "ghp_secret", baseUrl });

/** The failure of a call, as a method would show it. */
async function failure(call: Promise<unknown>): Promise<PlatformFailure> {
  const error = await call.then(() => undefined, (thrown) => thrown);
  assert.ok(error, "the call should fail");
  return failureOf(error, "octocat/x");
}

Deno.test("a link to a next page on another host is not asked, so the token stays", async () => {
  await using elsewhere = startApi(() => Response.json([]));
  await using api = startApi(() => {
    const headers = { link: `<${elsewhere.url}/page2>; rel="next"` };
    return Response.json([{ id: 1 }], { headers });
  });
  const client = clientOf(api.url);
  const pages = client.pages("GET /user/repos");
  const { code, message } = await failure(collect(pages, (repo) => repo));
  assert.equal(code, "moved");
  assert.match(message, /redirects to another host/);
  assert.equal(elsewhere.received.length, 0);
  const direct = client.request({ method: "GET", url: `${elsewhere.url}/page3` });
  assert.equal((await failure(direct)).code, "moved");
  assert.equal(elsewhere.received.length, 0);
});

Deno.test("a next page that was read before ends the list as unavailable", async () => {
  await using api = startApi(({ path }) => {
    const headers = { link: `<${api.url}${path}>; rel="next"` };
    return Response.json([], { headers });
  });
  const pages = clientOf(api.url).pages("GET /user/repos");
  const { code, message } = await failure(collect(pages, (repo) => repo, { maxItems: 10 }));
  assert.equal(code, "unavailable");
  assert.match(message, /links back to an earlier page/);
  assert.equal(api.received.length, 2);
});

Deno.test("a list that never ends is cut, also when every page is empty", async () => {
  async function* endless() {
    for (let page = 1;; page++) {
      assert.ok(page < 2_000, "it goes on for ever");
      yield { data: [], headers: { link: `<https://h/?page=${page}>; rel="next"` } };
    }
  }
  const list = await collect(endless(), (item) => item, { maxItems: 10 });
  assert.deepEqual(list, { items: [], truncated: true });
});

Deno.test("an answer without an end is refused as too large and its connection given up", async () => {
  for (const [method, code] of [["GET", "too_large"], ["POST", "unavailable"]]) {
    const given = { bytes: 0, ended: Promise.withResolvers<void>() };
    const piece = new Uint8Array(1 << 20).fill(32);
    await using api = startApi(() => {
      const body = new ReadableStream({
        pull(controller) {
          given.bytes += piece.length;
          if (given.bytes > 400 << 20) controller.close();
          else controller.enqueue(piece);
        },
        cancel: () => given.ended.resolve(),
      });
      return new Response(body, { headers: { "content-type": "application/json" } });
    });
    const call = clientOf(api.url).request(`${method} /user/repos`);
    assert.equal((await failure(call)).code, code);
    await given.ended.promise;
    assert.ok(given.bytes < 300 << 20, `${given.bytes}`);
  }
});

Deno.test("the address of a link is found in time that grows with its length", () => {
  const link = '<https://h/?page=2>; rel="next", <https://h/?page=9>; rel="last"';
  assert.equal(linkTo(link, "last"), "https://h/?page=9");
  assert.equal(linkTo(link, "prev"), undefined);
  assert.equal(linkTo(undefined, "last"), undefined);
  // With a search that starts again at each of them this would take hours.
  assert.equal(linkTo("<".repeat(2_000_000), "last"), undefined);
});

Deno.test("a refusal of any length is read in time that grows with its length", async () => {
  const message = "upgrade to ".repeat(200_000);
  await using api = startApi(() => Response.json({ message }, { status: 403 }));
  // A search that starts again at each of them would take hours.
  const { code, message: shown } = await failure(clientOf(api.url).request("GET /user"));
  assert.equal(code, "forbidden");
  assert.ok(shown.length < 1_000);
});
