import type { components } from "@octokit/openapi-types";
import assert from "node:assert/strict";
import { startHost } from "./hosts.ts";
import { type HostName, SHAPES } from "./shapes.ts";

/** Where each host's published API has a repository, and how its record names and marks it. */
const PUBLISHED = {
  "github.com": {
    path: "/repos/team/tool",
    name: "full_name",
    marks: { private: false, visibility: "public" },
  },
  "gitlab.com": {
    path: "/api/v4/projects/team%2Ftool",
    name: "path_with_namespace",
    marks: {},
  },
  "codeberg.org": {
    path: "/api/v1/repos/team/tool",
    name: "full_name",
    marks: { private: false, internal: false },
  },
  "bitbucket.org": {
    path: "/2.0/repositories/team/tool",
    name: "full_name",
    marks: { is_private: false, type: "repository" },
  },
} as const satisfies Record<HostName, unknown>;

async function get(url: string) {
  const response = await fetch(url);
  const text = await response.text();
  return { status: response.status, text, headers: response.headers };
}

for (const [host, { path, name, marks }] of Object.entries(PUBLISHED)) {
  Deno.test(`${host}: a public repository is at its published path, under its name, marked public`, async () => {
    await using service = startHost(host as HostName);
    service.set("Team/Tool", "public");
    const { status, text } = await get(service.url + path);
    assert.equal(status, 200);
    const record = JSON.parse(text);
    assert.equal(record[name], "Team/Tool", "the host answers with its own spelling");
    for (const [key, value] of Object.entries(marks)) assert.equal(record[key], value, key);
  });

  Deno.test(`${host}: a stranger cannot tell a private repository from one that is not there`, async () => {
    await using service = startHost(host as HostName);
    const absent = await get(service.url + path);
    assert.equal(absent.status, 404);
    for (const visibility of ["private", "internal"] as const) {
      service.set("team/tool", visibility);
      const hidden = await get(service.url + path);
      assert.deepEqual([hidden.status, hidden.text], [absent.status, absent.text], visibility);
    }
    service.set("team/tool", "public");
    assert.equal((await get(service.url + path)).status, 200);
    service.remove("TEAM/tool");
    assert.equal((await get(service.url + path)).status, 404);
  });

  Deno.test(`${host}: too many questions are refused in the host's own way, public or not`, async () => {
    await using service = startHost(host as HostName);
    service.set("team/tool", "public");
    service.limited = true;
    const { status, headers } = await get(service.url + path);
    const said = status === 429 || headers.get("x-ratelimit-remaining") === "0";
    assert.ok(status >= 400 && said, `${status}`);
    service.limited = false;
    assert.equal((await get(service.url + path)).status, 200);
  });
}

Deno.test("gitlab.com: groups in groups are one encoded segment, never several", async () => {
  await using service = startHost("gitlab.com");
  service.set("a/b/c", "public");
  assert.equal((await get(`${service.url}/api/v4/projects/a%2Fb%2Fc`)).status, 200);
  assert.equal((await get(`${service.url}/api/v4/projects/a/b/c`)).status, 404);
});

Deno.test("github.com: the record's fields are those of the published description", () => {
  // Typed by the description: a field that the platform does not have would not compile.
  const sample: Partial<components["schemas"]["full-repository"]> = {
    id: 1,
    node_id: "R_1",
    name: "tool",
    full_name: "team/tool",
    private: false,
    html_url: "https://github.com/team/tool",
    description: null,
    fork: false,
    url: "https://api.github.com/repos/team/tool",
    default_branch: "main",
    archived: false,
    disabled: false,
    visibility: "public",
  };
  const { owner, ...record } = SHAPES["github.com"].record("team/tool") as { owner: object };
  assert.deepEqual(record, sample);
  const person: Partial<components["schemas"]["simple-user"]> = {
    login: "team",
    id: 1,
    type: "User",
  };
  assert.deepEqual(owner, person);
});
