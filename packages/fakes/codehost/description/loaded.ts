import { createDescription, type Description } from "./check.ts";

/**
 * The description of the pinned `@octokit/openapi`. Import this module with `import()` when the
 * first request comes: so it is read once in a process, and never without need.
 */
export const description: Description = createDescription(
  await Deno.readTextFile(
    new URL(import.meta.resolve("@octokit/openapi/generated/api.github.com.json")),
  ),
);
