/**
 * A snapshot of the repositories on GitHub that were created lately and have the most stars.
 *
 * @module
 */
import { globals, snapshot } from "./snapshot.ts";
import { trendingSchema } from "./trending.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-trending`: one method, one output. */
export const model = {
  type: "@svc/github-trending",
  version: "2026.11.22.1",
  globalArguments: globals,
  resources: {
    trending: kept("Repositories created in the window, most stars first", trendingSchema),
  },
  methods: { snapshot },
};
