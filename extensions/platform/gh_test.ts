import assert from "node:assert/strict";
import { testNeeding } from "../../e2e/requirement.ts";
import { clientContext, type Received, startApi } from "../testing/api.ts";
import type { Client } from "./client.ts";
import { failureOf, type PlatformFailure } from "./failure.ts";
import { connectLocal } from "./gh.ts";

const TOKEN = "gho_fedcba9876543210";
const NAME = { owner: "octocat", repo: "x" };

interface Story {
  client: Client;
  received: Received[];
}

/** The real `gh`, logged in and sent to a server on a socket, and a client that uses it. */
function onGh(
  answer: (request: Received) => Response | Promise<Response>,
  body: (story: Story) => Promise<void>,
  variables: Record<string, string> = { GH_TOKEN: TOKEN },
) {
  return async () => {
    const folder = await Deno.makeTempDir();
    const before = Deno.env.toObject();
    try {
      await using api = startApi(answer, `${folder}/socket`);
      await Deno.writeTextFile(`${folder}/config.yml`, `http_unix_socket: ${folder}/socket\n`);
      for (const name of ["GH_TOKEN", "GITHUB_TOKEN", "GH_HOST"]) Deno.env.delete(name);
      Deno.env.set("GH_CONFIG_DIR", folder);
      for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
      const client = connectLocal({ extension: "test", context: clientContext() });
      await body({ client, received: api.received });
    } finally {
      for (const name of Object.keys(Deno.env.toObject())) {
        if (!(name in before)) Deno.env.delete(name);
      }
      for (const [name, value] of Object.entries(before)) Deno.env.set(name, value);
      await Deno.remove(folder, { recursive: true });
    }
  };
}

async function failure(call: Promise<unknown>): Promise<PlatformFailure> {
  const error = await call.then(() => undefined, (thrown) => thrown);
  assert.ok(error, "the call should fail");
  return failureOf(error, "octocat/x");
}

const getRepo = (client: Client) => client.request("GET /repos/{owner}/{repo}", NAME);

testNeeding(
  ["gh"],
  "a read goes through gh with its login, and the answer is as over https",
  onGh(() => Response.json({ full_name: "octocat/x", description: "é\n\n漢" }), async (story) => {
    const { data, status, headers } = await getRepo(story.client);
    assert.deepEqual([data.full_name, data.description, status], ["octocat/x", "é\n\n漢", 200]);
    assert.equal(headers["content-type"], "application/json");
    const [{ method, path, headers: sent, body }] = story.received as [Received];
    assert.deepEqual([method, path, body], ["GET", "/repos/octocat/x", ""]);
    assert.equal(sent.get("authorization"), `token ${TOKEN}`);
    assert.equal(sent.get("user-agent"), "svc-test");
    assert.equal(sent.get("x-github-api-version"), "2022-11-28");
  }),
);

testNeeding(
  ["gh"],
  "a write's values arrive unchanged, whatever gh would read into them",
  onGh(() => Response.json({ number: 7 }, { status: 201 }), async ({ client, received }) => {
    const sent = { title: "@/etc/passwd", body: "{owner} :repo true 1 null\r\n\u0000é" };
    const { data } = await client.request("POST /repos/{owner}/{repo}/issues", {
      ...NAME,
      ...sent,
    });
    assert.equal(data.number, 7);
    assert.deepEqual(JSON.parse(received[0]!.body), sent);
    assert.equal(received[0]!.method, "POST");
  }),
);

testNeeding(
  ["gh"],
  "placeholders in a path are text, not the repository of the current folder",
  onGh(() => Response.json({ items: [], total_count: 0 }), async ({ client, received }) => {
    await client.request("GET /search/issues", { q: "{owner} :repo is:issue" });
    await client.request("GET /repos/{owner}/{repo}/contents/{path}", {
      ...NAME,
      path: ":branch/{repo}",
    });
    assert.deepEqual(received.map(({ path }) => decodeURIComponent(path)), [
      "/search/issues?q={owner} :repo is:issue",
      "/repos/octocat/x/contents/:branch/{repo}",
    ]);
  }),
);

testNeeding(
  ["gh"],
  "pages are followed by their links, by path only",
  onGh(({ path }) => {
    const next = `<https://api.github.com/repositories/1/issues?after=a:b%3D>; rel="next"`;
    return path.includes("after")
      ? Response.json([{ number: 2 }])
      : Response.json([{ number: 1 }], { headers: { link: next } });
  }, async ({ client, received }) => {
    const route = "GET /repos/{owner}/{repo}/issues";
    const numbers: number[] = [];
    for await (const { data } of client.pages(route, { ...NAME, per_page: 100 })) {
      numbers.push(...data.map((issue) => issue.number));
    }
    assert.deepEqual(numbers, [1, 2]);
    assert.equal(received[1]?.path, "/repositories/1/issues?after=a%3Ab%3D");
  }),
);

for (
  const [status, code] of [[401, "unauthorized"], [404, "not_found"], [422, "invalid"]] as const
) {
  testNeeding(
    ["gh"],
    `${status} through gh is ${code}, and no error holds the token`,
    onGh(() => Response.json({ message: "no" }, { status }), async ({ client, received }) => {
      const error = await failure(getRepo(client));
      assert.deepEqual([error.code, error.status], [code, status]);
      assert.ok(!Deno.inspect(error, { depth: 10 }).includes(TOKEN));
      assert.equal(received.length, 1);
    }),
  );
}

testNeeding(
  ["gh"],
  "204 and 304 have no body",
  onGh(
    ({ method }) => new Response(null, { status: method === "GET" ? 304 : 204 }),
    async ({ client }) => {
      const route = "DELETE /repos/{owner}/{repo}/git/refs/{ref}";
      assert.equal((await client.request(route, { ...NAME, ref: "heads/x" })).status, 204);
      await assert.rejects(getRepo(client), { status: 304 });
    },
  ),
);

