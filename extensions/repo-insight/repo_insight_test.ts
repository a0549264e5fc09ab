import assert from "node:assert/strict";
import { type CodeHost, startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import { testNeeding } from "../../e2e/requirement.ts";
import { run as runModel, type Variables } from "../testing/run.ts";
import { model } from "./repo_insight.ts";

const REPO = "octocat/hello-world";

const run = (
  method: string,
  args: Record<string, unknown>,
  env: Variables,
  signal?: AbortSignal,
) => runModel(model, method, args, { env, ...(signal ? { signal } : {}) });

/** Runs `body` against a code host with a story, and the variables that lead there. */
function onHost(body: (host: CodeHost, variables: Record<string, string>) => Promise<void>) {
  return async () => {
    await using host = await startStory();
    await body(host, { GITHUB_API_URL: host.url, GH_TOKEN: STORY_TOKEN });
  };
}

/** The named field of each entry of a list. */
const pluck = (list: unknown, field: string) =>
  (list as Record<string, unknown>[]).map((entry) => entry[field]);

Deno.test(
  "list_repos writes what the account can see",
  onHost(async (_host, variables) => {
    const [written] = await run("list_repos", {}, variables);
    assert.equal(written?.spec, "repos");
    assert.equal(written.name, "repos");
    assert.deepEqual(pluck(written.data.repositories, "fullName").sort(), [
      REPO,
      "octocat/spoon-knife",
    ]);
    assert.equal(written.data.truncated, false);
  }),
);

Deno.test(
  "get_repo_info writes one repository's facts",
  onHost(async (_host, variables) => {
    const [written] = await run("get_repo_info", { repo: REPO }, variables);
    assert.equal(written?.name, "repo_info.octocat~hello-world");
    assert.equal(written.data.fullName, REPO);
    assert.equal(written.data.description, "Says hello");
    assert.equal(written.data.language, "TypeScript");
  }),
);

for (
  const [state, states] of [
    [undefined, ["open"]],
    ["open", ["open"]],
    ["merged", ["merged"]],
    ["closed", ["merged"]],
    ["all", ["merged", "open"]],
  ] as const
) {
  Deno.test(
    `list_prs with state ${state ?? "left out"} writes ${states.join(" and ")} ones`,
    onHost(async (_host, variables) => {
      const args = { repo: REPO, ...(state === undefined ? {} : { state }) };
      const [written] = await run("list_prs", args, variables);
      assert.deepEqual(pluck(written?.data.pullRequests, "state").sort(), states);
    }),
  );
}

Deno.test(
  "list_issues leaves pull requests out, which the API lists as issues",
  onHost(async (_host, variables) => {
    const [open] = await run("list_issues", { repo: REPO }, variables);
    assert.deepEqual(pluck(open?.data.issues, "title"), ["Greet in more languages"]);
    const [all] = await run("list_issues", { repo: REPO, state: "all" }, variables);
    assert.deepEqual(pluck(all?.data.issues, "title").sort(), [
      "Greet in more languages",
      "Says goodbye",
    ]);
  }),
);

Deno.test(
  "list_releases writes releases",
  onHost(async (_host, variables) => {
    const [written] = await run("list_releases", { repo: REPO }, variables);
    assert.deepEqual(pluck(written?.data.releases, "tag"), ["v1.0.0"]);
  }),
);

Deno.test(
  "list_workflows writes workflows and their runs, newest first",
  onHost(async (_host, variables) => {
    const [written] = await run("list_workflows", { repo: REPO }, variables);
    assert.deepEqual(pluck(written?.data.workflows, "name"), ["CI"]);
    assert.deepEqual(pluck(written?.data.runs, "conclusion"), ["success", "failure"]);
  }),
);

Deno.test(
  "a list longer than ten pages is cut there and says so",
  onHost(async (host, variables) => {
    let page = 1;
    const answer = () => {
      const link = `<${host.url}/user/repos?page=${++page}>; rel="next"`;
      return Response.json([], { headers: { link } });
    };
    host.answerNext("/user/repos", answer, 50);
    const [written] = await run("list_repos", {}, variables);
    assert.equal(written?.data.truncated, true);
    assert.equal(host.received.filter(({ path }) => path.startsWith("/user/repos")).length, 10);
  }),
);

Deno.test("the token comes from GH_TOKEN before GITHUB_TOKEN", async () => {
  await using host = await startStory();
  const api = { GITHUB_API_URL: host.url };
  await run("list_repos", {}, { ...api, GH_TOKEN: STORY_TOKEN, GITHUB_TOKEN: "wrong" });
  await run("list_repos", {}, { ...api, GITHUB_TOKEN: STORY_TOKEN });
});

Deno.test("without any token the error names both variables and the command", async () => {
  await using host = await startStory();
  await assert.rejects(
    run("list_repos", {}, { GITHUB_API_URL: host.url, PATH: "/nowhere" }),
    /no token for 127\.0\.0\.1\. Set GH_TOKEN or GITHUB_TOKEN, or run 'gh auth login --hostname/,
  );
  assert.equal(host.received.filter(({ path }) => path.startsWith("/user/repos")).length, 0);
});

Deno.test("an invalid token is refused with the variable to set, and is not repeated", async () => {
  await using host = await startStory();
  await assert.rejects(
    run("list_repos", {}, { GITHUB_API_URL: host.url, GH_TOKEN: "ghp_wrong" }),
    (error: Error) =>
      /GH_TOKEN or GITHUB_TOKEN/.test(error.message) && !error.message.includes("ghp_wrong"),
  );
});

Deno.test(
  "an absent repository is named",
  onHost(async (_host, variables) => {
    await assert.rejects(
      run("list_issues", { repo: "octocat/none" }, variables),
      /^Error: the issues of octocat\/none: not found/,
    );
  }),
);

Deno.test(
  "an exhausted rate limit names the time it ends",
  onHost(async (host, variables) => {
    const headers = {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Date.parse("2027-01-01T00:00:00Z") / 1000),
    };
    host.answerNext("/repos", () => Response.json({ message: "no" }, { status: 403, headers }), 9);
    await assert.rejects(
      run("get_repo_info", { repo: REPO }, variables),
      /rate limit is used up until 2027-01-01T00:00:00\.000Z/,
    );
  }),
);

