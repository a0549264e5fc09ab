import assert from "node:assert/strict";
import { type Client, openClient } from "../../platform/client.ts";
import type { DataHandle } from "../../platform/context.ts";
import { collect } from "../../platform/page.ts";
import { httpTransport, onlyTo } from "../../platform/transport.ts";
import { clientContext, startApi } from "../../testing/api.ts";
import type { RawGithubApiResponse, RecordedAnswer } from "../outputs/raw_github_api_response.ts";
import { keyOf } from "./replay.ts";
import { recorder } from "./recorder.ts";
import { replaying } from "./replay.ts";
import { scrubbing } from "./scrub.ts";

const TOKEN = "ghp_recorder0123456789recorder0123456789";

type Document = { name: string; data: RawGithubApiResponse };

/** What a server answers, as it was recorded. */
async function recorded(
  answer: Parameters<typeof startApi>[0],
  ask: (client: ReturnType<typeof openClient>) => Promise<unknown>,
): Promise<{ documents: Document[]; url: string }> {
  await using api = startApi(answer);
  const byName = new Map<string, Document>();
  const recording = {
    name: { owner: "octocat", repo: "hello" },
    repo: "octocat/hello",
    scenario: "night",
    sourceMethod: "sync_github_repo",
    fetchedAt: "2026-11-22T00:00:00Z",
  } as const;
  const keeper = recorder(recording, scrubbing(TOKEN), (items) => {
    for (const { name, data } of items) byName.set(name, { name, data: structuredClone(data) });
    return Promise.resolve(items.map(({ name, spec }): DataHandle => ({
      name,
      specName: spec,
      version: 1,
    })));
  });
  const send = onlyTo(api.url, keeper.around(httpTransport));
  const options = { extension: "test", context: clientContext(), token: TOKEN };
  await ask(openClient(options, api.url, send));
  await keeper.flush();
  assert.equal(keeper.handles().length, byName.size);
  return { documents: [...byName.values()], url: api.url };
}

/** A client that is answered by documents. */
function replayed(documents: readonly Document[], baseUrl: string, log: string[] = []) {
  const answers = new Map<string, number[]>();
  const bodies = new Map<number, RecordedAnswer>();
  for (const { data: { answer } } of documents) {
    const { sequence, part, body } = answer!;
    const before = bodies.get(sequence);
    bodies.set(sequence, { ...answer!, body: (before?.body ?? "") + body });
    if (part > 1) continue;
    const key = keyOf(answer!.request);
    answers.set(key, [...answers.get(key) ?? [], sequence]);
  }
  const send = replaying(answers, (sequence) => Promise.resolve(bodies.get(sequence)!));
  const options = { extension: "test", context: clientContext(log), paced: false };
  return openClient(options, baseUrl, onlyTo(baseUrl, send));
}

const listed = async (client: Client) =>
  (await collect(client.pages("GET /list"), (item) => item)).items;

Deno.test("pages, redirects and repeats are replayed in their order, and then there is no more", async () => {
  let count = 0;
  const { documents, url } = await recorded(({ path }) => {
    if (path === "/repos/a/old") {
      return new Response(null, { status: 301, headers: { location: "/repositories/1" } });
    }
    if (path === "/repositories/1") return Response.json({ count: ++count });
    const next = `<http://${"x".repeat(3)}/y>; rel="prev", </list?page=2>; rel="next"`;
    return Response.json([path], path === "/list" ? { headers: { link: next } } : {});
  }, async (client) => {
    for (const _ of [1, 2]) await client.request("GET /repos/a/old");
    await listed(client);
  });
  const client = replayed(documents, url);
  for (const count of [1, 2]) {
    assert.deepEqual((await client.request("GET /repos/a/old")).data, { count });
  }
  assert.deepEqual(await listed(client), ["/list", "/list?page=2"]);
  await assert.rejects(
    client.request("GET /repos/a/old"),
    /the recording has no further answer to GET \/repos\/a\/old/,
  );
  await assert.rejects(client.request("GET /other"), /no answer to GET \/other/);
});

