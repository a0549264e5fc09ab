import assert from "node:assert/strict";
import { testNeeding } from "../../../e2e/requirement.ts";
import { startStory, STORY_TOKEN } from "./story.ts";

/** Runs the real gh; its standard output, and an exit of 0. */
async function gh(env: Record<string, string>, ...args: string[]): Promise<string> {
  const variables = { PATH: Deno.env.get("PATH")!, ...env };
  const command = new Deno.Command("gh", { args, env: variables, clearEnv: true });
  const { code, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  assert.equal(code, 0, text.decode(stderr));
  return text.decode(stdout);
}

testNeeding(["gh"], "gh sees the code host as github.com", async () => {
  await using host = await startStory();
  const { env } = await host.gh(STORY_TOKEN);
  const user = JSON.parse(await gh(env, "api", "user"));
  assert.equal(user.login, "octocat");
  assert.equal(user.url, "https://api.github.com/users/octocat");
  const page = await gh(env, "api", "-i", "repos/octocat/hello-world/pulls?state=all&per_page=1");
  assert.match(page, /<https:\/\/api\.github\.com\/repos\/[^>]*page=2[^>]*>; rel="next"/);
  assert.match(page, /"html_url":"https:\/\/github\.com\/octocat\/hello-world\/pull\/\d+"/);
});

testNeeding(["gh"], "gh sees the code host as an enterprise server", async () => {
  await using host = await startStory();
  const { env } = await host.gh(STORY_TOKEN);
  const user = JSON.parse(await gh(env, "api", "--hostname", "ghe.example", "user"));
  assert.equal(user.url, "https://ghe.example/api/v3/users/octocat");
});

Deno.test("the API is also served under /api/v3, and leads on there", async () => {
  await using host = await startStory();
  const answer = await fetch(
    `${host.url}/api/v3/repos/octocat/hello-world/pulls?state=all&per_page=1`,
  );
  const [pull] = await answer.json();
  assert.equal(pull.url, `${host.url}/api/v3/repos/octocat/hello-world/pulls/${pull.number}`);
  assert.equal(pull.html_url, `${host.url}/octocat/hello-world/pull/${pull.number}`);
  assert.ok(answer.headers.get("link")?.startsWith(`<${host.url}/api/v3/repos/`));
});
