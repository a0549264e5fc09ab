import assert from "node:assert/strict";
import { type HostName, startOutside } from "@svc/fakes/outside";
import { verifyRepository } from "./verify.ts";

const NOW = new Date("2026-11-21T00:00:00Z");
const HOST_NAMES: HostName[] = ["github.com", "gitlab.com", "codeberg.org", "bitbucket.org"];

function world() {
  const outside = startOutside();
  const apiUrls = Object.fromEntries(HOST_NAMES.map((host) => [host, outside.hosts[host].url]));
  const verify = (url: string, options = {}) =>
    verifyRepository(url, { fetch, apiUrls, now: NOW, ...options });
  return { ...outside, verify, [Symbol.asyncDispose]: () => outside[Symbol.asyncDispose]() };
}

const API_PATHS: Record<HostName, string> = {
  "github.com": "/repos/team/tool",
  "gitlab.com": "/api/v4/projects/team%2Ftool",
  "codeberg.org": "/api/v1/repos/team/tool",
  "bitbucket.org": "/2.0/repositories/team/tool",
};

for (const host of HOST_NAMES) {
  const url = `https://${host}/team/tool`;

  Deno.test(`verification: a public repository on ${host} is verified at its API's path`, async () => {
    await using outside = world();
    outside.hosts[host].set("team/tool", "public");
    const answer = await outside.verify(url);
    assert.deepEqual(answer, {
      outcome: "passed",
      url,
      reason: `${host} says that team/tool is public`,
      checkedAt: NOW.toISOString(),
    });
    assert.deepEqual(outside.hosts[host].requests.map(({ path }) => path), [API_PATHS[host]]);
  });

  Deno.test(`verification: absent, private and internal repositories on ${host} are not verified`, async () => {
    await using outside = world();
    assert.equal((await outside.verify(url)).outcome, "failed");
    for (const visibility of ["private", "internal"] as const) {
      outside.hosts[host].set("team/tool", visibility);
      assert.equal((await outside.verify(url)).outcome, "failed");
    }
  });

  Deno.test(`verification: a rate limit, a fault and silence of ${host} are not verified`, async () => {
    await using outside = world();
    const fake = outside.hosts[host];
    fake.set("team/tool", "public");
    fake.limited = true;
    const limited = await outside.verify(url);
    assert.equal(limited.outcome, "error");
    assert.match(limited.reason, /limits the rate/);
    fake.limited = false;
    for (const fault of [{ status: 500 }, { status: 204 }, "malformed", "broken"] as const) {
      fake.fault = fault;
      assert.equal((await outside.verify(url)).outcome, "error");
    }
    fake.fault = "silent";
    const stop = new AbortController();
    const pending = outside.verify(url, { signal: stop.signal });
    await fake.received(6);
    stop.abort();
    assert.equal((await pending).outcome, "notRun", "who asked has no more time");
  });
}

Deno.test("verification: nested groups on gitlab.com are one encoded path", async () => {
  await using outside = world();
  outside.hosts["gitlab.com"].set("a/b/c/tool", "public");
  assert.equal(
    (await outside.verify("https://gitlab.com/a/b/c/tool/-/tree/main")).outcome,
    "passed",
  );
  assert.equal(outside.hosts["gitlab.com"].requests[0]!.path, "/api/v4/projects/a%2Fb%2Fc%2Ftool");
});

Deno.test("verification: a 200 that marks the repository private is not verified", async () => {
  const records: Record<HostName, unknown> = {
    "github.com": { full_name: "team/tool", private: true, visibility: "private" },
    "gitlab.com": { path_with_namespace: "team/tool", visibility: "internal" },
    "codeberg.org": { private: false, internal: true },
    "bitbucket.org": { is_private: true },
  };
  for (const host of HOST_NAMES) {
    for (const body of [records[host], {}, [], null, "public"]) {
      const answer = await verifyRepository(`https://${host}/team/tool`, {
        fetch: () => Promise.resolve(Response.json(body)),
        now: NOW,
      });
      assert.notEqual(answer.outcome, "passed");
    }
  }
});

Deno.test("verification: a repository that github.com marks internal is not public", async () => {
  const answer = await verifyRepository("https://github.com/team/tool", {
    fetch: () => Promise.resolve(Response.json({ private: false, visibility: "internal" })),
    now: NOW,
  });
  assert.equal(answer.outcome, "failed");
});

Deno.test("verification: a redirect is not followed", async () => {
  await using outside = world();
  outside.hosts["codeberg.org"].set("team/tool", "public");
  outside.hosts["github.com"].fault = {
    status: 301,
    headers: { location: `${outside.hosts["codeberg.org"].url}/api/v1/repos/team/tool` },
  };
  const answer = await outside.verify("https://github.com/team/tool");
  assert.equal(answer.outcome, "error");
  assert.match(answer.reason, /has moved/);
  assert.equal(outside.hosts["codeberg.org"].requests.length, 0);
});

