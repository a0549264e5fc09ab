import assert from "node:assert/strict";
import {
  type CodeHost,
  piecesOf,
  SAMPLE_APP,
  SAMPLE_INSTALLATION,
  SAMPLE_TOKENS,
  startCodeHost,
} from "@svc/fakes/codehost";
import { testNeeding } from "../../e2e/requirement.ts";
import { clientContext } from "../testing/api.ts";
import { type Client, connect } from "./client.ts";
import { type FailureCode, failureOf, type PlatformFailure } from "./failure.ts";
import { connectLocal } from "./gh.ts";

const ONE = { owner: "octocat", repo: "one" };
const EMPTY = { owner: "octocat", repo: "empty" };

const CLASSIC = SAMPLE_TOKENS.classic.text;
const FINE_GRAINED = SAMPLE_TOKENS["fine-grained"].text;
const INSTALLATION = SAMPLE_TOKENS["app-installation"].text;

const read = (client: Client) => client.request("GET /repos/{owner}/{repo}", ONE);
const readEmpty = (client: Client) => client.request("GET /repos/{owner}/{repo}/commits", EMPTY);
const createIssue = (client: Client) =>
  client.request("POST /repos/{owner}/{repo}/issues", { ...ONE, title: "An issue" });
const branch = (client: Client, ref: string, sha: string) =>
  client.request("POST /repos/{owner}/{repo}/git/refs", { ...ONE, ref, sha });

/** A failure as the platform makes it, and what a person is told. */
interface Row {
  /** What happened on the platform; how to make it so. */
  when: string;
  make(host: CodeHost): unknown;
  /** The call that fails, with this token. */
  call(client: Client): Promise<unknown>;
  token?: string;
  code: FailureCode;
  status: number | null;
  /** Why, and how to fix it. */
  says: RegExp;
}

