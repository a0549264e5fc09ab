/**
 * A snapshot of the repositories on GitHub that were created lately and have the most stars.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { MethodContext, MethodResult } from "../platform/context.ts";
import { type Globals, snapshot } from "./snapshot.ts";
import { trendingSchema } from "./trending.ts";

/** The behaviour type `@svc/github-trending`: one method, one output. */
export const model = {
  type: "@svc/github-trending",
  version: "2026.11.22.1",
  globalArguments: z.object({
    windowDays: z.number().int().min(1).max(365).describe("Days to look back"),
    count: z.number().int().min(1).max(100).describe("Repositories in the snapshot at most"),
    language: z.string().min(1).max(100).regex(/^[^"\\\p{C}\p{Zl}\p{Zp}]+$/u).optional().describe(
      "Programming language, for example TypeScript; all when left out",
    ),
    githubToken: z.string().min(1).meta({ sensitive: true }).optional().describe(
      "Token of the API; without one the search is limited to 10 a minute",
    ),
  }),
  resources: {
    trending: {
      description: "Repositories created in the window, the most stars first",
      schema: trendingSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    snapshot: {
      description: "Search once and keep what was found",
      kind: "read",
      arguments: z.object({}),
      execute: (_args: object, context: MethodContext<Globals>): Promise<MethodResult> =>
        snapshot(context),
    },
  },
};
