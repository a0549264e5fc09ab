import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import { testNeeding } from "../../e2e/requirement.ts";
import { run, type Variables } from "../testing/run.ts";
import { model } from "./github_repo_ensure.ts";

/** A user, an organisation the user owns, and somebody else with a private repository. */
const start = () =>
  startCodeHost({
    tokens: { t1: "octocat", t2: "hubot" },
    organizations: [{ login: "github", members: [{ login: "octocat", role: "admin" }] }],
    repositories: [
      { owner: "octocat", name: "hello-world", description: "Says hello" },
      { owner: "hubot", name: "secret", private: true },
    ],
  });

/** Ensures `owner/name` through the real gh, as octocat, and gives what was written. */
async function ensure(
  host: CodeHost,
  repo: string,
  args: Record<string, unknown> = {},
  more: { globalArgs?: Record<string, unknown>; env?: Variables } = {},
) {
  const [owner, name] = repo.split("/");
  const { env } = await host.gh("t1");
  const [written] = await run(model, "ensure", args, {
    globalArgs: { owner, name, ...more.globalArgs },
    env: { ...env, ...more.env },
  });
  return written!;
}

const writes = (host: CodeHost) => host.received.filter(({ method }) => method !== "GET");

const found = async (host: CodeHost, repo: string) =>
  await host.call("t1", "GET", `/repos/${repo}`) as Record<string, unknown>;

testNeeding(
  ["gh"],
  "a missing repository of the user is made, private unless said otherwise",
  async () => {
    await using host = await start();
    const { spec, name, data } = await ensure(host, "octocat/New-One", { description: "A first" });
    assert.deepEqual([spec, name], ["repo", "repo.octocat~new-one"]);
    const { fetchedAt: _, ...rest } = data;
    assert.deepEqual(rest, {
      fullName: "octocat/New-One",
      outcome: "created",
      visibility: "private",
      url: "https://github.com/octocat/New-One",
      drift: [],
    });
    const made = await found(host, "octocat/New-One");
    assert.deepEqual([made.private, made.description], [true, "A first"]);
  },
);

testNeeding(
  ["gh"],
  "a missing repository of an organisation is made there, public when asked for",
  async () => {
    await using host = await start();
    const { data } = await ensure(host, "github/site", { visibility: "public" });
    assert.deepEqual([data.outcome, data.visibility], ["created", "public"]);
    assert.deepEqual(writes(host).map(({ path }) => path), ["/orgs/github/repos"]);
    assert.equal((await found(host, "github/site")).private, false);
  },
);

testNeeding(["gh"], "ten runs make one repository", async () => {
  await using host = await start();
  const outcomes = [];
  for (let time = 0; time < 10; time++) {
    outcomes.push((await ensure(host, "octocat/once")).data.outcome);
  }
  assert.deepEqual(outcomes, ["created", ...Array(9).fill("unchanged")]);
  assert.equal(writes(host).length, 1);
});

testNeeding(["gh"], "one that exists is compared and left as it is", async () => {
  await using host = await start();
  const { data } = await ensure(host, "octocat/hello-world", {
    description: "Says goodbye",
    visibility: "private",
  });
  assert.equal(data.outcome, "unchanged");
  assert.equal(data.visibility, "public");
  assert.deepEqual(data.drift, [
    { field: "description", wanted: "Says goodbye", found: "Says hello" },
    { field: "visibility", wanted: "private", found: "public" },
  ]);
  assert.equal(writes(host).length, 0);
  assert.equal((await found(host, "octocat/hello-world")).description, "Says hello");
});

testNeeding(["gh"], "what was not asked for is not a drift", async () => {
  await using host = await start();
  assert.deepEqual((await ensure(host, "OctoCat/Hello-World")).data.drift, []);
});

testNeeding(
  ["gh"],
  "one that was renamed is found under its new name, and no second one is made",
  async () => {
    await using host = await start();
    await host.call("t1", "PATCH", "/repos/octocat/hello-world", { name: "greetings" });
    const before = writes(host).length;
    const { data } = await ensure(host, "octocat/hello-world");
    assert.deepEqual([data.outcome, data.fullName], ["unchanged", "octocat/greetings"]);
    assert.deepEqual(data.drift, [
      { field: "fullName", wanted: "octocat/hello-world", found: "octocat/greetings" },
    ]);
    assert.equal(writes(host).length, before);
  },
);