const ROWS: readonly Row[] = [
  {
    when: "the token has ended",
    make: (host) => host.tokens.revoke(CLASSIC),
    call: read,
    code: "unauthorized",
    status: 401,
    says: /token is not valid or has expired\. Set a valid one/,
  },
  {
    when: "the hour's calls are used up",
    make(host) {
      host.clock.set("2030-01-01T00:00:00Z");
      host.limits.set("octocat", "core", { used: 5000 });
    },
    call: read,
    code: "rate_limited",
    status: 403,
    says: /used up until 2030-01-01T01:00:00\.000Z\. Run again then/,
  },
  {
    when: "they are used up, and the server says so with 429 and no time",
    make(host) {
      host.limits.set("octocat", "core", { used: 5000 });
      host.limits.manner = { status: 429, headers: false };
    },
    call: createIssue,
    code: "rate_limited",
    status: 429,
    says: /rate limit is used up\. Run again later/,
  },
  {
    when: "there were too many calls in a burst",
    make: (host) => host.limits.slowDown({ retryAfter: 120 }),
    call: createIssue,
    code: "rate_limited",
    status: 403,
    says: /used up until \d{4}-.*Z\. Run again then/,
  },
  {
    when: "the organization asks for single sign-on",
    make: (host) =>
      host.tokens.set(CLASSIC, { ...SAMPLE_TOKENS.classic.seed, unauthorized: ["octocat"] }),
    call: read,
    code: "sso_required",
    status: 403,
    says: /single sign-on\. Authorise the token .* at https:\/\/github\.com\/orgs\/octocat\/sso/,
  },
  {
    when: "the token lacks a permission",
    make: () => {},
    call: createIssue,
    token: FINE_GRAINED,
    code: "forbidden",
    status: 403,
    says: /may not do this\. Give the token one of these permissions: issues=write/,
  },
  {
    when: "the repository is archived",
    make: (host) => host.call(CLASSIC, "PATCH", "/repos/octocat/one", { archived: true }),
    call: createIssue,
    code: "archived",
    status: 403,
    says: /archived and read-only\. Unarchive it/,
  },
  {
    when: "the account is suspended",
    make: (host) => host.tokens.set(CLASSIC, { ...SAMPLE_TOKENS.classic.seed, suspended: true }),
    call: read,
    code: "suspended",
    status: 403,
    says: /is suspended\. Use the token of one that is active/,
  },
  {
    when: "the app's installation is suspended",
    make: (host) =>
      host.tokens.set(INSTALLATION, {
        kind: "app-installation",
        app: SAMPLE_APP,
        installation: { ...SAMPLE_INSTALLATION, suspended: true },
      }),
    call: read,
    token: INSTALLATION,
    code: "suspended",
    status: 403,
    says: /is suspended\. Use the token of one that is active/,
  },
  {
    when: "the plan does not include it",
    make: (host) =>
      host.failNext("/repos/octocat/one", 403, {
        message: "Upgrade to GitHub Pro or make this repository public to enable this feature.",
      }),
    call: read,
    code: "plan",
    status: 403,
    says: /plan does not include this\. Upgrade the plan, or make the repository public/,
  },
  {
    when: "the repository is absent",
    make: (host) => host.call(CLASSIC, "DELETE", "/repos/octocat/one"),
    call: read,
    code: "not_found",
    status: 404,
    says: /does not exist, or the token may not see it\. Check the name/,
  },
  {
    when: "the token may only read",
    make: (host) => host.tokens.set(CLASSIC, { ...SAMPLE_TOKENS.classic.seed, scopes: [] }),
    call: createIssue,
    code: "not_found",
    status: 404,
    says: /may not see it\. .*can see the repository and write to it/,
  },
  {
    when: "the pull request was merged already",
    make: async (host) => {
      await pullRequest(host);
      await host.call(CLASSIC, "PUT", "/repos/octocat/one/pulls/1/merge", {});
    },
    call: (client) =>
      client.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
        ...ONE,
        pull_number: 1,
      }),
    code: "not_mergeable",
    status: 405,
    says: /cannot be merged now .*\. Check its checks, reviews and branch rules/,
  },
  {
    when: "the head has moved since it was read",
    make: pullRequest,
    call: (client) =>
      client.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
        ...ONE,
        pull_number: 1,
        sha: "0".repeat(40),
      }),
    code: "conflict",
    status: 409,
    says: /conflict .*\. Check the current state, then run again/,
  },
  {
    when: "the diff is too large",
    make: (host) => host.failNext("/repos/octocat/one/pulls/1", 406),
    call: (client) =>
      client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { ...ONE, pull_number: 1 }),
    code: "too_large",
    status: 406,
    says: /too large for the API\. Read the files one by one, or use git/,
  },
  {
    when: "the repository is empty",
    make: (host) => host.call(CLASSIC, "POST", "/user/repos", { name: "empty" }),
    call: readEmpty,
    code: "empty_repository",
    status: 409,
    says: /repository is empty\. Push a first commit/,
  },
  {
    when: "issues are switched off",
    make: (host) => host.call(CLASSIC, "PATCH", "/repos/octocat/one", { has_issues: false }),
    call: createIssue,
    code: "gone",
    status: 410,
    says: /disabled in this repository\. Check the repository's settings/,
  },
  {
    when: "the branch exists",
    make: () => {},
    call: async (client) => {
      const { data } = await client.request("GET /repos/{owner}/{repo}/git/ref/{ref}", {
        ...ONE,
        ref: "heads/main",
      });
      await branch(client, "refs/heads/main", data.object.sha);
    },
    code: "already_exists",
    status: 422,
    says: /already exists .*\. Choose another name, or use what exists/,
  },
  {
    when: "a value is not accepted",
    make: () => {},
    call: (client) => branch(client, "refs/heads/new", "0".repeat(40)),
    code: "invalid",
    status: 422,
    says: /does not accept these values .*\. Correct the arguments/,
  },
  {
    when: "a rule forbids it",
    make: (host) =>
      host.failNext("POST /repos/octocat/one/git/refs", 422, {
        message:
          "Repository rule violations found\n\nCannot create ref due to creations being restricted.",
      }),
    call: (client) => branch(client, "refs/heads/new", "0".repeat(40)),
    code: "rule_violation",
    status: 422,
    says: /by a rule of the repository .*\. Ask an administrator/,
  },
  {
    when: "the repository was taken down",
    make: (host) =>
      host.block("octocat/one", {
        reason: "dmca",
        url: "https://github.com/github/dmca/blob/master/notice.md",
        since: "2026-01-01T00:00:00Z",
      }),
    call: read,
    code: "legal",
    status: 451,
    says: /legal reasons \(dmca\)\. The notice: https:\/\/github\.com\/github\/dmca\/blob/,
  },
  {
    when: "a write goes to a repository that was renamed",
    make: (host) => host.call(CLASSIC, "PATCH", "/repos/octocat/one", { name: "two" }),
    call: createIssue,
    code: "moved",
    status: 307,
    says: /renamed or moved, and nothing was written\. .*new name/,
  },
  {
    when: "the platform fails twice",
    make: (host) => host.failNext("/repos/octocat/one", 503, {}, 2),
    call: read,
    code: "unavailable",
    status: 503,
    says: /failed, the platform answered 503\. Run again later/,
  },
];

