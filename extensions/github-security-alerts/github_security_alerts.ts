/**
 * One chat message for each repository with open security alerts, made from what the three scanners'
 * behaviors wrote. It asks the platform nothing: it reads stored data and writes `payloads`.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { MOST_REPOSITORIES } from "../platform/alerts/repositories.ts";
import type { MethodContext, MethodResult } from "../platform/context.ts";
import { build, type BuildArguments } from "./build.ts";
import { payloadsSchema } from "./payloads.ts";

/** The behavior type `@svc/github/security-alerts`. */
export const model = {
  type: "@svc/github/security-alerts",
  version: "2026.11.22.1",
  globalArguments: z.object({
    org: z.string().min(1).describe("Organisation or user that owns the repositories"),
  }),
  resources: {
    payloads: {
      description: "One chat message for each repository with open alerts",
      schema: payloadsSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  reports: ["@svc/github-security-alerts/blocks"],
  methods: {
    build: {
      description: "Check that the three runs cover every repository, and write its messages",
      kind: "action",
      arguments: z.object({
        repos: z.array(z.string()).min(1).max(MOST_REPOSITORIES).describe(
          "Repositories, each as name or owner/name",
        ),
        dependabot: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).describe(
          "Name of the behavior that lists Dependabot alerts, or its run",
        ),
        codeScanning: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).describe(
          "Name of the behavior that lists code scanning alerts, or its run",
        ),
        secretScanning: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).describe(
          "Name of the behavior that lists secret scanning alerts, or its run",
        ),
      }),
      execute: (
        args: BuildArguments,
        context: MethodContext<{ org: string }>,
      ): Promise<MethodResult> => build(args, context),
    },
  },
};