Deno.test("verification: a body beyond the cap is given up", async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 100_000;
      controller.enqueue(new Uint8Array(100_000).fill(32));
    },
  });
  const answer = await verifyRepository("https://github.com/team/tool", {
    fetch: () => Promise.resolve(new Response(endless)),
    now: NOW,
  });
  assert.equal(answer.outcome, "error");
  assert.ok(sent < 1_000_000, `${sent} bytes`);
});

Deno.test("verification: an address outside the four hosts asks nobody", async () => {
  const answer = await verifyRepository("https://git.example.com/team/tool", {
    fetch: () => assert.fail("nobody is to be asked"),
    now: NOW,
  });
  assert.equal(answer.outcome, "failed");
});

/** Asks a host that answers as told. */
function answered(answer: Response | Error, url = "https://github.com/team/tool") {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch = ((address: string, init: RequestInit) => {
    asked.push({ url: address, init });
    return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer);
  }) as typeof globalThis.fetch;
  return { asked, answer: verifyRepository(url, { fetch, now: NOW }) };
}

Deno.test("verification: the public hosts are asked where they are, without credentials or redirects", async () => {
  for (
    const [host, url] of [
      ["github.com", "https://api.github.com/repos/team/tool"],
      ["gitlab.com", "https://gitlab.com/api/v4/projects/team%2Ftool"],
      ["codeberg.org", "https://codeberg.org/api/v1/repos/team/tool"],
      ["bitbucket.org", "https://api.bitbucket.org/2.0/repositories/team/tool"],
    ]
  ) {
    const { asked, answer } = answered(Response.json({}), `https://${host}/team/tool`);
    assert.equal((await answer).outcome, "failed");
    const [{ url: address, init }] = asked as [typeof asked[number]];
    assert.equal(address, url);
    assert.deepEqual([init.credentials, init.redirect, init.method], ["omit", "manual", undefined]);
    // GitHub answers nobody who does not say who they are.
    assert.deepEqual(init.headers, { accept: "application/json", "user-agent": "svc-registry" });
  }
});

Deno.test("verification: a moved repository and a fault are told apart by the status", async () => {
  const reason = async (status: number) => {
    const { outcome, reason } = await answered(Object.defineProperty(new Response(), "status", {
      value: status,
    })).answer;
    assert.equal(outcome, "error");
    return /has moved/.test(reason) ? "moved" : reason;
  };
  for (const status of [300, 301, 302, 308, 399]) assert.equal(await reason(status), "moved");
  for (const status of [201, 299, 400, 410, 500]) {
    assert.equal(await reason(status), `github.com answered ${status}`);
  }
  assert.match(await reason(429), /limits the rate/);
});

Deno.test("verification: the body of a refusal is not read", async () => {
  let ended = false;
  const body = new ReadableStream({ cancel: () => void (ended = true) });
  await answered(new Response(body, { status: 500 })).answer;
  assert.ok(ended);
});

Deno.test("verification: a record of 500,000 bytes is read, a longer one is not", async () => {
  const record = (bytes: number) => {
    const head = '{"private":false,"a":"';
    return new Response(`${head}${"x".repeat(bytes - head.length - 2)}"}`);
  };
  assert.equal((await answered(record(500_000)).answer).outcome, "passed");
  const long = await answered(record(500_001)).answer;
  assert.deepEqual([long.outcome, long.reason], [
    "error",
    "github.com answered something that is not a repository record",
  ]);
});

Deno.test("verification: what is not a record, what is late and what is out of reach are told apart", async () => {
  for (const text of ["", "{", "null", "1", '"public"', "true"]) {
    const { outcome, reason } = await answered(new Response(text)).answer;
    assert.equal(outcome, "error");
    assert.match(reason, /something that is not a repository record$/, text);
  }
  const late = await answered(new DOMException("", "TimeoutError")).answer;
  assert.match(late.reason, /did not answer in time$/);
  for (
    const error of [
      new TypeError("refused"),
      new DOMException("", "NetworkError"),
      Object.assign(new Error(), { name: "TimeoutError" }),
    ]
  ) assert.match((await answered(error).answer).reason, /could not be reached$/);
});

Deno.test("verification: a record on gitlab.com says that it is public, or nothing and names the project", async () => {
  const outcome = async (record: object) =>
    (await answered(Response.json(record), "https://gitlab.com/team/tool").answer).outcome;
  assert.equal(await outcome({ visibility: "public" }), "passed");
  assert.equal(await outcome({ path_with_namespace: "Team/Tool" }), "passed");
  for (
    const record of [{}, { visibility: "" }, { visibility: "internal" }, {
      path_with_namespace: "team/other",
    }, { visibility: "private", path_with_namespace: "team/tool" }]
  ) assert.equal(await outcome(record), "failed", JSON.stringify(record));
});