Deno.test(
  "a list of several pages is read to its end, in the API's order",
  onHost(async (host, variables) => {
    const path = `/repos/${REPO}/releases`;
    const [real] = await host.call(STORY_TOKEN, "GET", path) as object[];
    const release = (number: number) => ({ ...real, tag_name: `v${number}` });
    for (const page of [1, 2, 3]) {
      const link = page < 3 ? `<${host.url}${path}?page=${page + 1}>; rel="next"` : "";
      host.answerNext(path, () => Response.json([release(page)], { headers: { link } }));
    }
    const [written] = await run("list_releases", { repo: REPO }, variables);
    assert.deepEqual(pluck(written?.data.releases, "tag"), ["v1", "v2", "v3"]);
    assert.equal(written?.data.truncated, false);
  }),
);

Deno.test(
  "a limit that pauses for longer than a run may wait is refused with the time it ends",
  onHost(async (host, variables) => {
    const headers = { "retry-after": "3600" };
    const message = "You have exceeded a secondary rate limit";
    host.answerNext("/repos", () => Response.json({ message }, { status: 403, headers }), 9);
    const before = Date.now();
    await assert.rejects(run("get_repo_info", { repo: REPO }, variables), (error: Error) => {
      const time = Date.parse(
        /used up until (\S+)\. Run again then/.exec(error.message)?.[1] ?? "",
      );
      return time >= before + 3_600_000 && time <= Date.now() + 3_600_000;
    });
  }),
);

Deno.test(
  "a repository the token may not read is told apart from a used-up limit",
  onHost(async (host, variables) => {
    const message = "Resource not accessible by personal access token";
    host.answerNext("/repos", () => Response.json({ message }, { status: 403 }), 9);
    await assert.rejects(
      run("list_prs", { repo: REPO }, variables),
      /the pull requests of octocat\/hello-world: refused, the token may not do this/,
    );
  }),
);

Deno.test("an API that cannot be reached is told apart from one that answers with a failure", async () => {
  await assert.rejects(
    run("get_repo_info", { repo: REPO }, {
      // Nobody listens there, nor does any program get it by chance; port 1 is not even asked.
      GITHUB_API_URL: "http://127.0.0.1:2",
      GH_TOKEN: STORY_TOKEN,
    }),
    (error: Error) =>
      /no answer, .*connect/i.test(error.message) && !/answered/.test(error.message),
  );
});

Deno.test(
  "a server failure is tried again",
  onHost(async (host, variables) => {
    host.answerNext(`/repos/${REPO}`, () => new Response(null, { status: 502 }));
    const [written] = await run("get_repo_info", { repo: REPO }, variables);
    assert.equal(written?.data.fullName, REPO);
    assert.equal(host.received.filter(({ path }) => path === `/repos/${REPO}`).length, 2);
  }),
);

Deno.test(
  "a cancelled run stops the request in flight",
  onHost(async (host, variables) => {
    const controller = new AbortController();
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<Response>();
    host.answerNext("/user/repos", () => {
      asked.resolve();
      return held.promise;
    });
    const running = run("list_repos", {}, variables, controller.signal);
    const refused = assert.rejects(running, { name: "AbortError" });
    await asked.promise;
    controller.abort();
    await refused;
    held.resolve(Response.json([]));
  }),
);

for (const repo of ["hello-world", "a/b/c", "../x", "octocat/..", "octo cat/x", "/hello"]) {
  Deno.test(`'${repo}' is refused as a repository before anything is sent`, async () => {
    await using host = await startStory();
    const before = host.received.length;
    await assert.rejects(
      run("get_repo_info", { repo }, { GITHUB_API_URL: host.url, GH_TOKEN: STORY_TOKEN }),
      /Write owner\/name/,
    );
    assert.equal(host.received.length, before);
  });
}

Deno.test("a GITHUB_API_URL that is not a URL is refused by name", async () => {
  for (const address of ["localhost", "ftp://h", "file:///etc/passwd"]) {
    await assert.rejects(
      run("list_repos", {}, { GITHUB_API_URL: address, GH_TOKEN: "t" }),
      /GITHUB_API_URL '.*' is not (?:an address|https)/,
    );
  }
});

testNeeding(["gh"], "the real gh supplies the token of the exact host that is called", async () => {
  await using host = await startStory();
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/hosts.yml`,
      `127.0.0.1:\n    user: octocat\n    oauth_token: ${STORY_TOKEN}\n    git_protocol: https\n` +
        `github.com:\n    user: octocat\n    oauth_token: of-another-host\n    git_protocol: https\n`,
    );
    const [written] = await run("list_repos", {}, {
      GITHUB_API_URL: host.url,
      GH_CONFIG_DIR: folder,
    });
    assert.equal((written?.data.repositories as unknown[]).length, 2);
    const sent = new Set(host.received.map(({ authorization }) => authorization));
    assert.ok(![...sent].some((value) => value?.includes("of-another-host")));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