async function pullRequest(host: CodeHost): Promise<void> {
  const path = "/repos/octocat/one";
  const { object } = await host.call(CLASSIC, "GET", `${path}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  await host.call(CLASSIC, "POST", `${path}/git/refs`, { ref: "refs/heads/work", sha: object.sha });
  await host.call(CLASSIC, "PUT", `${path}/contents/a.txt`, {
    message: "Work",
    content: btoa("a"),
    branch: "work",
  });
  await host.call(CLASSIC, "POST", `${path}/pulls`, { title: "Work", head: "work", base: "main" });
}

/** Makes the row so, calls, and compares what the person is told. */
async function holds(row: Row, host: CodeHost, client: Client): Promise<void> {
  await row.make(host);
  const thrown: unknown = await row.call(client).then(() => undefined, (error) => error);
  assert.ok(thrown, "the call should fail");
  const failure: PlatformFailure = failureOf(thrown, "the pages of octocat/one");
  assert.deepEqual([failure.code, failure.status], [row.code, row.status], failure.message);
  assert.match(failure.message, /^the pages of octocat\/one: /);
  assert.match(failure.message, row.says);
  const seen = `${failure.message}${failure.stack}${JSON.stringify(failure)}`;
  for (const piece of piecesOf(row.token ?? CLASSIC)) assert.ok(!seen.includes(piece), piece);
}

const start = () =>
  startCodeHost({
    tokens: {
      [CLASSIC]: SAMPLE_TOKENS.classic.seed,
      [FINE_GRAINED]: {
        ...SAMPLE_TOKENS["fine-grained"].seed,
        lacks: { "POST /repos/{owner}/{repo}/issues": "issues=write" },
      },
      [INSTALLATION]: SAMPLE_TOKENS["app-installation"].seed,
    },
    repositories: [{ owner: "octocat", name: "one" }],
  });

for (const row of ROWS) {
  Deno.test(`over https, when ${row.when}: ${row.code}`, async () => {
    await using host = await start();
    const context = clientContext();
    const token = row.token ?? CLASSIC;
    await holds(row, host, connect({ extension: "test", context, token, baseUrl: host.url }));
  });

  testNeeding(["gh"], `by gh, when ${row.when}: ${row.code}`, async () => {
    await using host = await start();
    const { env } = await host.gh(row.token ?? CLASSIC);
    const before = Deno.env.toObject();
    for (const [name, value] of Object.entries(env)) Deno.env.set(name, value);
    try {
      const client = connectLocal({ extension: "test", context: clientContext() });
      await holds(row, host, client);
    } finally {
      for (const name of Object.keys(env)) {
        if (before[name] === undefined) Deno.env.delete(name);
        else Deno.env.set(name, before[name]);
      }
    }
  });
}

Deno.test("a write whose answer was lost has one effect, and is not called a failure to write", async () => {
  for (const where of ["before", "within"] as const) {
    await using host = await start();
    const client = connect({
      extension: "test",
      context: clientContext(),
      token: CLASSIC,
      baseUrl: host.url,
    });
    host.loseNext("POST /repos/octocat/one/issues", where);
    const thrown = await createIssue(client).then(() => undefined, (error) => error);
    const failure = failureOf(thrown, "the new issue");
    assert.deepEqual([failure.code, failure.status], ["unavailable", null], failure.message);
    const issues = await host.call(CLASSIC, "GET", "/repos/octocat/one/issues") as unknown[];
    assert.equal(issues.length, 1, where);
  }
});
