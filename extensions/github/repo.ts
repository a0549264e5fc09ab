/**
 * Repositories on GitHub and what their code holds, each written as data.
 *
 * @module
 */
import { accountGlobals } from "./methods/connection.ts";
import { searchCode } from "./methods/code_search.ts";
import { getRepo, listForUser, listRepos } from "./methods/repo_list.ts";
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
    list: listRepos,
    listForUser,
    get: getRepo,
    searchCode,
  },
};
