/**
 * Repositories on GitHub and what their code holds, each written as data.
 *
 * @module
 */
import { accountGlobals } from "./methods/connection.ts";
import { searchCode, searchCodeArguments } from "./methods/code_search.ts";
import {
  getRepo,
  getRepoArguments,
  listForUser,
  listForUserArguments,
  listRepos,
  listReposArguments,
} from "./methods/repo_list.ts";
import { codeResultSchema } from "./outputs/code_result.ts";
import { repoSchema } from "./outputs/repo.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github/repo`. */
export const model = {
  type: "@svc/github/repo",
  version: "2026.11.22.1",
  globalArguments: accountGlobals("Metadata and Contents: read"),
  resources: {
    repo: kept("One repository", repoSchema),
    codeResult: kept("One file that a search found", codeResultSchema),
  },
  methods: {
    list: {
      description: "List the repositories of an organisation",
      kind: "list",
      arguments: listReposArguments,
      execute: listRepos,
    },
    listForUser: {
      description: "List the repositories of a user, or your own",
      kind: "list",
      arguments: listForUserArguments,
      execute: listForUser,
    },
    get: {
      description: "Read one repository",
      kind: "read",
      arguments: getRepoArguments,
      execute: getRepo,
    },
    searchCode: {
      description: "Search the code of default branches",
      kind: "list",
      arguments: searchCodeArguments,
      execute: searchCode,
    },
  },
};