Deno.test("credentials are in no document: not of requests, redirects, links or bodies", async () => {
  const { documents } = await recorded(({ path, headers }) => {
    if (path === "/start") {
      const location = `/next?token=SECRET1&from=${TOKEN}`;
      return new Response(null, { status: 302, headers: { location } });
    }
    const link = `</more?access_token=SECRET2&page=2>; rel="next"`;
    const echo = { authorization: headers.get("authorization"), token: TOKEN, url: `/?x=${TOKEN}` };
    const set = { link, "set-cookie": "session=SECRET3", "x-echo": TOKEN };
    return Response.json(echo, { headers: set });
  }, async (client) => await client.request("GET /start"));
  const text = JSON.stringify(documents);
  for (const secret of [TOKEN, TOKEN.slice(0, 20), "SECRET1", "SECRET2", "SECRET3"]) {
    assert.ok(!text.includes(secret), secret);
  }
  assert.equal(documents.length, 2);
  assert.match(text, /\/next\?token=\*\*\*&from=\*\*\*/);
});

Deno.test("of a try that failed and was made again only the last answer is kept", async () => {
  let tries = 0;
  const { documents, url } = await recorded(
    () => ++tries === 1 ? Response.json({}, { status: 503 }) : Response.json({ tries }),
    async (client) => await client.request("GET /flaky"),
  );
  assert.deepEqual(documents.map(({ data }) => data.answer!.status), [200]);
  assert.deepEqual((await replayed(documents, url).request("GET /flaky")).data, { tries: 2 });
});

Deno.test("a refusal is replayed as the refusal it was", async () => {
  const { documents, url } = await recorded(
    ({ path }) => path === "/meta" ? Response.json({}) : Response.json({}, { status: 404 }),
    async (client) => await client.request("GET /absent").catch(() => {}),
  );
  await assert.rejects(replayed(documents, url).request("GET /absent"), { status: 404 });
});

Deno.test("a body that is too long for one document is split, and comes back whole", async () => {
  const long = Array.from({ length: 40 }, (_, index) => `${index} ${"é😀".repeat(10_000)}`);
  const { documents, url } = await recorded(
    () => Response.json(long),
    async (client) => await client.request("GET /long"),
  );
  assert.deepEqual(documents.map(({ name }) => name), [
    "rawgithubapiresponse.octocat~hello~night~000001",
    "rawgithubapiresponse.octocat~hello~night~000001~2",
    "rawgithubapiresponse.octocat~hello~night~000001~3",
  ]);
  assert.deepEqual((await replayed(documents, url).request("GET /long")).data, long);
});

Deno.test("an answer without an end is refused, not kept", async () => {
  const piece = new Uint8Array(1 << 20).fill(32);
  let failure: Error | undefined;
  const { documents } = await recorded(() => {
    let given = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      if (++given > 80) controller.close();
      else controller.enqueue(piece);
    };
    return new Response(new ReadableStream({ pull }), {
      headers: { "content-type": "application/json" },
    });
  }, async (client) => {
    await client.request("GET /endless").catch((error) => failure = error);
  });
  assert.match(failure!.message, /more than \d+ bytes/);
  assert.deepEqual(documents, []);
});

Deno.test("more answers than GitHub gives in a minute are replayed without a pause", async () => {
  const { documents, url } = await recorded(
    () => Response.json({}),
    async (client) => await client.request("GET /one"),
  );
  const { name, data } = documents[0]!;
  const many = Array.from({ length: 900 }, (_, index) => ({
    name,
    data: { ...data, answer: { ...data.answer!, sequence: index + 1 } },
  }));
  const log: string[] = [];
  const client = replayed(many, url, log);
  await Promise.all(many.map(() => client.request("GET /one")));
  assert.deepEqual(log, []);
});
