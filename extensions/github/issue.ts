/**
 * Issues on GitHub, searched or listed, each written as data.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { ownerPattern } from "../platform/repository_name.ts";
import { listIssues } from "./methods/issue_list.ts";
import { searchIssues } from "./methods/issue_search.ts";
import { issueSchema } from "./outputs/issue.ts";

/** The behaviour type `@svc/github/issue`. */
export const model = {
  type: "@svc/github/issue",
  version: "2026.11.22.1",
  globalArguments: z.object({
    token: z.string().min(1).meta({ sensitive: true }).describe("Token with Issues: read"),
    org: z.string().regex(ownerPattern).optional().describe(
      "Organisation, unless an argument names one",
    ),
    owner: z.string().regex(ownerPattern).optional().describe(
      "User or organisation, unless an argument names one",
    ),
  }),
  resources: {
    issue: {
      description: "One issue",
      schema: issueSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    search: {
      description: "Search issues",
      kind: "list",
      arguments: z.object({
        query: z.string().min(1).max(256).describe("Text and qualifiers of the search"),
        owner: z.string().regex(ownerPattern).optional().describe(
          "Owner, unless the behavior has one",
        ),
        repo: z.string().min(1).max(140).optional().describe("Only in this repository"),
        state: z.enum(["open", "closed", "all"]).default("all").describe("Which ones"),
        limit: z.number().int().min(1).max(1000).default(30).describe("Results at most"),
        json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
      }),
      execute: searchIssues,
    },
    list: {
      description: "List the issues of one repository",
      kind: "list",
      arguments: z.object({
        repo: z.string().min(1).max(140).describe("Repository, as a name or owner/name"),
        owner: z.string().regex(ownerPattern).optional().describe(
          "Owner, unless the behavior has one",
        ),
        state: z.enum(["open", "closed", "all"]).default("open").describe("Which ones"),
        labels: z.string().min(1).max(500).optional().describe(
          "Labels that it has to have, with commas between",
        ),
        json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
      }),
      execute: listIssues,
    },
  },
};
