/**
 * Open secret scanning alerts of repositories on GitHub, as data: one `alerts` document a repository, and
 * one `run` that holds all documents of an invocation. Nothing is changed on the platform.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { secretAlertSchema } from "../platform/alerts/alert.ts";
import { alertsSchema, runSchema } from "../platform/alerts/document.ts";
import { listAlerts, type ScannerArguments } from "../platform/alerts/list.ts";
import { MOST_REPOSITORIES } from "../platform/alerts/repositories.ts";
import type { MethodContext, MethodResult } from "../platform/context.ts";
import { secretScanning } from "./secret_scanning.ts";

/** The behavior type `@svc/github/secret-scanning/alerts`. */
export const model = {
  type: "@svc/github/secret-scanning/alerts",
  version: "2026.11.22.1",
  globalArguments: z.object({
    org: z.string().min(1).describe("Organisation or user that owns the repositories"),
    token: z.string().min(1).meta({ sensitive: true }).describe("Token that can read the alerts"),
    baseUrl: z.string().optional().describe(
      "API of an enterprise server, for example https://github.example.com/api/v3",
    ),
  }),
  resources: {
    alerts: {
      description: "Open secret scanning alerts of one repository",
      schema: alertsSchema("secret-scanning", secretAlertSchema),
      lifetime: "infinite",
      garbageCollection: 10,
    },
    run: {
      description: "Result of one list run: the documents of all requested repositories",
      schema: runSchema("secret-scanning", secretAlertSchema),
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    list: {
      description: "List the open secret scanning alerts of each repository",
      kind: "list",
      arguments: z.object({
        repos: z.array(z.string()).min(1).max(MOST_REPOSITORIES).describe(
          "Repositories, each as name or owner/name",
        ),
      }),
      execute: (
        args: { repos: string[] },
        context: MethodContext<ScannerArguments>,
      ): Promise<MethodResult> => listAlerts(args.repos, secretScanning(), context),
    },
  },
};