testNeeding(
  ["gh"],
  "somebody else's repository is not made, and neither is one of nobody",
  async () => {
    await using host = await start();
    await assert.rejects(
      ensure(host, "hubot/mine"),
      /hubot\/mine: you are logged in as octocat, who cannot create repositories for hubot/,
    );
    await assert.rejects(
      ensure(host, "nobody/mine"),
      /the user or organisation nobody: not found/,
    );
    assert.equal(writes(host).length, 0);
  },
);

testNeeding(["gh"], "internal repositories are for organisations", async () => {
  await using host = await start();
  const args = { visibility: "internal" };
  await assert.rejects(ensure(host, "octocat/inside", args), /octocat is a user/);
  assert.equal(writes(host).length, 0);
  // The stand-in plays the public platform, whose description has no internal repositories.
  await ensure(host, "github/inside", args);
  assert.match(host.violations.join(), /POST \/orgs\/github\/repos: .*visibility/);
  host.violations.length = 0;
  const made = await found(host, "github/inside");
  const internal = { ...made, private: true, visibility: "internal" };
  host.answerNext("GET /repos/github/inside", () => Response.json(internal));
  const { data } = await ensure(host, "github/inside", args);
  assert.deepEqual([data.outcome, data.visibility, data.drift], ["unchanged", "internal", []]);
});

testNeeding(
  ["gh"],
  "a creation whose answer is lost is looked for before it is sent again",
  async () => {
    await using host = await start();
    host.loseNext("POST /user/repos");
    const { data } = await ensure(host, "octocat/lost");
    assert.equal(data.outcome, "unchanged");
    assert.equal(writes(host).length, 1);
  },
);

testNeeding(["gh"], "a name that is taken by an invisible repository says so", async () => {
  await using host = await start();
  const body = {
    message: "Repository creation failed.",
    errors: [{
      resource: "Repository",
      code: "custom",
      field: "name",
      message: "name already exists on this account",
    }],
    documentation_url: "https://docs.github.com/rest",
  };
  host.answerNext("/orgs/github/repos", () => Response.json(body, { status: 422 }));
  await assert.rejects(
    ensure(host, "github/taken"),
    /github\/taken: it exists, but your account cannot see it/,
  );
});

testNeeding(["gh"], "ghPath is the program that is run", async () => {
  await using host = await start();
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/my-gh`;
    await Deno.writeTextFile(path, `#!/bin/sh\ntouch ${folder}/ran\nexec gh "$@"\n`);
    await Deno.chmod(path, 0o755);
    const { data } = await ensure(host, "octocat/by-path", {}, { globalArgs: { ghPath: path } });
    assert.equal(data.outcome, "created");
    assert.ok((await Deno.stat(`${folder}/ran`)).isFile);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a ghPath that leads nowhere is named", async () => {
  const globalArgs = { owner: "octocat", name: "x", ghPath: "/nowhere/gh" };
  await assert.rejects(
    run(model, "ensure", {}, { globalArgs }),
    /octocat\/x: the program '\/nowhere\/gh' is missing/,
  );
});

for (const ghPath of ["./gh", "bin/gh", "", "gh --help", "-x", "/usr/bin/gh\0"]) {
  Deno.test(`${JSON.stringify(ghPath)} is not a ghPath: it is a name or an absolute path`, () => {
    const globalArgs = { owner: "octocat", name: "x", ghPath };
    assert.equal(model.globalArguments.safeParse(globalArgs).success, false);
  });
}

for (
  const wrong of [{ owner: "a/b" }, { owner: "-a" }, { name: ".." }, { name: "a/b/c" }, {
    name: "a b",
  }]
) {
  Deno.test(`${JSON.stringify(wrong)} is not a name, and never reaches gh`, () => {
    const globalArgs = { owner: "octocat", name: "x", ...wrong };
    assert.equal(model.globalArguments.safeParse(globalArgs).success, false);
  });
}
