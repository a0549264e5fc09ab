import { startCodeHost } from "./host.ts";
import type { CodeHost } from "./host_shape.ts";

/** The account of {@link startStory} and its access token. */
const STORY_LOGIN = "octocat";
export const STORY_TOKEN = "fake-code-host-token";

/**
 * A code host with one small repository that has something of everything the listing methods read:
 * a merged and an open pull request, an open and a closed issue, a release, two workflow runs.
 * All of it is made through the API.
 */
export async function startStory(): Promise<CodeHost> {
  const host = await startCodeHost({
    tokens: { [STORY_TOKEN]: STORY_LOGIN },
    repositories: [
      {
        owner: STORY_LOGIN,
        name: "hello-world",
        description: "Says hello",
        language: "TypeScript",
      },
      { owner: STORY_LOGIN, name: "spoon-knife", description: "Practice repository" },
    ],
  });
  try {
    await tell(host);
    return host;
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
}

async function tell(host: CodeHost): Promise<void> {
  const repo = `/repos/${STORY_LOGIN}/hello-world`;
  const call = (method: string, path: string, body?: object) =>
    host.call(STORY_TOKEN, method, repo + path, body);

  const main = await call("GET", "/git/ref/heads/main") as { object: { sha: string } };
  const pulls: number[] = [];
  for (const branch of ["greet-by-name", "translate"]) {
    await call("POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: main.object.sha });
    await call("PUT", `/contents/${branch}.md`, {
      message: `Add ${branch}`,
      content: btoa(`# ${branch}\n`),
      branch,
    });
    const pull = await call("POST", "/pulls", {
      title: `Add ${branch}`,
      head: branch,
      base: "main",
    }) as { number: number };
    pulls.push(pull.number);
  }
  await call("PUT", `/pulls/${pulls[0]}/merge`, {});

  await call("POST", "/issues", { title: "Greet in more languages", labels: ["enhancement"] });
  const bug = await call("POST", "/issues", { title: "Says goodbye" }) as { number: number };
  await call("PATCH", `/issues/${bug.number}`, { state: "closed" });
  await call("POST", "/releases", { tag_name: "v1.0.0", name: "First words" });

  const run = { workflow: "CI", event: "push", branch: "main", sha: main.object.sha };
  const done = { ...run, status: "completed" as const };
  host.actions.add(`${STORY_LOGIN}/hello-world`, {
    ...done,
    title: "Add greet-by-name",
    conclusion: "failure",
    createdAt: "2026-11-20T10:00:00Z",
  });
  host.actions.add(`${STORY_LOGIN}/hello-world`, {
    ...done,
    title: "Fix greet-by-name",
    conclusion: "success",
    createdAt: "2026-11-20T11:00:00Z",
  });
}
