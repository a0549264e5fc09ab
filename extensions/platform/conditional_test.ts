import assert from "node:assert/strict";
import { startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import { connect } from "./client.ts";
import { rememberAnswers } from "./conditional.ts";
import { collect } from "./page.ts";

const REPO = { owner: "octocat", repo: "hello-world" };

Deno.test("an answer that did not change is given again, a changed one is new, page by page", async () => {
  await using host = await startStory();
  const client = connect({
    extension: "test",
    context: { signal: new AbortController().signal, logger: { info() {}, warn() {} } },
    token: STORY_TOKEN,
    baseUrl: host.url,
  });
  rememberAnswers(client);
  const titles = async () => {
    const route = "GET /repos/{owner}/{repo}/issues";
    const pages = client.pages(route, { ...REPO, state: "all", per_page: 2 });
    return (await collect(pages, (issue) => issue.title)).items;
  };
  const cost = async (body: () => Promise<unknown>) => {
    const remaining = async () => {
      const { data } = await client.request("GET /rate_limit");
      return data.resources.core.remaining;
    };
    const before = await remaining();
    await body();
    return before - await remaining();
  };
  const first = await titles();
  assert.ok(first.length > 2, "there are several pages");
  assert.equal(await cost(async () => assert.deepEqual(await titles(), first)), 0);
  await host.call(STORY_TOKEN, "POST", "/repos/octocat/hello-world/issues", { title: "New" });
  assert.deepEqual(await titles(), ["New", ...first]);
});
