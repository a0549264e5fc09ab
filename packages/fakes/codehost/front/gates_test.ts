import assert from "node:assert/strict";
import { startCodeHost } from "../host.ts";
import type { CodeHost } from "../host_shape.ts";

const start = () =>
  startCodeHost({
    tokens: {
      owner: "octocat",
      org: "hubot",
      none: { kind: "classic", login: "octocat", scopes: [] },
      open: { kind: "classic", login: "octocat", scopes: ["public_repo"] },
    },
    repositories: [
      { owner: "octocat", name: "one" },
      { owner: "octocat", name: "hidden", private: true },
    ],
    organizations: [{ login: "octo-org", members: [{ login: "octocat", role: "admin" }] }],
  });

async function ask(host: CodeHost, request: string, body?: object, token = "owner") {
  const [method = "", path = ""] = request.split(" ");
  const answer = await fetch(host.url + path, {
    method,
    redirect: "manual",
    headers: { authorization: `Bearer ${token}` },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    body: text === "" ? undefined : JSON.parse(text),
  };
}

Deno.test("a renamed repository redirects reads and writes to it by id, with the rest of the address", async () => {
  await using host = await start();
  const { id } = (await ask(host, "PATCH /repos/octocat/one", { name: "two" })).body;
  const read = await ask(host, "GET /repos/octocat/one/issues?state=all");
  assert.deepEqual([read.status, read.location], [
    301,
    `${host.url}/repositories/${id}/issues?state=all`,
  ]);
  const write = await ask(host, "POST /repos/octocat/one/issues", { title: "a" });
  assert.deepEqual([write.status, write.location], [307, `${host.url}/repositories/${id}/issues`]);
  const followed = await ask(host, `GET /repositories/${id}/issues?state=all`);
  assert.deepEqual([followed.status, followed.body], [200, []], "the write took no effect");
  assert.equal((await ask(host, "GET /repos/octocat/two")).body.full_name, "octocat/two");
});

Deno.test("a deleted repository is gone, also below an address it had before", async () => {
  await using host = await start();
  await ask(host, "PATCH /repos/octocat/one", { name: "two" });
  assert.equal((await ask(host, "DELETE /repos/octocat/two")).status, 204);
  for (const name of ["one", "two"]) {
    assert.equal((await ask(host, `GET /repos/octocat/${name}`)).status, 404, name);
  }
});

Deno.test("an archived repository is read, and written only to unarchive or delete it", async () => {
  await using host = await start();
  await ask(host, "PATCH /repos/octocat/one", { archived: true });
  assert.equal((await ask(host, "GET /repos/octocat/one/issues")).status, 200);
  for (
    const [request, body] of [
      ["POST /repos/octocat/one/issues", { title: "a" }],
      ["PATCH /repos/octocat/one", { description: "a" }],
      ["PUT /repos/octocat/one/contents/a.txt", { message: "a", content: "YQ==" }],
    ] as const
  ) {
    const refused = await ask(host, request, body);
    assert.deepEqual([refused.status, refused.body.message], [
      403,
      "Repository was archived so is read-only.",
    ]);
  }
  assert.equal((await ask(host, "PATCH /repos/octocat/one", { archived: false })).status, 200);
  assert.equal((await ask(host, "POST /repos/octocat/one/issues", { title: "a" })).status, 201);
});

Deno.test("a repository that was taken down answers 451 with the notice, to everybody", async () => {
  await using host = await start();
  const url = "https://github.com/github/dmca/blob/master/2026/notice.md";
  host.block("octocat/one", { reason: "dmca", url, since: "2026-01-01T00:00:00Z" });
  for (const token of ["owner", "org"]) {
    const { status, body } = await ask(host, "GET /repos/octocat/one/issues", undefined, token);
    assert.equal(status, 451);
    assert.deepEqual(body.block, {
      reason: "dmca",
      created_at: "2026-01-01T00:00:00Z",
      html_url: url,
    });
  }
});

Deno.test("scopes that do not reach a repository make it look absent", async () => {
  await using host = await start();
  const issue = { title: "a" };
  for (
    const [token, read, write, hidden] of [
      ["none", 200, 404, 404],
      ["open", 200, 201, 404],
      ["owner", 200, 201, 200],
    ] as const
  ) {
    assert.deepEqual(
      [
        (await ask(host, "GET /repos/octocat/one", undefined, token)).status,
        (await ask(host, "POST /repos/octocat/one/issues", issue, token)).status,
        (await ask(host, "GET /repos/octocat/hidden", undefined, token)).status,
      ],
      [read, write, hidden],
      token,
    );
  }
});

Deno.test("pages can be made shorter, so that a short list has several", async () => {
  await using host = await start();
  host.paging.most = 1;
  for (const title of ["a", "b", "c"]) {
    await ask(host, "POST /repos/octocat/one/issues", { title });
  }
  const titles: string[] = [];
  let next: string | undefined = `${host.url}/repos/octocat/one/issues?per_page=100`;
  while (next !== undefined) {
    const answer: Response = await fetch(next, { headers: { authorization: "Bearer owner" } });
    titles.push(...(await answer.json()).map((one: { title: string }) => one.title));
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  assert.deepEqual(titles.toSorted(), ["a", "b", "c"]);
});
