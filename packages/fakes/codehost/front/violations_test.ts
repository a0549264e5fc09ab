import assert from "node:assert/strict";
import { startCodeHost } from "../host.ts";
import type { CodeHost } from "../host_shape.ts";

const start = () =>
  startCodeHost({ tokens: { t1: "octocat" }, repositories: [{ owner: "octocat", name: "one" }] });

/** What the test that uses the host so is told at its end. */
async function toldAfter(body: (host: CodeHost) => Promise<void>): Promise<string> {
  const host = await start();
  await body(host);
  return await host[Symbol.asyncDispose]().then(() => "nothing", (error: Error) => error.message);
}

for (
  const [name, body, told] of [
    [
      "an operation the platform does not have",
      (host: CodeHost) => fetch(`${host.url}/repos/octocat/one/nonsense`),
      /GET \/repos\/octocat\/one\/nonsense: the description has no such operation/,
    ],
    [
      "a query the operation does not have",
      (host: CodeHost) => fetch(`${host.url}/repos/octocat/one/issues?perpage=5`),
      /unknown name 'perpage'/,
    ],
    [
      "a body with a field the operation does not have",
      (host: CodeHost) =>
        host.call("t1", "POST", "/repos/octocat/one/issues", { title: "a", txt: "" }),
      /unknown field 'txt'/,
    ],
    [
      "an operation the stand-in does not have",
      (host: CodeHost) => fetch(`${host.url}/emojis`),
      /GET \/emojis: the stand-in does not have this operation yet/,
    ],
    [
      "an answer the platform never gives",
      (host: CodeHost) => {
        host.answerNext("/repos/octocat/one", () => Response.json({ id: "1" }));
        return fetch(`${host.url}/repos/octocat/one`);
      },
      /GET \/repos\/\{owner\}\/\{repo\}: the answer 200/,
    ],
  ] as const
) {
  Deno.test(`${name} fails the test`, async () => {
    const failure = await toldAfter(async (host) => {
      const answer = await body(host);
      if (answer instanceof Response) await answer.body?.cancel();
    });
    assert.match(failure, told);
  });
}

Deno.test("a test that keeps to the description is told nothing", async () => {
  const told = await toldAfter(async (host) => {
    await host.call("t1", "GET", "/repos/octocat/one");
    await host.call("t1", "GET", "/user/repos?per_page=5");
    await assert.rejects(host.call("t1", "GET", "/repos/octocat/none"), /404/);
  });
  assert.equal(told, "nothing");
});

Deno.test("a test that means to break the description empties the list", async () => {
  const told = await toldAfter(async (host) => {
    await (await fetch(`${host.url}/nonsense`)).body?.cancel();
    assert.equal(host.violations.splice(0).length, 1);
  });
  assert.equal(told, "nothing");
});
