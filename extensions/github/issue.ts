/**
 * Issues on GitHub, searched or listed, each written as data.
 *
 * @module
 */
import { accountGlobals } from "./methods/connection.ts";
import { listIssues, listIssuesArguments } from "./methods/issue_list.ts";
import { searchArguments, searchIssues } from "./methods/issue_search.ts";
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
    search: {
      description: "Search issues",
      kind: "list",
      arguments: searchArguments,
      execute: searchIssues,
    },
    list: {
      description: "List the issues of one repository",
      kind: "list",
      arguments: listIssuesArguments,
      execute: listIssues,
    },
  },
};
