/**
 * One chat message for each repository with open security alerts, made from what the three scanners'
 * behaviors wrote. It asks the platform nothing: it reads stored data and writes `payloads`.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { build } from "./build.ts";
import { payloadsSchema } from "./messages/payloads.ts";
import { buildArguments } from "./runs/read_runs.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github/security-alerts`. */
export const model = {
  type: "@svc/github/security-alerts",
  version: "2026.11.22.1",
  globalArguments: z.object({
    org: z.string().min(1).describe("Organisation or user that owns the repositories"),
  }),
  resources: {
    payloads: kept("One chat message per repository with open alerts", payloadsSchema),
  },
  reports: ["@svc/github-security-alerts/blocks"],
  methods: {
    build: {
      description: "Check that the three runs cover every repository, and write its messages",
      kind: "action",
      arguments: buildArguments,
      execute: build,
    },
  },
};