testNeeding(
  ["gh"],
  "a write that is redirected is not followed by gh either, with and without a body",
  onGh(
    () => new Response(null, { status: 307, headers: { location: "/repositories/1/x" } }),
    async ({ client, received }) => {
      const title = { ...NAME, title: "t" };
      const rerun = "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun";
      const withBody = client.request("POST /repos/{owner}/{repo}/issues", title);
      assert.equal((await failure(withBody)).code, "moved");
      const without = client.request(rerun, { ...NAME, run_id: 1 });
      assert.equal((await failure(without)).code, "moved");
      assert.equal(received.filter(({ method }) => method !== "GET").length, 2);
    },
  ),
);

Deno.test("what gh prints of an answer that breaks off is not a success", async () => {
  const program = await Deno.makeTempFile();
  try {
    // Observed of gh 2.23: it prints what arrived and fails.
    const printed = "HTTP/2.0 201 Created\\r\\n\\r\\n{";
    await Deno.writeTextFile(program, `#!/bin/sh\nprintf '${printed}'\nexit 1\n`, { mode: 0o755 });
    const client = connectLocal({ extension: "test", context: clientContext(), program });
    const write = client.request("POST /repos/{owner}/{repo}/issues", { ...NAME, title: "t" });
    assert.match((await failure(write)).message, /the response is incomplete/);
  } finally {
    await Deno.remove(program);
  }
});

testNeeding(
  ["gh"],
  "bytes arrive unchanged",
  onGh(
    () =>
      new Response(new Uint8Array([0, 255, 13, 10, 13, 10, 0]), {
        headers: { "content-type": "application/octet-stream" },
      }),
    async ({ client }) => {
      const route = "GET /repos/{owner}/{repo}/git/blobs/{file_sha}";
      const { data } = await client.request(route, { ...NAME, file_sha: "a" });
      const bytes = new Uint8Array(data as unknown as ArrayBuffer);
      assert.deepEqual([...bytes], [0, 255, 13, 10, 13, 10, 0]);
    },
  ),
);

testNeeding(
  ["gh"],
  "another host is asked below /api/v3 with that host's token",
  onGh(() => Response.json({ full_name: "octocat/x" }), async ({ client, received }) => {
    await getRepo(client);
    const [{ path, headers }] = received as [Received];
    assert.equal(path, "/api/v3/repos/octocat/x");
    assert.equal(headers.get("host"), "ghe.example.com");
    assert.equal(headers.get("authorization"), "token of-ghe");
  }, { GH_HOST: "ghe.example.com", GH_ENTERPRISE_TOKEN: "of-ghe", GH_TOKEN: TOKEN }),
);

testNeeding(
  ["gh"],
  "nobody logged in is said with the command to run",
  onGh(() => Response.json({}), async ({ client, received }) => {
    const error = await failure(getRepo(client));
    assert.equal(error.code, "unauthorized");
    assert.match(
      error.message,
      /gh is not logged in to github\.com\. Run 'gh auth login --hostname/,
    );
    assert.equal(received.length, 0);
  }, {}),
);

testNeeding(
  ["gh"],
  "a platform that cannot be reached is unavailable, in gh's own words",
  onGh(() => Response.json({}), async ({ client }) => {
    await Deno.writeTextFile(
      `${Deno.env.get("GH_CONFIG_DIR")}/config.yml`,
      "http_unix_socket: /nowhere/socket\n",
    );
    const error = await failure(getRepo(client));
    assert.equal(error.code, "unavailable");
    assert.match(error.message, /gh failed, .*(?:connect|socket)/);
    assert.ok(!error.message.includes(TOKEN));
  }),
);

testNeeding(
  ["gh"],
  "gh's arguments hold no token",
  onGh(() => Response.json({ full_name: "octocat/x" }), async () => {
    // A program in front of gh writes down how it was called.
    const folder = Deno.env.get("GH_CONFIG_DIR")!;
    const program = `${folder}/gh-spy`;
    await Deno.writeTextFile(program, `#!/bin/sh\necho "$@" > ${folder}/argv\nexec gh "$@"\n`);
    await Deno.chmod(program, 0o700);
    const client = connectLocal({ extension: "test", context: clientContext(), program });
    assert.equal((await getRepo(client)).data.full_name, "octocat/x");
    const argv = await Deno.readTextFile(`${folder}/argv`);
    assert.match(
      argv,
      /^api --method GET --hostname github\.com --include .*\/repos\/octocat\/x\n$/,
    );
    assert.ok(!argv.includes(TOKEN) && !/authorization/i.test(argv));
  }),
);

Deno.test("without the program its name and package are said, and nothing is tried again", async () => {
  const program = "/nowhere/gh";
  const client = connectLocal({ extension: "test", context: clientContext(), program });
  const error = await failure(getRepo(client));
  assert.equal(error.code, "no_program");
  assert.match(
    error.message,
    /'\/nowhere\/gh' is missing\. Install the GitHub CLI \(package 'gh'\)/,
  );
});

for (const host of ["a b", "-x", "h/path", "$(id)", "h?x", "u@h"]) {
  Deno.test(`'${host}' in GH_HOST is refused`, () => {
    const before = Deno.env.get("GH_HOST");
    Deno.env.set("GH_HOST", host);
    try {
      const options = { extension: "test", context: clientContext() };
      assert.throws(() => connectLocal(options), { code: "wrong_base_url" });
    } finally {
      if (before === undefined) Deno.env.delete("GH_HOST");
      else Deno.env.set("GH_HOST", before);
    }
  });
}
