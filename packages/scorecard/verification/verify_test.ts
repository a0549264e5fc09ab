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

  Deno.test(`verification: a rate limit, a fault and silence of ${host} are errors, not verified`, async () => {
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
    assert.equal((await pending).outcome, "error");
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
