/**
 * Issues on GitHub, searched or listed, each written as data.
 *
 * @module
 */
import { accountGlobals } from "./methods/connection.ts";
import { listIssues } from "./methods/issue_list.ts";
import { searchIssues } from "./methods/issue_search.ts";
import { issueSchema } from "./outputs/issue.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github/issue`. */
export const model = {
  type: "@svc/github/issue",
  version: "2026.11.22.1",
  globalArguments: accountGlobals("Issues: read"),
  resources: {
    issue: kept("One issue", issueSchema),
  },
  methods: {
    search: searchIssues,
    list: listIssues,
  },
};
