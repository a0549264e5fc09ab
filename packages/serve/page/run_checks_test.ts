import assert from "node:assert/strict";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { openServeState } from "../open.ts";
import { servedSite } from "./testing/site.ts";

const MEMBERS = `checks: {
  owner: { description: "Passes", execute: () => ({ pass: true }) },
  folder: { description: "Fails", execute: (c: any) => ({ pass: false, errors: ["<b>" + c.repoDir + "/x"] }) },
  slow: { description: "Is skipped", execute: () => ({ pass: true }) },
},`;

Deno.test("run page: each check says how it went, here and by the interface, and no path of the machine", async () => {
  await using greeter = await greeterRepository(modelText(GREET, { members: MEMBERS }));
  await using site = await servedSite(greeter.repository);
  using state = await openServeState(greeter.repository);
  const token = site.token("ada", { allow: ["*"] });
  const headers = { authorization: `Bearer ${token}` };
  const api = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(`${site.url}/api/v1${path}`, {
      headers: { ...headers, ...type },
      ...init,
    });
    return await response.json();
  };
  const { id, outputId, status, checks } = await api(
    "/behaviors/hello/methods/greet/runs?wait=60",
    {
      settings: { checks: { skip: ["slow"] } },
      inputs: { name: "Ada" },
    },
  );
  assert.equal(status, "failed");
  assert.deepEqual(checks, [
    { name: "owner", status: "passed" },
    { name: "folder", status: "failed", message: "<b>x" },
    { name: "slow", status: "notRun", message: "It was skipped" },
  ]);
  assert.deepEqual((await api(`/runs/${id}`)).checks, checks);
  const record = await api(`/history/${outputId}`);
  assert.deepEqual(record.checks.length, 3);
  assert.ok(!JSON.stringify(record).includes(greeter.repository.root), JSON.stringify(record));
  const visitor = site.visitor();
  await visitor.signIn(token);
  const checksOf = async () => {
    const { html } = await visitor.get(`/runs/${id}`);
    assert.ok(!html.includes(greeter.repository.root));
    assert.match(html, /the interface, with the token ada</);
    return /<dt>Checks<\/dt>\s*<dd>([^]*?)<\/dd>/.exec(html)![1]!.replaceAll(/<[^>]+>/g, "").trim();
  };
  assert.equal(
    await checksOf(),
    "owner passedfolder failed: &lt;b&gt;xslow not run: It was skipped",
  );
  const run = await api(`/runs/${id}`);
  assert.deepEqual(run.origin, record.origin);
  assert.deepEqual(run.origin.caller, { by: "token:ada", trigger: "api" });
  const originOf = async () => {
    const { html } = await visitor.get(`/runs/${id}`);
    return ["Extension", "Consent", "Commit"].map((name) =>
      new RegExp(`<dt>${name}</dt>\\s*<dd>([^]*?)</dd>`).exec(html)![1]!.replaceAll(/<[^>]+>/g, "")
    );
  };
  assert.deepEqual(await originOf(), [
    "@acme/greeter 2026.01.02.3, sources of the repository",
    "none was needed",
    "not known",
  ]);
  // As an earlier version left it.
  state.database.exec("DELETE FROM run_checks; DELETE FROM run_origins");
  assert.deepEqual(await originOf(), ["not known", "not known", "not known"]);
  assert.equal(await checksOf(), "not known");
  assert.equal((await api(`/runs/${id}`)).checks, undefined);
});
