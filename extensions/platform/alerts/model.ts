import * as z from "npm:zod@4.6.7";
import type { MethodContext, MethodResult } from "../context.ts";
import { kept } from "../retention.ts";
import type { Alert } from "./alert.ts";
import { alertsSchema, runSchema } from "./document.ts";
import { listAlerts, type ScannerArguments } from "./list.ts";
import type { AlertReader } from "./reading.ts";
import { MOST_REPOSITORIES } from "./repositories.ts";
import type { Scanner } from "./scanner.ts";

/**
 * A scanner's behavior type, but for its name and version.
 *
 * @param called as in "the open … alerts"
 * @param reader makes the one of an invocation
 */
export function scannerModel<A extends Alert>(
  scanner: Scanner,
  called: string,
  alert: z.ZodType<A>,
  reader: () => AlertReader<A>,
) {
  return {
    globalArguments: z.object({
      org: z.string().min(1).describe("Organisation or user that owns the repositories"),
      token: z.string().min(1).meta({ sensitive: true }).describe("Token that can read the alerts"),
      baseUrl: z.string().optional().describe(
        "API of an enterprise server, for example https://github.example.com/api/v3",
      ),
    }),
    resources: {
      alerts: kept(`Open ${called} alerts of one repository`, alertsSchema(scanner, alert)),
      run: kept(
        "Result of one list run: the documents of all requested repositories",
        runSchema(scanner, alert),
      ),
    },
    methods: {
      list: {
        description: `List the open ${called} alerts of each repository`,
        kind: "list",
        arguments: z.object({
          repos: z.array(z.string()).min(1).max(MOST_REPOSITORIES).describe(
            "Repositories, each as name or owner/name",
          ),
        }),
        execute: (
          { repos }: { repos: string[] },
          context: MethodContext<ScannerArguments>,
        ): Promise<MethodResult> => listAlerts(repos, reader(), context),
      },
    },
  };
}
