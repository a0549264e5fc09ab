/**
 * A snapshot of the repositories on GitHub that were created lately and have the most stars.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { MethodContext, MethodResult } from "../platform/context.ts";
import { type Globals, globals, snapshot } from "./snapshot.ts";
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
  methods: {
    snapshot: {
      description: "Search once and store the result",
      kind: "read",
      arguments: z.object({}),
      execute: (_args: object, context: MethodContext<Globals>): Promise<MethodResult> =>
        snapshot(context),
    },
  },
};
