/**
 * Pull requests on GitHub, each written as data.
 *
 * @module
 */
import { accountGlobals } from "./methods/connection.ts";
import { listPulls } from "./methods/pull_list.ts";
import { pullSchema } from "./outputs/pull.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github/pull`. */
export const model = {
  type: "@svc/github/pull",
  version: "2026.11.22.1",
  globalArguments: accountGlobals("Pull requests: read"),
  resources: {
    pull: kept("One pull request", pullSchema),
  },
  methods: {
    list: listPulls,
  },
};
