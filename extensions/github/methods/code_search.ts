import * as z from "npm:zod@4.6.7";
import { type Globals, ORG, OWNER, ownerOf, repositoryOf } from "./connection.ts";
import { CODE_COLUMNS } from "../listing/columns.ts";
import { searchQuery } from "../listing/query.ts";
import { written } from "./written.ts";
import type { CodeResult } from "../outputs/code_result.ts";
import type { MethodContext } from "../../platform/context.ts";
import { instanceName } from "../../platform/names.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { storedText } from "../../platform/stored_text.ts";
import { defineMethod } from "../../platform/method.ts";

/** Searches the default branches of a repository, of an owner, or of all that the token can see. */
export const searchCode = defineMethod({
  description: "Search the code of default branches",
  kind: "list",
  arguments: z.object({
    query: z.string().min(1).max(256).describe("Text and qualifiers of the search"),
    org: ORG,
    repo: z.string().min(1).max(140).optional().describe("Only in this repository"),
    owner: OWNER,
    language: z.string().min(1).max(100).optional().describe("Only files in this language"),
    path: z.string().min(1).max(255).optional().describe("Only files below this path"),
    limit: z.number().int().min(1).max(1000).default(30).describe("Maximum number of results"),
    json: z.boolean().default(false).describe("Show JSON in the log instead of a table"),
  }),
  async execute(
    { query, org, repo, owner, language, path, limit, json },
    context: MethodContext<Globals>,
  ) {
    const globals = context.globalArgs;
    const name = repo === undefined ? undefined : repositoryOf(repo, owner ?? org, globals);
    const q = searchQuery(query, {
      repo: name && `${name.owner}/${name.repo}`,
      org: name ? undefined : org,
      user: name || org !== undefined ? undefined : ownerOf(owner, globals),
      language,
      path,
    });
    return await written(context, {
      what: "the search of code",
      async read(client, fetchedAt) {
        const pages = client.pages("GET /search/code", { q, per_page: PER_PAGE });
        return await collect(pages, (file): CodeResult | undefined => {
          const found = file.repository.full_name;
          if (name && found.toLowerCase() !== `${name.owner}/${name.repo}`.toLowerCase()) return;
          return {
            repo: found,
            path: storedText(file.path),
            name: storedText(file.name),
            blobSha: file.sha,
            query: q,
            url: file.html_url,
            fetchedAt,
          };
        }, { maxItems: limit });
      },
      spec: "codeResult",
      nameOf: (file) => instanceName("codeResult", parseRepositoryName(file.repo), file.path),
      columns: CODE_COLUMNS,
      json,
    });
  },
});
