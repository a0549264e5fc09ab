/**
 * Workflow runs of a pull request's head on GitHub, read once or watched until they end.
 *
 * @module
 */
import { runGlobals } from "./methods/connection.ts";
import { readPrRun, watchPrRun } from "./methods/pr_run.ts";
import { prRunSchema } from "./outputs/pr_run.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github/pr-run`. */
export const model = {
  type: "@svc/github/pr-run",
  version: "2026.11.22.1",
  globalArguments: runGlobals,
  resources: {
    prRun: kept("The workflow runs of a pull request's head", prRunSchema),
  },
  methods: {
    pr: readPrRun,
    watch: watchPrRun,
  },
};
