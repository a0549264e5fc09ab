import assert from "node:assert/strict";
import { startOutside } from "./outside.ts";

const get = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return [response.status, await response.json()] as const;
};

Deno.test("the world outside knows installed packages, chosen repositories and no others", async () => {
  await using outside = startOutside({ repositories: ["https://gitlab.com/a/b/c"] });
  const { env } = outside;
  const [, zod] = await get(`${env.SVC_NPM_REGISTRY_URL}/zod`);
  assert.equal(zod["dist-tags"].latest, Object.keys(zod.versions)[0]);
  assert.equal(zod.license, "MIT");
  const [missing] = await get(`${env.SVC_NPM_REGISTRY_URL}/@no%2fsuch`);
  assert.equal(missing, 404);
  const [, project] = await get(`${env.SVC_GITLAB_API_URL}/api/v4/projects/a%2Fb%2Fc`);
  assert.equal(project.path_with_namespace, "a/b/c");
  const [absent] = await get(`${env.SVC_GITHUB_API_URL}/repos/a/b`);
  assert.equal(absent, 404);
});

Deno.test("OSV answers by name and version, page by page, and leaves vulns out when there are none", async () => {
  await using outside = startOutside();
  const { osv } = outside;
  osv.pageSize = 1;
  for (const id of ["GHSA-1", "GHSA-2"]) osv.publish({ id, package: "p", versions: ["1.0.0"] });
  const query = (version: string, page_token?: string) =>
    get(`${osv.url}/v1/query`, {
      method: "POST",
      body: JSON.stringify({ package: { name: "p", ecosystem: "npm" }, version, page_token }),
    });
  const [, first] = await query("1.0.0");
  assert.equal(first.vulns[0].id, "GHSA-1");
  const [, second] = await query("1.0.0", first.next_page_token);
  assert.equal(second.vulns[0].id, "GHSA-2");
  assert.equal(second.next_page_token, undefined);
  assert.deepEqual(await query("1.0.1"), [200, {}]);
});

Deno.test("a stand-in misbehaves when told to, and stops even with an unanswered request", async () => {
  const outside = startOutside();
  const { osv } = outside;
  osv.fault = { status: 503 };
  const response = await fetch(osv.url);
  await response.body?.cancel();
  assert.equal(response.status, 503);
  osv.fault = "malformed";
  await assert.rejects(get(osv.url), SyntaxError);
  osv.fault = "silent";
  const pending = fetch(osv.url);
  await osv.received(3);
  await outside[Symbol.asyncDispose]();
  assert.equal((await pending).status, 503);
});
