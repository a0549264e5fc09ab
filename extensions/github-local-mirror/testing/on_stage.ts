import type { Stage } from "../../testing/stage.ts";

/** Opens an issue of `octocat/app`. */
export const issue = (stage: Stage, title: string, body = "") =>
  stage.on<{ number: number }>("app", "POST", "/issues", { title, body });

/** Changes an issue or pull request of `octocat/app`. */
export const patch = (stage: Stage, number: number, change: object) =>
  stage.on("app", "PATCH", `/issues/${number}`, change);

/** Says something on an issue or pull request of `octocat/app`. */
export const comment = (stage: Stage, number: number, body: string) =>
  stage.on<{ id: number }>("app", "POST", `/issues/${number}/comments`, { body });

/** Takes a comment of `octocat/app` away. */
export const uncomment = (stage: Stage, id: number) =>
  stage.on("app", "DELETE", `/issues/comments/${id}`);

/** Opens a pull request of `octocat/app` for a new branch. */
export async function pull(
  stage: Stage,
  branch: string,
  body = "",
  files: Record<string, string> = { [`${branch}.txt`]: "a" },
): Promise<{ number: number; sha: string }> {
  return await stage.pull("app", branch, files, { title: `Change ${branch}`, body });
}
