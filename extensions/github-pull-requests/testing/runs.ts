import { runAll } from "../../testing/run.ts";
import { type Stage, startStage, TOKEN } from "../../testing/stage.ts";
import { model } from "../github_pull_requests.ts";

/** Global arguments of every run. */
export const GLOBALS = { token: TOKEN, defaultOwner: "octocat" };

/** Runs a method, and gives what it wrote and its error. */
export const run = (stage: Stage, method: string, args: Record<string, unknown>) =>
  runAll(model, method, args, { env: stage.api, globalArgs: GLOBALS });

/** Creates a pull request from `change` to `main` of `one`, unless told otherwise. */
export const create = (stage: Stage, args: Record<string, unknown> = {}) =>
  run(stage, "createPullRequest", {
    repo: "one",
    title: "Change",
    head: "change",
    base: "main",
    ...args,
  });

/** Runs `body` on a code host whose repositories have a branch `change`. */
export function test(name: string, body: (stage: Stage) => Promise<void>, repos = ["one"]) {
  Deno.test(name, async () => {
    await using stage = await startStage(...repos);
    for (const repo of repos) await stage.push(repo, "change", { "a.txt": "new\n" });
    stage.took();
    await body(stage);
  });
}
