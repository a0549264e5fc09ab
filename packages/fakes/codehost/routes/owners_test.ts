import assert from "node:assert/strict";
import { startCodeHost } from "../codehost.ts";

const start = () =>
  startCodeHost({
    tokens: { t1: "octocat", t2: "hubot" },
    organizations: [{ login: "github", members: [{ login: "octocat", role: "admin" }] }],
    repositories: [
      { owner: "github", name: "site" },
      { owner: "github", name: "secret", private: true },
      { owner: "octocat", name: "one" },
    ],
  });

Deno.test("an organisation is also a user, and says what it is", async () => {
  await using host = await start();
  const type = async (login: string) =>
    (await host.call("t2", "GET", `/users/${login}`) as { type: string }).type;
  assert.deepEqual([await type("github"), await type("octocat")], ["Organization", "User"]);
  await assert.rejects(type("nobody"), /404/);
});

Deno.test("a user's repositories are the public ones, whoever asks", async () => {
  await using host = await start();
  await host.call("t1", "POST", "/user/repos", { name: "hidden", private: true });
  for (const token of ["t1", "t2"]) {
    const all = await host.call(token, "GET", "/users/octocat/repos") as { name: string }[];
    assert.deepEqual(all.map((one) => one.name), ["one"]);
  }
});
