/**
 * Repositories on GitHub and what their code holds, each written as data.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { ownerPattern } from "../platform/repository_name.ts";
import { searchCode } from "./methods/code_search.ts";
import {
  getRepo,
  listForUser,
  listRepos,
  ORG_TYPES,
  SORTS,
  USER_TYPES,
} from "./methods/repo_list.ts";
import { codeResultSchema } from "./outputs/code_result.ts";
import { repoSchema } from "./outputs/repo.ts";

/** The behaviour type `@svc/github/repo`. */
export const model = {
  type: "@svc/github/repo",
  version: "2026.11.22.1",
  globalArguments: z.object({
    token: z.string().min(1).meta({ sensitive: true }).describe(
      "Token with Metadata and Contents: read",
    ),
    org: z.string().regex(ownerPattern).optional().describe(
      "Organisation, unless an argument names one",
    ),
    owner: z.string().regex(ownerPattern).optional().describe(
      "User or organisation, unless an argument names one",
    ),
  }),
  resources: {
    repo: {
      description: "One repository",
      schema: repoSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
    codeResult: {
      description: "One file that a search found",
      schema: codeResultSchema,
      lifetime: "infinite",
      garbageCollection: 10,
    },
  },
  methods: {
    list: {
      description: "List the repositories of an organisation",
      kind: "list",
      arguments: z.object({
        org: z.string().regex(ownerPattern).optional().describe(
          "Organisation, unless the behavior has one",
        ),
        type: z.enum(ORG_TYPES).default("all").describe("Which ones"),
        sort: z.enum(SORTS).default("full_name").describe("Order"),
        json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
      }),
      execute: listRepos,
    },
    listForUser: {
      description: "List the repositories of a user, or your own",
      kind: "list",
      arguments: z.object({
        username: z.string().regex(ownerPattern).optional().describe("Whose; yours when left out"),
        type: z.enum(USER_TYPES).default("owner").describe("Which ones"),
        sort: z.enum(SORTS).default("full_name").describe("Order"),
        json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
      }),
      execute: listForUser,
    },
    get: {
      description: "Read one repository",
      kind: "read",
      arguments: z.object({
        repo: z.string().min(1).max(140).describe("Repository, as a name or owner/name"),
        owner: z.string().regex(ownerPattern).optional().describe(
          "Owner, unless the behavior has one",
        ),
      }),
      execute: getRepo,
    },
    searchCode: {
      description: "Search the code of default branches",
      kind: "list",
      arguments: z.object({
        query: z.string().min(1).max(256).describe("Text and qualifiers of the search"),
        org: z.string().regex(ownerPattern).optional().describe(
          "Organisation, unless the behavior has one",
        ),
        repo: z.string().min(1).max(140).optional().describe("Only in this repository"),
        owner: z.string().regex(ownerPattern).optional().describe(
          "Owner, unless the behavior has one",
        ),
        language: z.string().min(1).max(100).optional().describe("Only files in this language"),
        path: z.string().min(1).max(255).optional().describe("Only files below this path"),
        limit: z.number().int().min(1).max(1000).default(30).describe("Results at most"),
        json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
      }),
      execute: searchCode,
    },
  },
};
